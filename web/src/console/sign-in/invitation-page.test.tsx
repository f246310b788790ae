import {
  acceptWithPassword,
  invitationAuthenticator,
  readInvitation,
} from '@mercury/contract/console/access.ts';
import { listAudit } from '@mercury/contract/console/audit.ts';
import { listStaff } from '@mercury/contract/console/staff.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { meAs, openConsole } from '../../test/console.tsx';
import { button, expectFieldError, field } from '../../test/fields.ts';
import { server } from '../../test/stand-in-server.ts';
import { forgetLinkTokens } from '../link-token.ts';

const token = 'x'.repeat(43);
const before = location.href;

beforeEach(() => history.replaceState(history.state, '', `${location.pathname}#${token}`));
afterEach(() => {
  forgetLinkTokens();
  history.replaceState(history.state, '', before);
});

async function open(): Promise<void> {
  server.reply(readInvitation, {
    success: true,
    invitation: { email: 'sara@staff.example', role: 'owner', expiresAt: '2026-12-01T09:00:00.000Z' },
  });
  await openConsole('/console/invitation');
  await expect.element(page.getByText('sara@staff.example')).toBeVisible();
}

describe('an invitation', () => {
  it('says whom it is for, and takes its token out of the address', async () => {
    await open();
    await expect.element(page.getByText(/Role: Owner/)).toBeVisible();
    expect(location.hash).toBe('');
    expect(server.calls(readInvitation)[0]?.body).toEqual({ token });
  });

  it('that is over says what to do', async () => {
    server.refuse(readInvitation, 'InvalidOrExpiredToken');
    await openConsole('/console/invitation');
    await expect.element(page.getByText(/no longer valid/)).toBeVisible();
  });

  it('after a reload asks for the link again', async () => {
    history.replaceState(history.state, '', location.pathname);
    await openConsole('/console/invitation');
    await expect.element(page.getByText(/Open the link of your invitation again/)).toBeVisible();
    expect(server.callCount(readInvitation)).toBe(0);
  });

  it('wants a name before a way in', async () => {
    await open();
    await button('Join with a password and an authenticator app').click();
    await expectFieldError(field('Your name'), 'Name must be at least 2 characters');
    expect(server.callCount(invitationAuthenticator)).toBe(0);
  });

  it('is accepted by password and code, and told at the code where that is wrong', async () => {
    await open();
    server.reply(invitationAuthenticator, {
      success: true,
      secretKey: 'JBSWY3DPEHPK3PXP',
      qrCodeUrl: 'otpauth://totp/Mercury?secret=JBSWY3DPEHPK3PXP',
    });
    server.refuse(acceptWithPassword, 'InvalidTwoFactorCode', { message: 'Wrong code.' });
    await field('Your name').fill('Sara Ahmadi');
    await button('Join with a password and an authenticator app').click();
    await field('New password').fill('Correct-Horse-7');
    await field('Authenticator code').fill('123456');
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await expectFieldError(field('Authenticator code'), 'Wrong code.');
    server.reply(acceptWithPassword, { success: true, me: meAs('owner') });
    server.reply(listStaff, { success: true, staff: [], invitations: [] });
    server.reply(listAudit, { success: true, entries: [], next: null });
    await field('Authenticator code').fill('654321');
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Welcome, ⁨Sara Ahmadi⁩');
    expect(server.calls(acceptWithPassword)[1]?.body).toEqual({
      token,
      name: 'Sara Ahmadi',
      password: 'Correct-Horse-7',
      twoFactorCode: '654321',
    });
  });
});
