import type { Passkey } from '@mercury/contract/api/passkey-shape.ts';
import { resetPassword, validateResetToken } from '@mercury/contract/api/password-reset.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { holdClock, passTime } from '../../test/clock.ts';
import {
  button,
  expectFieldError,
  expectFieldRight,
  expectToast,
  field,
  pressTwice,
} from '../../test/fields.ts';
import { listener } from '../../test/listener.ts';
import { currentPath, renderApp } from '../../test/render-app.tsx';
import { idOf, success } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { ResetPassword } from './reset-password.tsx';

const password = 'Passw0rd!';
const submit = () => button('Reset password');
const linkFor = (seconds: number, passkeys: Passkey[] = [], twoFactorEnabled = false) =>
  ({
    success: true,
    valid: seconds > 0,
    message: '',
    expiresIn: seconds,
    passkeys,
    twoFactorEnabled,
  }) as const;

async function renderReset(token: string | null = null) {
  const onAskAgain = listener();
  const rendered = await renderApp(<ResetPassword token={token} onAskAgain={onAskAgain} />, {
    at: '/reset-password',
  });
  return { onAskAgain, ...rendered };
}

async function fillIn() {
  await field('New password').fill(password);
  await field('Confirm new password').fill(password);
}

describe('the new password', () => {
  it.each([
    ['Aa1!', 'Password must be at least 8 characters'],
    ['passw0rd!', 'Password must contain an uppercase letter'],
    ['PASSW0RD!', 'Password must contain a lowercase letter'],
    ['Password!', 'Password must contain a number'],
    ['Passw0rds', 'Password must contain a special character'],
  ])('%s is refused: %s', async (weak, reason) => {
    await renderReset();
    await field('New password').fill(weak);
    await submit().click();
    await expectFieldError(field('New password'), reason);
    await expect.element(field('New password')).toHaveFocus();
  });

  it('has to be repeated, and changing the first of the two counts too', async () => {
    await renderReset();
    await field('New password').fill(password);
    await field('Confirm new password').fill(`${password}?`);
    await submit().click();
    await expectFieldError(field('Confirm new password'), 'Passwords do not match');
    await field('New password').fill(`${password}?`);
    await expectFieldRight(field('Confirm new password'));
  });

  it('is measured as it is typed', async () => {
    await renderReset();
    await field('New password').fill('aA1');
    await expect.element(page.getByRole('meter', { name: 'Fair' })).toBeVisible();
    await field('New password').fill(password);
    await expect.element(page.getByRole('meter', { name: 'Good' })).toBeVisible();
  });

  it('that the server refuses is told at its field and in a message', async () => {
    await renderReset();
    server.refuse(resetPassword, 'ValidationFailed', {
      message: 'Look at the fields.',
      errors: [{ field: 'password', message: 'This password is too common.' }],
    });
    await field('Code from the email').fill('ABCD-EFGH');
    await fillIn();
    await submit().click();
    await expectFieldError(field('New password'), 'This password is too common.');
    await expectToast('This password is too common');
    await expect.element(field('New password')).toHaveFocus();
    await expect.element(field('New password')).toHaveValue(password);
  });
});

describe('the code of the mail', () => {
  it('is asked for where there is no link', async () => {
    await renderReset();
    await fillIn();
    await submit().click();
    await expectToast('Enter the code from the email to reset your password');
    await expectFieldError(field('Code from the email'), 'Enter the code from the email');
    await expect.element(field('Code from the email')).toHaveFocus();
    expect(server.callCount(resetPassword)).toBe(0);
  });

  it('is sent without its spaces, once, and ends at a way to sign in', async () => {
    await renderReset();
    const held = server.hold(resetPassword, success());
    await field('Code from the email').fill('ABCD EFGH');
    await fillIn();
    pressTwice(submit());
    await expect.element(submit()).toHaveAttribute('aria-busy', 'true');
    held.release();
    await expect.element(page.getByText('Your password has been reset')).toBeVisible();
    expect(server.calls(resetPassword).map(({ body }) => body)).toEqual([
      { token: 'ABCDEFGH', password, confirmPassword: password },
    ]);
  });

  it('that is wrong stands at its field to be mended', async () => {
    await renderReset();
    server.refuse(resetPassword, 'InvalidOrExpiredToken', { message: 'This code is wrong.' });
    await field('Code from the email').fill('ABCD');
    await fillIn();
    await submit().click();
    await expectFieldError(field('Code from the email'), 'This code is wrong.');
    await expect.element(field('Code from the email')).toHaveFocus();
    await expect.element(field('New password')).toHaveValue(password);
  });
});

