import { getSecurity } from '@mercury/contract/api/security.ts';
import { changeEmail, verifyNewEmail } from '@mercury/contract/api/users.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '../../api/query-client.ts';
import { profileQuery } from '../../api/use-session.ts';
import { holdClock, passTime } from '../../test/clock.ts';
import { button, expectFieldError, expectToast, field, paste, pressTwice } from '../../test/fields.ts';
import { renderApp } from '../../test/render-app.tsx';
import { sara, securityOf, success } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { ChangeEmailCard } from './change-email-card.tsx';

const careful = { ...sara, twoFactorEnabled: true };
const wanted = 'new@example.com';
const moved = { ...sara, email: wanted };
const verified = { success: true, data: { user: moved }, message: 'Your email is changed' } as const;

const dialog = (name: 'Change email' | 'Confirm your new email') => page.getByRole('dialog', { name });
const newEmail = () => field('New email');
const password = () => field('Password');
const send = () => button('Send the code');
const box = (position: number) => field(`Character ${position} of 6`);

async function openCard({ user = sara, pendingEmail = null as string | null } = {}) {
  server.reply(getSecurity, securityOf({ pendingEmail }));
  await renderApp(<ChangeEmailCard user={user} />, { as: user });
}

async function openForm(user = sara) {
  await openCard({ user });
  await button('Change email').click();
  await expect.element(newEmail()).toHaveFocus();
}

async function fillIn() {
  await newEmail().fill(wanted);
  await password().fill('Passw0rd!');
}

/** Opens the step with the code and holds the clock. */
async function openCode() {
  await openCard({ pendingEmail: wanted });
  await expect.element(button('Enter the code')).toBeVisible();
  holdClock();
  await button('Enter the code').click();
  await expect.element(box(1)).toHaveFocus();
}

async function enter(code: string) {
  await paste(code);
  await expect.element(box(6)).toHaveFocus();
}

describe('the address', () => {
  it('is shown, and one that waits to be proved beside it', async () => {
    await openCard({ pendingEmail: wanted });
    await expect.element(page.getByText('Waiting for confirmation')).toBeVisible();
    await expect.element(page.getByText(sara.email)).toBeVisible();
    await expect.element(page.getByText(wanted)).toBeVisible();
  });

  it('waits for nothing where none was asked for', async () => {
    await openCard();
    await expect.element(page.getByText(sara.email)).toBeVisible();
    expect(button('Enter the code').query()).toBeNull();
    expect(page.getByText('Waiting for confirmation').query()).toBeNull();
  });
});

describe('asking for another', () => {
  it('needs an address and the password, each said at its field', async () => {
    await openForm();
    await newEmail().fill('nobody');
    await send().click();
    await expectFieldError(newEmail(), 'Please enter a valid email address');
    await expectFieldError(password(), 'This field is required');
    await expect.element(newEmail()).toHaveFocus();
    expect(server.callCount(changeEmail)).toBe(0);
  });

  it('sends both once, and goes on to the code', async () => {
    await openForm();
    const held = server.hold(changeEmail, success('Look into your mail'));
    await fillIn();
    pressTwice(send());
    await expect.element(send()).toHaveAttribute('aria-busy', 'true');
    held.release();
    await expectToast('Look into your mail');
    await expect.element(dialog('Confirm your new email').getByText(wanted)).toBeVisible();
    await expect.element(box(1)).toHaveFocus();
    expect(server.calls(changeEmail).map(({ body }) => body)).toEqual([
      { newEmail: wanted, password: 'Passw0rd!' },
    ]);
  });

  it('needs a code as well where two-factor is on', async () => {
    await openForm(careful);
    await fillIn();
    await send().click();
    await expectFieldError(field('Authenticator code'), 'Enter the code from your authenticator app');
    server.refuse(changeEmail, 'InvalidTwoFactorCode', { message: 'Wrong code.' });
    await field('Authenticator code').fill('123456');
    await send().click();
    await expectFieldError(field('Authenticator code'), 'Wrong code.');
    expect(server.calls(changeEmail).map(({ body }) => body)).toEqual([
      { newEmail: wanted, password: 'Passw0rd!', twoFactorCode: '123456' },
    ]);
  });

  it('tells at the password that it is wrong, and keeps what was typed', async () => {
    await openForm();
    server.refuse(changeEmail, 'WrongPassword', { message: 'This is not your password.' });
    await fillIn();
    await send().click();
    await expectFieldError(password(), 'This is not your password.');
    await expectToast('This is not your password.');
    await expect.element(newEmail()).toHaveValue(wanted);
  });

  it('tells at the address that it is the present one', async () => {
    await openForm();
    server.refuse(changeEmail, 'ValidationFailed', {
      message: 'Look at the fields.',
      errors: [{ field: 'newEmail', message: 'This is already your email address.' }],
    });
    await fillIn();
    await send().click();
    await expectFieldError(newEmail(), 'This is already your email address.');
    await expectToast('This is already your email address');
  });

  it.each([
    ['RateLimitExceeded', 'Too often.', 'Too often.'],
    ['Busy', '', 'Failed to update email address'],
  ] as const)('refused with %s and "%s" says: %s', async (code, message, text) => {
    await openForm();
    server.refuse(changeEmail, code, { message });
    await fillIn();
    await send().click();
    await expectToast(text);
    await expect.element(password()).toHaveValue('Passw0rd!');
  });
});

