import type { Passkey } from '@mercury/contract/api/passkey-shape.ts';
import { listPasskeys } from '@mercury/contract/api/passkeys.ts';
import { changePassword, updateProfile } from '@mercury/contract/api/users.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '../../api/query-client.ts';
import { profileQuery } from '../../api/use-session.ts';
import {
  button,
  expectFieldError,
  expectFieldRight,
  expectToast,
  field,
  pressTwice,
} from '../../test/fields.ts';
import { renderApp } from '../../test/render-app.tsx';
import { idOf, sara, success } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { ChangePasswordCard } from './change-password-card.tsx';
import { PersonalInfoCard } from './personal-info-card.tsx';

const careful = { ...sara, twoFactorEnabled: true };
const renamed = (user = sara) =>
  ({ success: true, data: { user: { ...user, name: 'Sara A.' } }, message: '' }) as const;

describe('the name', () => {
  const name = () => field('Full name');
  const save = () => button('Save changes');
  const renderCard = (user = sara) => renderApp(<PersonalInfoCard user={user} />, { as: user });

  it('needs two characters, said at its field', async () => {
    await renderCard();
    await name().fill('S');
    await save().click();
    await expectFieldError(name(), 'Name must be at least 2 characters');
    await expect.element(name()).toHaveFocus();
    expect(server.callCount(updateProfile)).toBe(0);
  });

  it('stands beside an email and a username that can’t be changed here', async () => {
    await renderCard();
    await expect.element(field('Email')).toHaveAttribute('readonly');
    await expect.element(field('Username')).toHaveAttribute('readonly');
  });

  it('is saved once however fast it is pressed, and known from then on', async () => {
    await renderCard();
    const held = server.hold(updateProfile, renamed());
    await name().fill('Sara A.');
    pressTwice(save());
    await expect.element(save()).toHaveAttribute('aria-busy', 'true');
    held.release();
    await expectToast('Profile updated successfully');
    expect(server.calls(updateProfile).map(({ body }) => body)).toEqual([{ name: 'Sara A.' }]);
    expect(queryClient.getQueryData(profileQuery.queryKey)?.name).toBe('Sara A.');
  });

  it('that is refused says why at its field, and stays', async () => {
    await renderCard();
    server.refuse(updateProfile, 'ValidationFailed', {
      message: 'Look at the fields.',
      errors: [{ field: 'name', message: 'Not this name.' }],
    });
    await name().fill('Sara A.');
    await save().click();
    await expectFieldError(name(), 'Not this name.');
    await expectToast('Not this name');
    await expect.element(name()).toHaveValue('Sara A.');
  });

  it.each(['RateLimitExceeded', 'Busy'] as const)(
    'refused with %s says so in the server’s words',
    async (code) => {
      await renderCard();
      server.refuse(updateProfile, code, { message: 'Not now.' });
      await name().fill('Sara A.');
      await save().click();
      await expectToast('Not now.');
      await expect.element(name()).toHaveValue('Sara A.');
    },
  );

  it('that another tab has changed is shown, but not over what is being typed', async () => {
    const { rerender } = await renderCard();
    await rerender(<PersonalInfoCard user={{ ...sara, name: 'Elsewhere' }} />);
    await expect.element(name()).toHaveValue('Elsewhere');
    await name().fill('Typed');
    await rerender(<PersonalInfoCard user={{ ...sara, name: 'Elsewhere again' }} />);
    await expect.element(name()).toHaveValue('Typed');
  });

  it('asks for a code where two-factor is on, and tells at the code what is wrong with it', async () => {
    await renderCard(careful);
    await name().fill('Sara A.');
    await save().click();
    const dialog = page.getByRole('dialog', { name: 'Confirm your new name' });
    const confirm = dialog.getByRole('button', { name: 'Save changes' });
    await confirm.click();
    await expectFieldError(field('Authenticator code'), 'Enter the code from your authenticator app');
    server.refuse(updateProfile, 'InvalidTwoFactorCode', { message: 'Wrong code.' });
    await field('Authenticator code').fill('123456');
    await confirm.click();
    await expectFieldError(field('Authenticator code'), 'Wrong code.');
    await expectToast('Wrong code.');
    server.reply(updateProfile, renamed(careful));
    await confirm.click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(server.calls(updateProfile)[0]?.body).toEqual({ name: 'Sara A.', twoFactorCode: '123456' });
  });
});