describe('a link', () => {
  it('is looked at once, and counted down to its end', async () => {
    holdClock();
    const held = server.hold(validateResetToken, linkFor(90));
    await renderReset('token');
    await expect
      .element(
        page
          .getByRole('status')
          .filter({ hasText: /^Checking your reset link…$/ })
          .first(),
      )
      .toBeVisible();
    await expectToast('Checking your reset link…');
    held.release();
    await expect.element(page.getByRole('timer')).toMatchTextContent(/1:(30|29)/);
    await expectToast('The reset link is valid. Choose a new password.');
    await passTime(60_000);
    await expect.element(page.getByRole('timer')).toMatchTextContent(/0:(30|29|28)/);
    await passTime(31_000);
    await expect.element(page.getByText('This link does not work')).toBeVisible();
    await expect.element(field('New password')).not.toBeInTheDocument();
    expect(server.callCount(validateResetToken)).toBe(1);
  });

  it('that ends while the password is on its way is not given up before the answer', async () => {
    holdClock();
    server.reply(validateResetToken, linkFor(30));
    await renderReset('token');
    const held = server.hold(resetPassword, success());
    await fillIn();
    await submit().click();
    await passTime(31_000);
    await expect.element(submit()).toHaveAttribute('aria-busy', 'true');
    held.release();
    await expect.element(page.getByText('Your password has been reset')).toBeVisible();
  });

  it('that is used or over leads to another one', async () => {
    server.reply(validateResetToken, linkFor(0));
    const { onAskAgain } = await renderReset('token');
    await expect.element(page.getByText('This link does not work')).toBeVisible();
    await button('Get a new link').click();
    expect(onAskAgain).toHaveBeenCalledTimes(1);
  });

  it('that can be no token is not asked about', async () => {
    await renderReset('a b');
    await expect.element(page.getByText('This link does not work')).toBeVisible();
    expect(server.callCount(validateResetToken)).toBe(0);
  });

  it.each(['loseAnswer', 'refuse'] as const)(
    'that could not be looked at (%s) can be asked about again',
    async (how) => {
      if (how === 'loseAnswer') server.loseAnswer(validateResetToken);
      else server.refuse(validateResetToken, 'Busy', { message: 'Not now.' });
      await renderReset('token');
      await expect.element(page.getByText('We could not check your link')).toBeVisible();
      await expectToast(
        how === 'refuse' ? 'Not now.' : 'Network error. Please check your internet connection.',
      );
      server.reply(validateResetToken, linkFor(60));
      await button('Try again').click();
      await expect.element(field('New password')).toBeVisible();
    },
  );
});

describe('the passkeys of the account', () => {
  const laptop: Passkey = {
    id: idOf(1),
    name: 'Laptop',
    isSynced: false,
    createdAt: '2026-03-01T10:00:00.000Z',
    lastUsedAt: null,
  };
  const phone: Passkey = { ...laptop, id: idOf(2), name: 'Phone', lastUsedAt: '2026-03-05T10:00:00.000Z' };
  const linkWith = (...passkeys: Passkey[]) => linkFor(1800, passkeys);
  const passkeys = () => page.getByRole('group', { name: 'Keep the passkeys you know' });
  const box = (text: string) => passkeys().getByRole('checkbox', { name: new RegExp(`^${text}`) });

  it('are listed unticked, with when each was added and used, and only those that are ticked stay', async () => {
    server.reply(validateResetToken, linkWith(laptop, phone));
    server.reply(resetPassword, success());
    await renderReset('token');
    await expect.element(passkeys()).toHaveAccessibleDescription(/All others will be removed/);
    await expect.element(box('Laptop')).toHaveAccessibleName(/Added Mar 1, 2026.*never used/);
    await expect.element(box('Phone')).toHaveAccessibleName(/last used Mar 5, 2026/);
    await expect.element(box('Laptop')).not.toBeChecked();
    await expect.element(box('Phone')).not.toBeChecked();
    await fillIn();
    await box('Laptop').click();
    await box('Phone').click();
    await box('Laptop').click();
    await submit().click();
    await expect.element(page.getByText('Your password has been reset')).toBeVisible();
    expect(server.calls(resetPassword).map(({ body }) => body)).toEqual([
      { token: 'token', password, confirmPassword: password, keepPasskeyIds: [phone.id] },
    ]);
  });

  it('are not spoken of where there are none, and none is named', async () => {
    server.reply(validateResetToken, linkWith());
    server.reply(resetPassword, success());
    await renderReset('token');
    await fillIn();
    expect(passkeys().query()).toBeNull();
    await submit().click();
    await expect.element(page.getByText('Your password has been reset')).toBeVisible();
    expect(server.calls(resetPassword)[0]?.body).toEqual({
      token: 'token',
      password,
      confirmPassword: password,
    });
  });

  it('are listed once the code of the mail stands there whole', async () => {
    server.reply(validateResetToken, linkWith(laptop));
    await renderReset();
    await field('Code from the email').fill('ABCD-EFGH-JKMN-PQR');
    await fillIn();
    expect(server.callCount(validateResetToken)).toBe(0);
    await field('Code from the email').fill('abcd efgh jkmn pqrs');
    await expect.element(box('Laptop')).not.toBeChecked();
    expect(server.calls(validateResetToken).map(({ body }) => body)).toEqual([{ token: 'abcdefghjkmnpqrs' }]);
  });
});

