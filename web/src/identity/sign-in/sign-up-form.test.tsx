import { register } from '@mercury/contract/api/auth.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  button,
  checkbox,
  expectFieldError,
  expectFieldRight,
  expectOnlyToast,
  expectToast,
  field,
  pressTwice,
} from '../../test/fields.ts';
import { listener } from '../../test/listener.ts';
import { renderApp } from '../../test/render-app.tsx';
import { sara } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { SignUpForm } from './sign-up-form.tsx';

const password = 'Passw0rd!';
const submit = () => button('Create account');
const { username, email, name } = sara;
const registered = {
  success: true,
  data: { user: { username, email, name, emailVerified: false, twoFactorEnabled: false } },
  message: '',
} as const;

async function renderForm() {
  const heard = { onRegistered: listener(), onSignIn: listener() };
  await renderApp(<SignUpForm {...heard} />);
  return heard;
}

async function fillIn() {
  await field('Username').fill(username);
  await field('Email').fill(email);
  await field('Password').fill(password);
  await field('Confirm password').fill(password);
}

describe('what is wrong', () => {
  it('stands at each field, and the first takes the focus', async () => {
    await renderForm();
    await field('Username').fill('a b!');
    await field('Email').fill('sara@');
    await field('Password').fill('short');
    await field('Confirm password').fill('other');
    await submit().click();
    await expectFieldError(field('Username'), 'Username can only contain letters, numbers, and underscores');
    await expectFieldError(field('Email'), 'Please enter a valid email address');
    await expectFieldError(field('Password'), 'Password must be at least 8 characters');
    await expectFieldError(field('Confirm password'), 'Passwords do not match');
    await expect.element(field('Username')).toHaveFocus();
    expect(server.callCount(register)).toBe(0);
  });

  it('does not take the hint away from a screen reader', async () => {
    await renderForm();
    await submit().click();
    await expectFieldError(field('Username'), 'Other people can see it.');
    await expectFieldError(field('Username'), 'Username must be at least 3 characters');
    await field('Username').fill(username);
    await expectFieldRight(field('Username'));
    await expect
      .element(field('Username'))
      .toHaveAccessibleDescription(expect.stringContaining('Other people can see it.'));
  });

  it('with two passwords that differ is mended by changing the first', async () => {
    await renderForm();
    await fillIn();
    await field('Confirm password').fill(`${password}?`);
    await submit().click();
    await expectFieldError(field('Confirm password'), 'Passwords do not match');
    await field('Password').fill(`${password}?`);
    await expectFieldRight(field('Confirm password'));
  });
});

it('tells before any failure how long a password is at least', async () => {
  await renderForm();
  await expect
    .element(field('Password'))
    .toHaveAccessibleDescription(expect.stringContaining('At least 8 characters.'));
});

it('measures the password as it is typed', async () => {
  await renderForm();
  expect(page.getByRole('meter').query()).toBeNull();
  await field('Password').fill('aaaaaaaaaaA1!');
  await expect.element(page.getByRole('meter', { name: 'Strong password' })).toBeVisible();
  await field('Password').fill('a');
  await expect.element(page.getByRole('meter', { name: 'Weak password' })).toBeVisible();
});

it('registers once however fast it is pressed, in the language that is read', async () => {
  const { onRegistered } = await renderForm();
  const held = server.hold(register, registered);
  await fillIn();
  await checkbox('I accept the terms and conditions and the privacy policy').click();
  pressTwice(submit());
  await expect.element(submit()).toHaveAttribute('aria-busy', 'true');
  held.release();
  await expect.poll(() => onRegistered.mock.calls).toEqual([[{ email, username }]]);
  expect(server.calls(register).map(({ body }) => body)).toEqual([
    { username, email, password, confirmPassword: password, acceptedTerms: true, locale: 'en' },
  ]);
});

it('leads from its terms to both documents, in tabs of their own, so that what is typed stays', async () => {
  await renderForm();
  for (const [name, path] of [
    ['terms and conditions', '/terms-and-conditions'],
    ['privacy policy', '/privacy-policy'],
  ] as const) {
    const link = page.getByRole('link', { name });
    await expect.element(link).toHaveAttribute('href', path);
    await expect.element(link).toHaveAttribute('target', '_blank');
  }
});

describe('a registration that is refused', () => {
  it('for a taken username says so at the username, which takes the focus', async () => {
    const { onRegistered } = await renderForm();
    server.refuse(register, 'UsernameTaken', { message: 'This username is taken.' });
    await fillIn();
    await submit().click();
    await expectFieldError(field('Username'), 'This username is taken.');
    await expect.element(field('Username')).toHaveFocus();
    await expectToast('Registration failed');
    expect(onRegistered).not.toHaveBeenCalled();
    server.reply(register, registered);
    await field('Username').fill('another_name');
    await submit().click();
    await expectOnlyToast('User registered successfully. Please verify your email.');
  });

  it('for its fields says at each what is wrong, and keeps what was typed', async () => {
    await renderForm();
    server.refuse(register, 'ValidationFailed', {
      message: 'Look at the fields.',
      errors: [{ field: 'password', message: 'This password is too common.' }],
    });
    await fillIn();
    await submit().click();
    await expectFieldError(field('Password'), 'This password is too common.');
    await expectToast('This password is too common');
    await expect.element(field('Email')).toHaveValue(email);
    await expect.element(field('Password')).toHaveValue(password);
  });

  it.each(['Busy', 'ServerError'] as const)('with %s tells the server’s words', async (code) => {
    await renderForm();
    server.refuse(register, code, { message: 'Not now.' });
    await fillIn();
    await submit().click();
    await expectToast('Not now.');
  });

  it('by nobody blames the connection, and works once it is back', async () => {
    const { onRegistered } = await renderForm();
    server.loseAnswer(register);
    await fillIn();
    await submit().click();
    await expectToast('Network error. Please check your internet connection.');
    server.reply(register, registered);
    await submit().click();
    await expect.poll(() => onRegistered.mock.calls.length).toBe(1);
  });
});
