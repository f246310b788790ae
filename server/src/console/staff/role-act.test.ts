import * as access from '@mercury/contract/console/access.ts';
import { permissionsOf } from '@mercury/contract/console/permissions.ts';
import * as roles from '@mercury/contract/console/roles.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { operateOn } from '../../test/operator.ts';
import {
  callConsole,
  consoleSuccess,
  makeStaff,
  newestEntry,
  type StaffPerson,
} from '../test/console-client.ts';
import { decide, makeOwnRole, proposed, proposePermissions } from '../test/proposal-client.ts';

let testApp: TestApp;
let asks: StaffPerson;
let approves: StaffPerson;
beforeAll(async () => {
  testApp = await createTestApp();
  [asks, approves] = [await makeStaff(testApp, 'owner'), await makeStaff(testApp, 'owner')];
});
afterAll(() => testApp.close());

const propose = (name: string, permissions: readonly string[] | null) =>
  proposePermissions(testApp, asks.token, name, permissions);
async function change(name: string, permissions: readonly string[] | null): Promise<void> {
  expect((await decide(testApp, approves.token, proposed(await propose(name, permissions)))).status).toBe(
    200,
  );
}
const roleOf = async (name: string) =>
  consoleSuccess(
    roles.listRoles,
    await callConsole(testApp, roles.listRoles, { token: asks.token }),
  ).roles.find((role) => role.name === name);

it('a role of one’s own is made, changed with effect from the next call on, and removed', async () => {
  await change('Night desk', ['people.read', 'staff.read']);
  expect(await roleOf('Night desk')).toEqual({
    name: 'Night desk',
    isFixed: false,
    permissions: ['staff.read', 'people.read'],
    memberCount: 0,
  });
  const person = await makeStaff(testApp, 'Night desk');
  const read = async () => (await callConsole(testApp, roles.listRoles, { token: person.token })).status;
  expect(await read()).toBe(200);
  const proposal = proposed(await propose('night DESK', ['people.read']));
  expect(proposal).toMatchObject({
    subject: { kind: 'role', name: 'Night desk' },
    before: { permissions: ['staff.read', 'people.read'], heldBy: [person.email] },
    after: { permissions: ['people.read'], heldBy: [person.email] },
  });
  expect((await decide(testApp, approves.token, proposal)).status).toBe(200);
  expect(await newestEntry(testApp)).toMatchObject({ action: 'roles.change', subject_id: 'night desk' });
  expect(await read()).toBe(403);
  const me = await callConsole(testApp, access.getMe, { token: person.token });
  expect(me.body.me).toMatchObject({ role: 'Night desk', permissions: ['people.read'] });
  expect((await propose('Night desk', null)).body.error).toBe('RoleInUse');
  await testApp.db.pool.query(
    `update staff_member set removed_at = now(), password_hash = null, secret_sealed = null where id = $1`,
    [person.id],
  );
  await change('Night desk', null);
  expect(await roleOf('Night desk')).toBeUndefined();
});

it('a role that somebody has, or is invited to, stays, also for the database', async () => {
  await change('day', ['people.read']);
  const removal = proposed(await propose('day', null));
  const { output } = await operateOn(testApp, ['invite-staff', 'day@staff.example', 'Day']);
  expect(output).toContain('/console/invitation#');
  expect((await decide(testApp, approves.token, removal)).body.error).toBe('ProposalOutdated');
  await makeStaff(testApp, 'day');
  await expect(testApp.db.pool.query(`delete from staff_role where name = 'day'`)).rejects.toThrow(
    'violates foreign key',
  );
});

it('says who is invited to it: they will have it without another question', async () => {
  await change('late', ['people.read']);
  const empty = proposed(await propose('late', ['people.read', 'people.freeze']));
  expect(empty.before).toMatchObject({ heldBy: [], offeredTo: [] });
  await operateOn(testApp, ['invite-staff', 'late@staff.example', 'late']);
  expect((await decide(testApp, approves.token, empty)).body.error).toBe('ProposalOutdated');
  const proposal = proposed(await propose('late', ['people.read', 'people.freeze']));
  expect(proposal.after).toMatchObject({ heldBy: [], offeredTo: ['late@staff.example'] });
  await testApp.db.pool.query(
    `update staff_invitation set expires_at = now() where email = 'late@staff.example'`,
  );
  expect((await decide(testApp, approves.token, proposal)).body.error).toBe('ProposalOutdated');
});

it('what comes with the product is fixed, and so is who says what a role may do', async () => {
  expect(await roleOf('support')).toMatchObject({
    isFixed: true,
    permissions: [...permissionsOf('support')],
  });
  expect((await propose('Owner', ['people.read'])).status).toBe(404);
  expect((await propose('auditor', null)).status).toBe(404);
  expect((await propose('nobody', null)).status).toBe(404);
  expect((await propose('deputy', ['roles.change'])).body.error).toBe('ValidationFailed');
  expect((await propose('deputy', [])).body.error).toBe('ValidationFailed');
  await expect(
    testApp.db.pool.query(`update staff_role set permissions = '{people.read}' where name = 'owner'`),
  ).rejects.toThrow('staff_role_is_fixed_or_made');
});

it('changes nothing where it is so already, and permits nothing by a word that nobody knows', async () => {
  await makeOwnRole(testApp, 'desk', ['people.read', 'staff.read']);
  expect((await propose('desk', ['staff.read', 'people.read', 'people.read'])).body.error).toBe(
    'NothingToChange',
  );
  await testApp.db.pool.query(
    `update staff_role set permissions = '{people.read,people.erase}' where name = 'desk'`,
  );
  expect((await roleOf('desk'))?.permissions).toEqual(['people.read']);
});