describe('two-factor, which stays on,', () => {
  const phone: Passkey = {
    id: idOf(3),
    name: 'Phone',
    isSynced: false,
    createdAt: '2026-03-01T10:00:00.000Z',
    lastUsedAt: null,
  };
  const manualCode = 'ABCD-EFGH-JKMN-PQRS';
  const question = () => page.getByRole('dialog', { name: 'Will you be able to sign in?' });
  async function seeItDone() {
    await expect.element(page.getByText('Your password has been reset')).toBeVisible();
  }

  it('is spoken of in the form, and asked about once more where no passkey is kept', async () => {
    server.reply(validateResetToken, linkFor(1800, [phone], true));
    server.reply(resetPassword, success());
    await renderReset('token');
    await expect.element(page.getByText(/^Two-factor authentication stays on\./)).toBeVisible();
    await fillIn();
    await submit().click();
    await expect
      .element(question())
      .toHaveAccessibleDescription(/your authenticator app or a recovery code\./);
    await question().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(question()).not.toBeInTheDocument();
    expect(server.callCount(resetPassword)).toBe(0);
    await submit().click();
    await question().getByRole('button', { name: 'Reset password' }).click();
    await seeItDone();
    expect(server.callCount(resetPassword)).toBe(1);
  });

  it('is not asked about where a passkey is kept', async () => {
    server.reply(validateResetToken, linkFor(1800, [phone], true));
    server.reply(resetPassword, success());
    await renderReset('token');
    await fillIn();
    await page.getByRole('checkbox', { name: /^Phone/ }).click();
    await submit().click();
    await seeItDone();
    expect(server.calls(resetPassword)[0]?.body).toMatchObject({ keepPasskeyIds: [phone.id] });
  });

  it('is asked about where the passkey that was kept is of another code’s account', async () => {
    server.reply(validateResetToken, linkFor(1800, [{ ...phone, id: idOf(4), name: 'Laptop' }]));
    await renderReset();
    await field('Code from the email').fill('TSRQ-PNMK-JHGF-EDCB');
    await page.getByRole('checkbox', { name: /^Laptop/ }).click();
    server.reply(validateResetToken, linkFor(1800, [phone], true));
    await field('Code from the email').fill(manualCode);
    await fillIn();
    await expect.element(page.getByRole('checkbox', { name: /^Phone/ })).not.toBeChecked();
    await submit().click();
    await expect.element(question()).toBeVisible();
  });

  it('is not spoken of where it is off', async () => {
    server.reply(validateResetToken, linkFor(1800, [phone]));
    await renderReset('token');
    await expect.element(page.getByRole('checkbox', { name: /^Phone/ })).toBeVisible();
    expect(page.getByText(/Two-factor/).query()).toBeNull();
  });

  it('is looked up for a code before anything can be sent', async () => {
    const held = server.hold(validateResetToken, linkFor(1800, [phone], true));
    server.reply(resetPassword, success());
    await renderReset();
    await field('Code from the email').fill(manualCode);
    await fillIn();
    await expect.element(submit()).toHaveAttribute('aria-busy', 'true');
    await expect.element(page.getByText('Looking up your passkeys…')).toBeVisible();
    pressTwice(submit());
    held.release();
    await expect.element(submit()).not.toHaveAttribute('aria-busy');
    expect(server.callCount(resetPassword)).toBe(0);
    await submit().click();
    await expect.element(question()).toBeVisible();
  });

  it.each(['loseAnswer', 'refuse'] as const)(
    'is said to be unknown where it could not be looked up (%s), and can be looked up again',
    async (how) => {
      if (how === 'loseAnswer') server.loseAnswer(validateResetToken);
      else server.refuse(validateResetToken, 'Busy', { message: 'Not now.' });
      server.reply(resetPassword, success());
      await renderReset();
      await field('Code from the email').fill(manualCode);
      await fillIn();
      const notice = page
        .getByRole('alert')
        .filter({ hasText: /or whether two-factor authentication is on/ });
      await expect
        .element(notice)
        .toMatchTextContent(how === 'refuse' ? /Not now\.$/ : /check your internet connection\.$/);
      await submit().click();
      await expect.element(question()).toHaveAccessibleDescription(/All its passkeys will be removed/);
      await question().getByRole('button', { name: 'Cancel' }).click();
      server.reply(validateResetToken, linkFor(1800, []));
      await button('Try again').click();
      await expect.element(notice).not.toBeInTheDocument();
      await submit().click();
      await seeItDone();
    },
  );
});

describe('a password that was reset', () => {
  async function reset() {
    holdClock();
    server.reply(resetPassword, success());
    const rendered = await renderReset();
    await field('Code from the email').fill('ABCD');
    await fillIn();
    await submit().click();
    await expect.element(page.getByText('Your password has been reset')).toBeVisible();
    return rendered;
  }

  it('leads to the sign-in by itself after three seconds', async () => {
    await reset();
    await expect.poll(currentPath).toBe('/reset-password');
    await passTime(3000);
    await expect.poll(currentPath).toBe('/?auth=login');
  });

  it('leads nobody on who has left before', async () => {
    const { rerender } = await reset();
    await passTime(1000);
    await rerender(null);
    await passTime(3000);
    await expect.poll(currentPath).toBe('/reset-password');
  });
});
