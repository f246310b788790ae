import {
  changeRole,
  changeStaffRole,
  inviteStaffMember,
  listRoles,
  removeRole,
  type Role,
} from '@mercury/contract/console/roles.ts';
import { listStaff } from '@mercury/contract/console/staff.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { meAs, omid, openConsole, proposalOf } from '../../test/console.tsx';
import { button, expectFieldError, expectProblem, expectToast, field } from '../../test/fields.ts';
import { server } from '../../test/stand-in-server.ts';

const roles: Role[] = [
  { name: 'owner', isFixed: true, permissions: [...meAs('owner').permissions], memberCount: 1 },
  { name: 'support', isFixed: true, permissions: [...meAs('support').permissions], memberCount: 1 },
  { name: 'Night desk', isFixed: false, permissions: ['people.read'], memberCount: 0 },
];
const waiting = { success: true as const, proposal: proposalOf({ mayDecide: false, mayCancel: true }) };
const submit = (title: string, name: string) =>
  page.getByRole('dialog', { name: title }).getByRole('button', { name, exact: true });

beforeEach(() => {
  server.reply(listStaff, {
    success: true,
    staff: [omid, { ...omid, id: meAs('owner').id, name: 'Sara' }],
    invitations: [],
  });
  server.reply(listRoles, { success: true, roles });
});

describe('an invitation', () => {
  it('is proposed with a role and a reason, and says that it waits', async () => {
    await openConsole('/console/staff', 'owner');
    await button('Invite').click();
    await submit('Invite somebody', 'Invite').click();
    await expectFieldError(field('Reason'), 'This field is required');
    server.reply(inviteStaffMember, waiting);
    await field('Email').fill('eve@staff.example');
    await page.getByRole('combobox', { name: 'Role' }).selectOptions('\u2068Night desk\u2069');
    await field('Reason').fill('Nights');
    await submit('Invite somebody', 'Invite').click();
    await expectToast('This waits for a second person.');
    expect(server.calls(inviteStaffMember)[0]?.body).toEqual({
      email: 'eve@staff.example',
      role: 'Night desk',
      reason: 'Nights',
    });
  });

  it('refused says why, and keeps what was typed', async () => {
    await openConsole('/console/staff', 'owner');
    await button('Invite').click();
    server.refuse(inviteStaffMember, 'StaffMemberExists', { message: 'Is there already.' });
    await field('Email').fill('omid@staff.example');
    await field('Reason').fill('Nights');
    await submit('Invite somebody', 'Invite').click();
    await expectProblem('Is there already.');
    await expect.element(field('Email')).toHaveValue('omid@staff.example');
  });
});

it('another role is proposed for a colleague, and not for oneself', async () => {
  await openConsole('/console/staff', 'owner');
  await button('Change role of ⁨Omid Karimi⁩').click();
  expect(button('Change role of ⁨Sara⁩').query()).toBeNull();
  server.reply(changeStaffRole, {
    success: true,
    proposal: { ...waiting.proposal, delayedUntil: '2098-01-01T00:00:00.000Z' },
  });
  await page.getByRole('combobox', { name: 'Role' }).selectOptions('Owner');
  await field('Reason').fill('Promoted');
  await submit('Change the role?', 'Change role').click();
  await expectToast(
    'Nobody else can approve this: it happens by itself in 24 hours, unless it is cancelled.',
  );
  expect(server.calls(changeStaffRole)[0]).toMatchObject({
    params: { id: omid.id },
    body: { role: 'owner', reason: 'Promoted' },
  });
});

describe('roles', () => {
  it('are told in words; one of one’s own is made with a name and permissions', async () => {
    await openConsole('/console/staff', 'owner');
    await page
      .getByTestId('role')
      .getByText(/Night desk/)
      .click();
    await expect
      .element(page.getByTestId('role').getByText('See people and their accounts').last())
      .toBeVisible();
    await button('New role').click();
    await field('Reason').fill('We grow');
    await field('Name').fill('Day desk');
    await submit('New role', 'Propose').click();
    await expect.element(page.getByText('Choose at least one.')).toBeVisible();
    server.reply(changeRole, waiting);
    await page.getByRole('checkbox', { name: 'Read messages' }).click();
    await submit('New role', 'Propose').click();
    await expectToast('This waits for a second person.');
    expect(server.calls(changeRole)[0]).toMatchObject({
      params: { name: 'Day%20desk' },
      body: { permissions: ['messages.read'], reason: 'We grow' },
    });
    expect(page.getByRole('checkbox', { name: 'Change what roles may do' }).query()).toBeNull();
  });

  it('of one’s own are changed and removed, those of the product not', async () => {
    await openConsole('/console/staff', 'owner');
    await button('Change ⁨Night desk⁩').click();
    expect(button('Change Support').query()).toBeNull();
    await expect.element(page.getByRole('checkbox', { name: 'See people and their accounts' })).toBeChecked();
    server.refuse(changeRole, 'NothingToChange', { message: 'It is so.' });
    await field('Reason').fill('Again');
    await submit('Change ⁨Night desk⁩', 'Propose').click();
    await expectProblem('It is so.');
    await page.getByRole('button', { name: 'Cancel' }).click();
    server.reply(removeRole, waiting);
    await button('Remove ⁨Night desk⁩').click();
    await field('Reason').fill('Unused');
    await submit('Remove this role?', 'Remove').click();
    await expectToast('This waits for a second person.');
    expect(server.callCount(removeRole)).toBe(1);
  });

  it('are only read by who may not change them', async () => {
    await openConsole('/console/staff', 'support');
    await expect.element(page.getByTestId('role').getByText(/Night desk/)).toBeVisible();
    for (const name of ['New role', 'Invite', 'Change ⁨Night desk⁩', 'Change role of ⁨Omid Karimi⁩']) {
      expect(button(name).query()).toBeNull();
    }
  });
});
