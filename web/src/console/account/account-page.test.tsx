import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import {
  addPasskey,
  endOwnSession,
  getOwnAccess,
  newAuthenticator,
  newPasskeyOptions,
  proveWithCode,
  removePasskey,
  setPassword,
} from '@mercury/contract/console/access.ts';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { access, meAs, openConsole } from '../../test/console.tsx';
import { button, expectFieldError, expectProblem, expectToast, field } from '../../test/fields.ts';
import { server } from '../../test/stand-in-server.ts';

const laptop = {
  id: '018f0000-0000-7000-8000-0000000000a1',
  name: 'Laptop',
  isSynced: false,
  createdAt: '2026-11-01T09:00:00.000Z',
  lastUsedAt: null,
};
const otherSession = {
  id: '018f0000-0000-7000-8000-0000000000a2',
  createdAt: '2026-11-01T09:00:00.000Z',
  lastUsedAt: '2026-11-01T09:00:00.000Z',
  networkAddress: '198.51.100.4',
  device: 'Another browser',
  isCurrent: false,
};

async function open(own: Partial<ReplyOf<typeof getOwnAccess>>): Promise<void> {
  await openConsole('/console/account', 'support', { own: { ...access, ...own } });
  await expect.element(page.getByRole('heading', { name: 'Passkeys' })).toBeVisible();
}

describe('one’s own passkeys', () => {
  it('can be removed while there is another way in', async () => {
    await open({ passkeys: [laptop] });
    await button('Remove ⁨Laptop⁩').click();
    server.refuse(removePasskey, 'LastWayIn', { message: 'It is the only one.' });
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expectProblem('It is the only one.');
    server.reply(removePasskey, { success: true });
    server.reply(getOwnAccess, access);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expectToast('Passkey removed');
    await expect.element(page.getByText(/You have no passkey/)).toBeVisible();
  });

  it('are not offered for removal where one is the only way in', async () => {
    await open({ hasPassword: false, passkeys: [laptop] });
    await expect.element(page.getByText(/your only way to sign in/)).toBeVisible();
    expect(button('Remove ⁨Laptop⁩').query()).toBeNull();
  });

  it('are made after a proof, and nothing is kept where the person closes the prompt', async () => {
    await open({});
    server.refuse(newPasskeyOptions, 'ProofRequired');
    vi.spyOn(navigator.credentials, 'create').mockRejectedValue(new DOMException('', 'NotAllowedError'));
    await button('Add a passkey').click();
    await field('Name').fill('Phone');
    await button('Continue').click();
    server.reply(proveWithCode, { success: true, me: meAs('support') });
    server.reply(newPasskeyOptions, {
      success: true,
      challengeToken: 'a-token',
      options: { challenge: 'AAAA', rp: { name: 'x' }, user: { id: 'AAAA', name: 'x', displayName: 'x' } },
    });
    await field('Authenticator code').fill('123456');
    await button('Confirm').click();
    await expect.poll(() => server.callCount(newPasskeyOptions)).toBe(2);
    await expect.element(button('Continue')).not.toHaveAttribute('aria-busy');
    await expect.element(field('Name')).toHaveValue('Phone');
    expect(server.callCount(addPasskey)).toBe(0);
  });
});

it('password and authenticator are set together, and a wrong code is told at its field', async () => {
  await open({});
  server.reply(newAuthenticator, {
    success: true,
    secretKey: 'JBSWY3DPEHPK3PXP',
    qrCodeUrl: 'otpauth://totp/Mercury?secret=JBSWY3DPEHPK3PXP',
  });
  await button('Change both').click();
  server.refuse(setPassword, 'InvalidTwoFactorCode', { message: 'Wrong code.' });
  await field('New password').fill('Correct-Horse-7');
  await field('Authenticator code').fill('123456');
  await button('Save').click();
  await expectFieldError(field('Authenticator code'), 'Wrong code.');
  server.reply(setPassword, { success: true });
  await field('Authenticator code').fill('654321');
  await button('Save').click();
  await expectToast('Password and authenticator saved');
  expect(server.calls(setPassword)[1]?.body).toEqual({
    password: 'Correct-Horse-7',
    twoFactorCode: '654321',
  });
});

it('another session of one’s own is ended, never the present one', async () => {
  await open({ sessions: [...access.sessions, otherSession] });
  expect(button('End the session from ⁨203.0.113.7⁩').query()).toBeNull();
  server.reply(endOwnSession, { success: true });
  const end = button('End the session from ⁨198.51.100.4⁩');
  await expect.element(end).toBeVisible();
  server.reply(getOwnAccess, access);
  await end.click();
  await expectToast('Session ended');
  await expect.element(end).not.toBeInTheDocument();
  expect(server.calls(endOwnSession)[0]?.params).toEqual({ id: otherSession.id });
});
