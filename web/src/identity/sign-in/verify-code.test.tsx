import { resendVerification, verifyCode } from '@mercury/contract/api/auth.ts';
import { getProfile, type User } from '@mercury/contract/api/users.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { holdClock, passTime } from '../../test/clock.ts';
import { button, expectFieldError, expectProblem, expectToast, field, paste } from '../../test/fields.ts';
import { listener } from '../../test/listener.ts';
import { renderApp } from '../../test/render-app.tsx';
import { sara, signedInAs, success } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { VerifyCode } from './verify-code.tsx';

const box = (position: number) => field(`Character ${position} of 6`);

const shownCode = () =>
  Array.from(document.querySelectorAll<HTMLInputElement>('[role="group"] input'), ({ value }) => value).join(
    '',
  );

async function renderCode(as?: User) {
  holdClock();
  const onVerified = listener();
  const rendered = await renderApp(
    <VerifyCode email={sara.email} username={sara.username} onVerified={onVerified} />,
    as && { as },
  );
  return { onVerified, ...rendered };
}

async function enter(code: string) {
  await box(1).click();
  await paste(code);
  await expect.element(box(6)).toHaveFocus();
}

describe('a full code', () => {
  it('is sent by itself half a second after its last character, once', async () => {
    const { onVerified } = await renderCode();
    let sentAtMs = 0;
    server.replyBy(verifyCode, () => {
      sentAtMs = Date.now();
      return signedInAs(sara);
    });
    await box(1).click();
    await paste('ab12c');
    const typedAtMs = Date.now();
    await userEvent.keyboard('d');
    expect(server.callCount(verifyCode)).toBe(0);
    await passTime(500);
    await expect.poll(() => onVerified.mock.calls).toEqual([[signedInAs(sara)]]);
    expect(server.calls(verifyCode).map(({ body }) => body)).toEqual([
      { email: sara.email, code: 'AB12CD', username: sara.username },
    ]);
    await expectToast('Email verified successfully');
    expect(sentAtMs - typedAtMs).toBeGreaterThanOrEqual(500);
  });

  it('that is taken back before is not sent', async () => {
    const { unmount } = await renderCode();
    await enter('ab12cd');
    await userEvent.keyboard('{Backspace}');
    await passTime(1000);
    expect(server.callCount(verifyCode)).toBe(0);
    await unmount();
  });

  it('is not sent for whoever has left', async () => {
    const { unmount } = await renderCode();
    await enter('ab12cd');
    await unmount();
    await passTime(1000);
    expect(server.callCount(verifyCode)).toBe(0);
  });

  it('locks its boxes while it is checked, and is sent once though its button is pressed too', async () => {
    await renderCode();
    const held = server.hold(verifyCode, signedInAs(sara));
    await enter('ab12cd');
    await button('Verify').click();
    await passTime(600);
    await expect.element(box(1)).toBeDisabled();
    held.release();
    await expectToast('Email verified successfully');
    expect(server.callCount(verifyCode)).toBe(1);
  });
});

describe('a code that is refused', () => {
  it('is told in the server’s words, and the boxes begin anew at the first', async () => {
    await renderCode();
    server.refuse(verifyCode, 'InvalidOrExpiredCode', { message: 'This code has expired.' });
    await enter('ab12cd');
    await passTime(500);
    await expectToast('This code has expired.');
    await expectFieldError(box(1), 'This code has expired.');
    await passTime(100);
    await expect.element(box(1)).toHaveFocus();
    await expect.element(box(6)).toHaveValue('');
    await userEvent.keyboard('x');
    await expect.element(box(1)).not.toHaveAttribute('aria-invalid');
  });

  it('may be that of a link which was opened already: then the way on is to sign in', async () => {
    await renderCode();
    server.refuse(verifyCode, 'InvalidOrExpiredCode', { message: 'This code has expired.' });
    const hint = page.getByText('Already opened the link in the email? Sign in', { exact: true });
    expect(hint.query()).toBeNull();
    await enter('ab12cd');
    await passTime(500);
    await expect.element(hint).toBeVisible();
    await expect.element(button('Sign in')).toBeVisible();
  });

  it('is not spoken of where the email turns out to be verified already', async () => {
    await renderCode({ ...sara, emailVerified: false });
    server.refuse(verifyCode, 'InvalidOrExpiredCode', { message: 'This code has expired.' });
    server.reply(getProfile, { success: true, data: { user: sara } });
    await enter('ab12cd');
    await passTime(500);
    await expectToast('Email verified successfully');
    expect(page.getByText('This code has expired.').query()).toBeNull();
    expect(server.callCount(getProfile)).toBe(1);
  });

  it('is told to whoever is signed in and still has to verify, with no way to sign in', async () => {
    const unverified = { ...sara, emailVerified: false };
    await renderCode(unverified);
    server.refuse(verifyCode, 'InvalidOrExpiredCode', { message: 'This code has expired.' });
    server.reply(getProfile, { success: true, data: { user: unverified } });
    await enter('ab12cd');
    await passTime(500);
    await expectFieldError(box(1), 'This code has expired.');
    expect(button('Sign in').query()).toBeNull();
  });

  it('by nobody blames nobody', async () => {
    await renderCode();
    server.loseAnswer(verifyCode);
    await enter('ab12cd');
    await passTime(500);
    await expectToast('Email verification failed');
    await passTime(100);
    await expect.element(box(1)).toHaveFocus();
    expect(shownCode()).toBe('');
  });
});

it('less than a code is not sent: the whole of it is asked for', async () => {
  await renderCode();
  await box(1).click();
  await paste('ab12');
  await button('Verify').click();
  await expectToast('Please enter the full 6-character code');
  await expectFieldError(box(5), 'Please enter the full 6-character code');
  await expect.element(box(5)).toHaveFocus();
  expect(shownCode()).toBe('AB12');
  expect(server.callCount(verifyCode)).toBe(0);
});

describe('another code', () => {
  it('can be asked for once a minute, which is counted down', async () => {
    await renderCode();
    server.reply(resendVerification, success());
    await button('Resend code').click();
    await expectToast('Verification email sent successfully');
    const waiting = page.getByRole('button', { name: /^Resend in / });
    await expect.element(waiting).toBeDisabled();
    await passTime(30_000);
    await expect.element(waiting).toMatchTextContent(/0:(30|29|28)/);
    await passTime(30_000);
    await expect.element(button('Resend code')).toBeEnabled();
    expect(server.calls(resendVerification)[0]?.body).toEqual({
      email: sara.email,
      username: sara.username,
    });
  });

  it('that is asked for too often waits too, and says so', async () => {
    await renderCode();
    server.refuse(resendVerification, 'RateLimitExceeded', { message: 'One mail a minute.' });
    await button('Resend code').click();
    await expectToast('One mail a minute.');
    await expect.element(page.getByRole('button', { name: /^Resend in / })).toBeDisabled();
  });

  it('that fails otherwise says only so, and can be asked for again at once', async () => {
    await renderCode();
    await box(1).click();
    await paste('ab12');
    server.refuse(resendVerification, 'ServerError', { message: 'Silent' });
    await button('Resend code').click();
    await expectToast('Failed to send verification email');
    await expectProblem('Failed to send verification email');
    expect(shownCode()).toBe('AB12');
    server.refuse(resendVerification, 'RateLimitExceeded', { message: 'One mail a minute.' });
    await button('Resend code').click();
    await expectToast('One mail a minute.');
    expect(page.getByText('Silent').query()).toBeNull();
  });
});