describe('the code of the new address', () => {
  it('is sent by itself half a second after its last character, and the address is changed', async () => {
    await openCode();
    let sentAtMs = 0;
    server.replyBy(verifyNewEmail, () => {
      sentAtMs = Date.now();
      return verified;
    });
    const typedAtMs = Date.now();
    await enter('ab12cd');
    expect(server.callCount(verifyNewEmail)).toBe(0);
    await passTime(500);
    await expectToast('Your email is changed');
    await expect.element(dialog('Confirm your new email')).not.toBeInTheDocument();
    expect(server.calls(verifyNewEmail).map(({ body }) => body)).toEqual([{ code: 'AB12CD' }]);
    expect(queryClient.getQueryData(profileQuery.queryKey)?.email).toBe(wanted);
    expect(sentAtMs - typedAtMs).toBeGreaterThanOrEqual(500);
  });

  it('that is taken back before half a second is over is not sent, nor complained about', async () => {
    await openCode();
    await enter('ab12cd');
    await userEvent.keyboard('{Backspace}');
    await passTime(1000);
    expect(server.callCount(verifyNewEmail)).toBe(0);
    expect(page.getByText('Please enter the full 6-character code').query()).toBeNull();
  });

  it('is sent once though its button is pressed too, and nothing else can be done meanwhile', async () => {
    await openCode();
    const held = server.hold(verifyNewEmail, verified);
    await enter('ab12cd');
    await button('Verify').click();
    await passTime(600);
    await expect.element(box(1)).toBeDisabled();
    await expect.element(button('Resend or use a different address')).toBeDisabled();
    held.release();
    await expectToast('Your email is changed');
    expect(server.callCount(verifyNewEmail)).toBe(1);
  });

  it('that is not whole is not sent: the whole of it is asked for', async () => {
    await openCode();
    await paste('ab12');
    await button('Verify').click();
    await expectToast('Please enter the full 6-character code');
    expect(server.callCount(verifyNewEmail)).toBe(0);
  });

  it.each([
    ['InvalidOrExpiredCode', 'This code has expired.', 'This code has expired.'],
    ['InvalidOrExpiredCode', '', 'Invalid or expired code'],
    ['Busy', '', 'Email verification failed'],
  ] as const)('refused with %s and "%s" says: %s, and the boxes begin anew', async (code, message, text) => {
    await openCode();
    server.refuse(verifyNewEmail, code, { message });
    await enter('ab12cd');
    await passTime(500);
    await expectToast(text);
    await expectFieldError(box(1), text);
    await passTime(100);
    await expect.element(box(1)).toHaveFocus();
    await expect.element(box(6)).toHaveValue('');
    await userEvent.keyboard('x');
    await expect.element(box(1)).not.toHaveAttribute('aria-invalid');
  });

  it('can be asked for again, or for another address, with the password typed anew', async () => {
    await openCode();
    await button('Resend or use a different address').click();
    await expect.element(dialog('Change email')).toBeVisible();
    await expect.element(newEmail()).toHaveValue(wanted);
    await expect.element(newEmail()).toHaveFocus();
    await expect.element(password()).toHaveValue('');
  });
});
