import { login, type TwoFactorChallenge } from '@mercury/contract/api/auth.ts';
import { passkeySignInOptions } from '@mercury/contract/api/passkeys.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  button,
  checkbox,
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
import { SignInForm } from './sign-in-form.tsx';

const password = 'Passw0rd!';
const submit = () => button('Sign in');

async function renderForm(locale: 'en' | 'fa' = 'en') {
  const answered = { onAnswered: listener(), onForgot: listener(), onRegister: listener() };
  await renderApp(<SignInForm {...answered} />, { locale });
  return answered;
}

async function fillIn() {
  await field('Email').fill(sara.email);
  await field('Password').fill(password);
}

describe('what is wrong', () => {
  it('stands at its field, and the first wrong field takes the focus', async () => {
    await renderForm();
    await submit().click();
    await expectFieldError(field('Email'), 'Please enter a valid email address');
    await expectFieldError(field('Password'), 'Password must be at least 8 characters');
    await expect.element(field('Email')).toHaveFocus();
    expect(server.callCount(login)).toBe(0);
  });

  it('is taken back as soon as it is right', async () => {
    await renderForm();
    await field('Email').fill('sara');
    await submit().click();
    await expectFieldError(field('Email'), 'Please enter a valid email address');
    await field('Email').fill(sara.email);
    await expectFieldRight(field('Email'));
    await field('Password').fill('1234567');
    await expectFieldError(field('Password'), 'Password must be at least 8 characters');
    await field('Password').fill('12345678');
    await expectFieldRight(field('Password'));
  });

  it('of a username is said of the username, and of the password beside it', async () => {
    await renderForm();
    await page.getByRole('tab', { name: 'Username' }).click();
    await field('Username').fill('ab');
    await field('Password').fill('1234567');
    await submit().click();
    await expectFieldError(field('Username'), 'Username must be at least 3 characters');
    await expectFieldError(field('Password'), 'Password must be at least 8 characters');
  });

  it('is said in Persian to Persian readers, with their digits', async () => {
    await renderForm('fa');
    await button('ورود').click();
    await expectFieldError(field('گذرواژه'), 'گذرواژه باید حداقل ۸ نویسه داشته باشد');
  });
});

describe('a sign-in', () => {
  it('by email sends the email, the password and the choice to be remembered', async () => {
    const { onAnswered } = await renderForm();
    server.reply(login, signedInAs(sara));
    await fillIn();
    await checkbox('Remember me').click();
    await submit().click();
    await expectToast('Login successful');
    expect(server.calls(login)[0]?.body).toEqual({ email: sara.email, password, rememberMe: true });
    expect(onAnswered).toHaveBeenCalledWith(signedInAs(sara));
  });

  it('by username keeps the password that was typed before', async () => {
    await renderForm();
    server.reply(login, signedInAs(sara));
    await fillIn();
    await page.getByRole('tab', { name: 'Username' }).click();
    await field('Username').fill(sara.username);
    await submit().click();
    await expectToast('Login successful');
    expect(server.calls(login)[0]?.body).toEqual({ username: sara.username, password, rememberMe: false });
  });

  it('that waits for a second factor says so', async () => {
    const { onAnswered } = await renderForm();
    const challenge: TwoFactorChallenge = {
      success: true,
      requiresTwoFactor: true,
      tempToken: 'temporary',
      twoFactorMethods: ['code'],
      message: '',
    };
    server.reply(login, challenge);
    await fillIn();
    await submit().click();
    await expectToast('Two-factor authentication required');
    expect(onAnswered).toHaveBeenCalledWith(challenge);
  });

  it('is sent once however fast it is pressed, and its button is busy meanwhile', async () => {
    const { onAnswered } = await renderForm();
    const held = server.hold(login, signedInAs(sara));
    await fillIn();
    pressTwice(submit());
    await expect.element(submit()).toHaveAttribute('aria-busy', 'true');
    await expectToast('Logging in...');
    held.release();
    await expect.poll(() => onAnswered.mock.calls.length).toBe(1);
    expect(server.callCount(login)).toBe(1);
  });
});

