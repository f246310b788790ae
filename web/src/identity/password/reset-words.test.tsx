import { resetPassword, validateResetToken } from '@mercury/contract/api/password-reset.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ResetPasswordRoute } from '../../routes/reset-password.tsx';
import { button, expectFieldError, expectToast, field } from '../../test/fields.ts';
import { renderApp } from '../../test/render-app.tsx';
import { server } from '../../test/stand-in-server.ts';

const toasts = () => page.getByRole('region', { name: 'Notifications' }).element().textContent;

async function fillInAndSend() {
  await field('New password').fill('Passw0rd!');
  await field('Confirm new password').fill('Passw0rd!');
  await button('Reset password').click();
}

it('a code that is wrong is told at its field, without a word of a link', async () => {
  await renderApp(<ResetPasswordRoute />, { at: '/reset-password' });
  await expectToast('This reset link is not valid');
  server.refuse(resetPassword, 'InvalidOrExpiredToken', { message: 'This code is wrong.' });
  await field('Code from the email').fill('ABCD');
  await fillInAndSend();
  await expectFieldError(field('Code from the email'), 'This code is wrong.');
  await expect.poll(toasts).toContain('This code is wrong.');
  expect(toasts()).not.toContain('link');
});

it('two-factor that stays on is spoken of without a passkey where the account has none', async () => {
  server.reply(validateResetToken, {
    success: true,
    valid: true,
    message: '',
    expiresIn: 1800,
    passkeys: [],
    twoFactorEnabled: true,
  });
  await renderApp(<ResetPasswordRoute />, { at: '/reset-password#token=token' });
  const notice = page.getByText(/^Two-factor authentication stays on\./);
  await expect.element(notice).not.toMatchTextContent(/passkey/);
  await fillInAndSend();
  const question = page.getByRole('dialog', { name: 'Will you be able to sign in?' });
  await expect.element(question).toHaveAccessibleDescription(/^(?!.*passkey).*your new password/);
});
