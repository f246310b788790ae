import { proveWithCode } from '@mercury/contract/console/access.ts';
import { listRoles } from '@mercury/contract/console/roles.ts';
import { listStaff, removeStaffMember } from '@mercury/contract/console/staff.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { meAs, omid, openConsole } from '../../test/console.tsx';
import { button, expectFieldError, expectProblem, expectToast, field } from '../../test/fields.ts';
import { server } from '../../test/stand-in-server.ts';

const removal = () => page.getByRole('dialog', { name: 'Remove this person?' });
const proof = () => page.getByRole('dialog', { name: 'Confirm it’s you' });
const confirm = () => removal().getByRole('button', { name: 'Remove', exact: true });

async function beginRemoval(): Promise<void> {
  server.reply(listRoles, { success: true, roles: [] });
  server.reply(listStaff, { success: true, staff: [omid], invitations: [] });
  await openConsole('/console/staff', 'owner');
  await button('Remove ⁨Omid Karimi⁩').click();
  await expect.element(removal()).toBeVisible();
}

describe('taking a colleague out', () => {
  it('wants a reason', async () => {
    await beginRemoval();
    await confirm().click();
    await expectFieldError(field('Reason'), 'This field is required');
    expect(server.callCount(removeStaffMember)).toBe(0);
  });

  it('asks for a code where the session is not fresh, and goes on with the same reason', async () => {
    await beginRemoval();
    server.refuse(removeStaffMember, 'ProofRequired', { message: 'Prove it.' });
    await field('Reason').fill('Left the company');
    await confirm().click();
    await expect.element(proof()).toBeVisible();
    server.refuse(proveWithCode, 'InvalidTwoFactorCode', { message: 'Wrong code.' });
    await field('Authenticator code').fill('123456');
    await proof().getByRole('button', { name: 'Confirm', exact: true }).click();
    await expectFieldError(field('Authenticator code'), 'Wrong code.');
    server.reply(proveWithCode, { success: true, me: meAs('owner') });
    server.reply(removeStaffMember, { success: true });
    server.reply(listStaff, {
      success: true,
      staff: [{ ...omid, removedAt: '2026-11-02T09:00:00.000Z' }],
      invitations: [],
    });
    await field('Authenticator code').fill('654321');
    await proof().getByRole('button', { name: 'Confirm', exact: true }).click();
    await expectToast('Removed');
    await expect.element(page.getByTestId('former-member')).toMatchTextContent(/Omid Karimi/);
    expect(server.calls(removeStaffMember).map(({ body }) => body)).toEqual([
      { reason: 'Left the company' },
      { reason: 'Left the company' },
    ]);
  });

  it('does nothing where they would rather not prove it', async () => {
    await beginRemoval();
    server.refuse(removeStaffMember, 'ProofRequired');
    await field('Reason').fill('Left the company');
    await confirm().click();
    await proof().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(proof()).not.toBeInTheDocument();
    await expect.element(field('Reason')).toHaveValue('Left the company');
    expect(page.getByRole('alert').query()).toBeNull();
    expect(server.callCount(removeStaffMember)).toBe(1);
  });

  it('refused says why and keeps the reason', async () => {
    await beginRemoval();
    server.refuse(removeStaffMember, 'LastOwner', { message: 'The last owner stays.' });
    await field('Reason').fill('Left the company');
    await confirm().click();
    await expectProblem('The last owner stays.');
    await expect.element(field('Reason')).toHaveValue('Left the company');
  });
});

describe('what a role may', () => {
  it('is all that it is offered: support reads, and removes nobody', async () => {
    server.reply(listRoles, { success: true, roles: [] });
    server.reply(listStaff, { success: true, staff: [omid], invitations: [] });
    await openConsole('/console/staff', 'support');
    await expect.element(page.getByTestId('member')).toMatchTextContent(/Omid Karimi/);
    expect(button('Remove ⁨Omid Karimi⁩').query()).toBeNull();
    expect(page.getByRole('link', { name: 'Audit log' }).query()).toBeNull();
  });

  it('is said on a page that it does not include, which asks for nothing', async () => {
    await openConsole('/console/audit', 'support');
    await expect.element(page.getByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
  });
});