describe('the password', () => {
  const current = () => field('Current password');
  const next = () => field('New password');
  const repeated = () => field('Confirm new password');
  const save = () => button('Update password');
  const password = 'N3w-passw0rd';
  const laptop: Passkey = {
    id: idOf(1),
    name: 'Laptop',
    isSynced: false,
    createdAt: '2026-03-01T10:00:00.000Z',
    lastUsedAt: null,
  };
  const passkeys = () => page.getByRole('group', { name: 'Keep the passkeys you know' });

  function renderCard(user = sara, ...listed: Passkey[]) {
    server.reply(listPasskeys, { success: true, passkeys: listed });
    return renderApp(<ChangePasswordCard user={user} />, { as: user });
  }

  async function fillIn() {
    await current().fill('0ld-Passw0rd');
    await next().fill(password);
    await repeated().fill(password);
  }

  it('is held to its rules, each said at its field', async () => {
    await renderCard();
    await next().fill('short');
    await repeated().fill('other');
    await save().click();
    await expectFieldError(current(), 'This field is required');
    await expectFieldError(next(), 'Password must be at least 8 characters');
    await expectFieldError(repeated(), 'Passwords do not match');
    await expect.element(current()).toHaveFocus();
    await next().fill('other');
    await expectFieldRight(repeated());
    expect(server.callCount(changePassword)).toBe(0);
  });

  it.each([
    ['lowercase 1', 'Password must contain an uppercase letter'],
    ['UPPERCASE 1', 'Password must contain a lowercase letter'],
    ['No digits!', 'Password must contain a number'],
    ['NoSpecial12', 'Password must contain a special character'],
  ])('%j is refused at its field until it is mended', async (typed, reason) => {
    await renderCard();
    await next().fill(typed);
    await save().click();
    await expectFieldError(next(), reason);
    await next().fill(password);
    await expectFieldRight(next());
  });

  it('can be shown, and a password manager knows the fields', async () => {
    const { container } = await renderCard();
    await button('Show password').nth(1).click();
    await expect.element(next()).toHaveAttribute('type', 'text');
    await expect.element(next()).toHaveAttribute('autocomplete', 'new-password');
    await expect.element(current()).toHaveAttribute('type', 'password');
    await expect.element(current()).toHaveAttribute('autocomplete', 'current-password');
    const username = container.querySelector<HTMLInputElement>('input[autocomplete=username]');
    expect(username?.value).toBe(sara.username);
  });

  it('is changed once, and all fields and the meter are empty then', async () => {
    await renderCard();
    const held = server.hold(changePassword, success());
    await fillIn();
    await expect.element(page.getByRole('meter')).toBeVisible();
    pressTwice(save());
    await expect.element(save()).toHaveAttribute('aria-busy', 'true');
    held.release();
    await expectToast('Password updated successfully');
    for (const emptied of [current(), next(), repeated()]) await expect.element(emptied).toHaveValue('');
    expect(page.getByRole('meter').query()).toBeNull();
    expect(server.calls(changePassword).map(({ body }) => body)).toEqual([
      { currentPassword: '0ld-Passw0rd', newPassword: password, confirmPassword: password },
    ]);
  });

  it('removes the passkeys that are not ticked, and none is at first', async () => {
    await renderCard(sara, laptop, { ...laptop, id: idOf(2), name: 'Phone' });
    server.reply(changePassword, success());
    await fillIn();
    const phone = passkeys().getByRole('checkbox', { name: /^Phone/ });
    await expect.element(phone).not.toBeChecked();
    await expect.element(passkeys().getByRole('checkbox', { name: /^Laptop/ })).not.toBeChecked();
    await phone.click();
    server.reply(listPasskeys, { success: true, passkeys: [{ ...laptop, id: idOf(2), name: 'Phone' }] });
    await save().click();
    await expectToast('Password updated successfully');
    expect(server.calls(changePassword)[0]?.body).toMatchObject({ keepPasskeyIds: [idOf(2)] });
    await expect.element(passkeys().getByRole('checkbox', { name: /^Laptop/ })).not.toBeInTheDocument();
    await expect.element(phone).not.toBeChecked();
  });

  it('says that all passkeys go where they could not be loaded', async () => {
    await renderCard();
    expect(passkeys().query()).toBeNull();
    server.refuse(listPasskeys, 'RateLimitExceeded', { message: 'Too often.' });
    queryClient.clear();
    await renderApp(<ChangePasswordCard user={sara} />, { as: sara });
    await expect.element(page.getByText(/Your passkeys could not be loaded/)).toBeVisible();
  });

  it('that is not the present one is told at that field, and nothing is lost', async () => {
    await renderCard();
    server.refuse(changePassword, 'WrongPassword', { message: 'This is not your password.' });
    await fillIn();
    await save().click();
    await expectFieldError(current(), 'This is not your password.');
    await expect.element(current()).toHaveFocus();
    await expect.element(next()).toHaveValue(password);
    server.reply(changePassword, success());
    await fillIn();
    await save().click();
    await expectToast('Password updated successfully');
    // The earlier refusal is gone.
    await expect.element(page.getByText('This is not your password.')).not.toBeInTheDocument();
  });

  it('that the server finds too common is told at the new one', async () => {
    await renderCard();
    server.refuse(changePassword, 'ValidationFailed', {
      message: 'Look at the fields.',
      errors: [{ field: 'newPassword', message: 'Too common.' }],
    });
    await fillIn();
    await save().click();
    await expectFieldError(next(), 'Too common.');
    await expectToast('Too common');
  });

  it('asks for a code where two-factor is on, and tells at the code what is wrong with it', async () => {
    await renderCard(careful);
    await fillIn();
    await save().click();
    await expectFieldError(field('Authenticator code'), 'Enter the code from your authenticator app');
    server.refuse(changePassword, 'InvalidTwoFactorCode', { message: 'Wrong code.' });
    await field('Authenticator code').fill('123456');
    await save().click();
    await expectFieldError(field('Authenticator code'), 'Wrong code.');
    expect(server.calls(changePassword)[0]?.body).toMatchObject({ twoFactorCode: '123456' });
    server.reply(changePassword, success());
    await field('Authenticator code').fill('654321');
    await save().click();
    await expectToast('Password updated successfully');
    await expect.element(field('Authenticator code')).toHaveValue('');
  });

  it('that gets no answer blames the connection, and nothing is lost', async () => {
    await renderCard();
    server.loseAnswer(changePassword);
    await fillIn();
    await save().click();
    await expectToast('Network error. Please check your internet connection.');
    await expect.element(current()).toHaveValue('0ld-Passw0rd');
    await expect.element(next()).toHaveValue(password);
  });
});