describe('a sign-in that is refused', () => {
  it.each([
    ['InvalidCredentials', 'Email or password is wrong.'],
    ['AccountFrozen', 'This account is frozen.'],
    ['RateLimitExceeded', 'Try again in 15 minutes.'],
    ['Busy', 'Much is going on.'],
  ] as const)(
    'with %s is told in the server’s own words, and what was typed stays',
    async (code, message) => {
      const { onAnswered } = await renderForm();
      server.refuse(login, code, { message });
      await fillIn();
      await submit().click();
      await expectToast('Login failed');
      await expectToast(message);
      // The toast goes away, this stays.
      await expect.element(page.getByRole('tabpanel').getByRole('alert')).toHaveTextContent(message);
      await expect.element(field('Email')).toHaveValue(sara.email);
      await expect.element(field('Password')).toHaveValue(password);
      expect(onAnswered).not.toHaveBeenCalled();
    },
  );

  it('without words is told as email and password that do not match', async () => {
    await renderForm();
    server.refuse(login, 'InvalidCredentials');
    await fillIn();
    await submit().click();
    await expectToast('Invalid email or password');
    await page.getByRole('tab', { name: 'Username' }).click();
    await field('Username').fill(sara.username);
    await submit().click();
    await expectToast('Invalid username or password');
  });

  it('by nobody, for want of an answer, blames the connection and can be tried again', async () => {
    const { onAnswered } = await renderForm();
    server.loseAnswer(login);
    await fillIn();
    await submit().click();
    await expectToast('Network error. Please check your internet connection.');
    await expect.element(field('Email')).toHaveValue(sara.email);
    server.reply(login, signedInAs(sara));
    await submit().click();
    await expect.poll(() => onAnswered.mock.calls.length).toBe(1);
  });

  it('by something in between that answers with a page tells its status', async () => {
    await renderForm();
    server.answerAsProxy(login, 502);
    await fillIn();
    await submit().click();
    await expectToast('Request failed with status 502');
  });
});

describe('a passkey', () => {
  const withPasskey = () => button('Continue with a passkey');
  const options = { challenge: 'AQID' };

  afterEach(() => vi.unstubAllGlobals());

  it('that the person does not choose after all is passed over in silence', async () => {
    await renderForm();
    server.reply(passkeySignInOptions, { success: true, options, challengeToken: 'challenge-token' });
    const prompt = vi
      .spyOn(navigator.credentials, 'get')
      .mockRejectedValue(new DOMException('', 'NotAllowedError'));
    await withPasskey().click();
    await expect.poll(() => prompt.mock.calls.length).toBe(1);
    await expect.element(withPasskey()).not.toHaveAttribute('aria-busy');
    expect(page.getByText('Login failed').query()).toBeNull();
    expect(page.getByRole('alert').query()).toBeNull();
  });

  it('that can’t be asked for because there is no answer is told of', async () => {
    await renderForm();
    server.loseAnswer(passkeySignInOptions);
    await withPasskey().click();
    await expectToast('Login failed');
    await expect.element(withPasskey()).not.toHaveAttribute('aria-busy');
  });

  it('is not offered where the browser has none', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    await renderForm();
    await expect.element(submit()).toBeVisible();
    expect(withPasskey().query()).toBeNull();
  });
});

it('shows the password on demand', async () => {
  await renderForm();
  await expect.element(field('Password')).toHaveAttribute('type', 'password');
  await button('Show password').click();
  await expect.element(field('Password')).toHaveAttribute('type', 'text');
  await button('Hide password').click();
  await expect.element(field('Password')).toHaveAttribute('type', 'password');
});

it('leads to a forgotten password and to registering', async () => {
  const { onForgot, onRegister } = await renderForm();
  await button('Forgot password?').click();
  await button('Create an account').click();
  expect([onForgot, onRegister].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});
