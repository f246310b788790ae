import { forgotPassword } from '@mercury/contract/api/password-reset.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  button,
  expectFieldError,
  expectOnlyToast,
  expectToast,
  field,
  pressTwice,
} from '../../test/fields.ts';
import { listener } from '../../test/listener.ts';
import { currentPath, renderApp } from '../../test/render-app.tsx';
import { sara, success } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { ForgotPasswordRoute } from '../../routes/forgot-password.tsx';
import { ForgotPassword } from './forgot-password.tsx';

const submit = () => button('Send reset link');

async function renderForm() {
  const heard = { onEnterCode: listener() };
  await renderApp(<ForgotPassword {...heard} backToLogin={<a href="/login">Back to sign in</a>} />);
  return heard;
}

it('asks for a valid email at its field', async () => {
  await renderForm();
  await expect.element(field('Email')).toHaveAttribute('autocomplete', 'email');
  await field('Email').fill('sara');
  await submit().click();
  await expectFieldError(field('Email'), 'Please enter a valid email address');
  await expect.element(field('Email')).toHaveFocus();
});

it('asks once, and then says where the mail goes and what else can be done', async () => {
  const { onEnterCode } = await renderForm();
  server.reply(forgotPassword, success());
  await field('Email').fill(sara.email);
  pressTwice(submit());
  await expect.element(page.getByText('Check your email')).toHaveFocus();
  await expect.element(page.getByText(sara.email)).toBeVisible();
  expect(server.calls(forgotPassword).map(({ body }) => body)).toEqual([{ email: sara.email }]);
  await button('Enter the code from the email').click();
  expect(onEnterCode).toHaveBeenCalledTimes(1);
});

it('says so after a reload too', async () => {
  const show = () =>
    renderApp(<ForgotPassword onEnterCode={listener()} backToLogin={<a href="/login">Back to sign in</a>} />);
  const { unmount } = await show();
  server.reply(forgotPassword, success());
  await field('Email').fill(sara.email);
  await submit().click();
  await expect.element(page.getByText('Check your email')).toBeVisible();
  await unmount();
  await show();
  await expect.element(page.getByText('Check your email')).toBeVisible();
  await expect.element(page.getByText(sara.email)).toBeVisible();
  await button('Use a different email').click();
  await expect.element(field('Email')).toHaveValue(sara.email);
  expect(server.callCount(forgotPassword)).toBe(1);
});

it('goes back to the address that was entered', async () => {
  await renderForm();
  server.reply(forgotPassword, success());
  await field('Email').fill(sara.email);
  await submit().click();
  await button('Use a different email').click();
  await expect.element(field('Email')).toHaveValue(sara.email);
});

it.each([
  ['RateLimitExceeded', 'Too many mails.'],
  ['Busy', 'Not now.'],
] as const)('refused with %s it says so and keeps the address', async (code, message) => {
  await renderForm();
  server.refuse(forgotPassword, code, { message });
  await field('Email').fill(sara.email);
  await submit().click();
  await expectToast(message);
  await expect.element(field('Email')).toHaveValue(sara.email);
});

it('without an answer of the server it tells what failed, keeps the address, and works with the next try', async () => {
  await renderForm();
  await field('Email').fill(sara.email);
  server.answerAsProxy(forgotPassword, 500);
  await submit().click();
  await expectToast('Failed to send password reset email');
  server.loseAnswer(forgotPassword);
  await submit().click();
  await expectOnlyToast('Network error. Please check your internet connection.');
  await expect.element(field('Email')).toHaveValue(sara.email);
  server.reply(forgotPassword, success());
  await submit().click();
  await expect.element(page.getByText('Check your email')).toBeVisible();
});

it('leads back to signing in by a link, before and after', async () => {
  await renderApp(<ForgotPasswordRoute />);
  const back = page.getByRole('link', { name: 'Back to sign in' });
  await expect.element(back).toHaveAttribute('href', '/login');
  server.reply(forgotPassword, success());
  await field('Email').fill(sara.email);
  await submit().click();
  await expect.element(page.getByText('Check your email')).toBeVisible();
  await back.click();
  await expect.poll(currentPath).toBe('/login');
});
