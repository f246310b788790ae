import { recoverTwoFactorSignIn, verifyTwoFactorSignIn } from '@mercury/contract/api/two-factor.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  button,
  expectFieldError,
  expectFieldRight,
  expectToast,
  field,
  pressTwice,
} from '../../test/fields.ts';
import { listener } from '../../test/listener.ts';
import { renderApp } from '../../test/render-app.tsx';
import { sara, signedInAs } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { SecondFactor } from './second-factor.tsx';

const code = () => field('Authenticator code');
const recovery = () => field('Recovery code');

async function renderStep(methods: ('code' | 'recovery' | 'passkey')[] = ['code', 'recovery']) {
  const heard = { onSignedIn: listener(), onExpired: listener() };
  await renderApp(
    <SecondFactor
      pendingSignIn={{ tempToken: 'temporary', methods, destination: '/dashboard' }}
      {...heard}
    />,
  );
  return heard;
}

it('keeps six digits of whatever is typed or pasted, in whichever script', async () => {
  await renderStep();
  await expect.element(code()).toHaveAttribute('autocomplete', 'one-time-code');
  await expect.element(code()).toHaveAttribute('inputmode', 'numeric');
  await code().fill('12a34');
  await expect.element(code()).toHaveValue('1234');
  await code().fill('12 34-567');
  await expect.element(code()).toHaveValue('123456');
  await code().fill('۱۲۳۴۵۶');
  await expect.element(code()).toHaveValue('123456');
});

it('asks for the whole code when less is sent', async () => {
  await renderStep();
  await code().fill('123');
  await button('Verify').click();
  await expect.element(page.getByText('Please enter a valid 6-digit code')).toBeVisible();
  await expectFieldError(code(), 'Please enter a valid 6-digit code');
  await expect.element(code()).toHaveFocus();
  expect(server.callCount(verifyTwoFactorSignIn)).toBe(0);
  await code().fill('1234');
  await expect.element(page.getByText('Please enter a valid 6-digit code')).not.toBeInTheDocument();
});

it('signs in once, and keeps the field as it is while the code is checked', async () => {
  const { onSignedIn } = await renderStep();
  const held = server.hold(verifyTwoFactorSignIn, signedInAs(sara));
  await code().fill('123456');
  pressTwice(button('Verify'));
  await expect.element(code()).toHaveAttribute('readonly');
  held.release();
  await expect.poll(() => onSignedIn.mock.calls.length).toBe(1);
  expect(server.calls(verifyTwoFactorSignIn).map(({ body }) => body)).toEqual([
    { tempToken: 'temporary', twoFactorCode: '123456' },
  ]);
});

describe('a code that is refused', () => {
  it('stands selected with the reason, which goes as soon as it is typed over', async () => {
    await renderStep();
    server.refuse(verifyTwoFactorSignIn, 'InvalidTwoFactorCode', { message: 'Wrong code.' });
    await code().fill('123456');
    await button('Verify').click();
    const reason = page.getByText('This code is incorrect or has already been used.', { exact: false });
    await expect.element(reason).toBeVisible();
    await expectFieldError(code(), 'This code is incorrect or has already been used.');
    await expectToast('Wrong code.');
    await expect.element(code()).toHaveFocus();
    await expect.element(code()).toHaveValue('123456');
    await code().fill('654321');
    await expect.element(reason).not.toBeInTheDocument();
    await expectFieldRight(code());
  });

  it('too often, or too late, begins the sign-in anew', async () => {
    const { onExpired } = await renderStep();
    server.refuse(verifyTwoFactorSignIn, 'ChallengeExpired', { message: 'Sign in again.' });
    await code().fill('123456');
    await button('Verify').click();
    await expectToast('Sign in again.');
    expect(onExpired).toHaveBeenCalledTimes(1);
  });

  it.each(['RateLimitExceeded', 'AccountFrozen'] as const)(
    'with %s is told in the server’s words',
    async (refusal) => {
      await renderStep();
      server.refuse(verifyTwoFactorSignIn, refusal, { message: 'Not now.' });
      await code().fill('123456');
      await button('Verify').click();
      await expect.element(page.getByText('Not now.')).toBeVisible();
    },
  );

  it('by nobody can be tried again', async () => {
    const { onSignedIn } = await renderStep();
    server.loseAnswer(verifyTwoFactorSignIn);
    await code().fill('123456');
    await button('Verify').click();
    await expect.element(page.getByText('Verification failed. Please try again.')).toBeVisible();
    await expectFieldRight(code());
    server.reply(verifyTwoFactorSignIn, signedInAs(sara));
    await button('Verify').click();
    await expect.poll(() => onSignedIn.mock.calls.length).toBe(1);
  });
});

describe('a recovery code', () => {
  const lost = () => button('Lost your device? Use a recovery code');

  it('takes the place and the focus of the other, and signs in', async () => {
    const { onSignedIn } = await renderStep();
    await lost().click();
    await expect.element(recovery()).toHaveFocus();
    server.reply(recoverTwoFactorSignIn, signedInAs(sara));
    await recovery().fill(' abcd-efgh-ijkl-mnop ');
    await button('Verify').click();
    await expect
      .poll(() => onSignedIn.mock.calls[0]?.[1])
      .toEqual({ method: 'recovery', recoveryCode: 'abcd-efgh-ijkl-mnop' });
  });

  it('and the other are switched between, each beginning anew', async () => {
    await renderStep();
    await code().fill('123');
    await button('Verify').click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await lost().click();
    expect(page.getByRole('alert').query()).toBeNull();
    await expect.element(recovery()).toHaveValue('');
    await button('Back to the authenticator code').click();
    await expect.element(code()).toHaveFocus();
    await expect.element(code()).toHaveValue('');
  });

  it('that is empty, or wrong, is told in place', async () => {
    await renderStep();
    await lost().click();
    await button('Verify').click();
    await expect.element(page.getByText('Please enter a recovery code')).toBeVisible();
    await expectFieldError(recovery(), 'Please enter a recovery code');
    await expect.element(recovery()).toHaveFocus();
    server.refuse(recoverTwoFactorSignIn, 'InvalidRecoveryCode');
    await recovery().fill('abcd');
    await button('Verify').click();
    await expect
      .element(page.getByText('This recovery code is incorrect or has already been used.'))
      .toBeVisible();
    await expectFieldError(recovery(), 'This recovery code is incorrect');
    await recovery().fill('efgh');
    await expectFieldRight(recovery());
  });
});

it('offers a passkey only where the account has one', async () => {
  await renderStep(['code']);
  expect(button('Use a passkey instead').query()).toBeNull();
  await renderStep(['code', 'passkey']);
  await expect.element(button('Use a passkey instead')).toBeVisible();
});
