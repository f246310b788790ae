import * as access from '@mercury/contract/console/access.ts';
import * as staff from '@mercury/contract/console/staff.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { operateOn } from '../../test/operator.ts';
import { codeOf } from '../../test/two-factor.ts';
import { callConsole, consoleSuccess, makeStaff, newestEntry } from '../test/console-client.ts';
import { holdTurn } from '../test/proposal-client.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

function remove(token: string, id: string, reason = 'Left the company') {
  const path = `/staff/${id}/removal` as const;
  return callConsole(testApp, { ...staff.removeStaffMember, path }, { token, body: { reason } });
}

it('a removed member is out at once and for good, and stays in the list and in the log', async () => {
  const [owner, leaving] = [await makeStaff(testApp, 'owner'), await makeStaff(testApp, 'treasurer')];
  expect((await remove(owner.token, leaving.id, '')).body.error).toBe('ValidationFailed');
  expect((await remove(owner.token, leaving.id)).status).toBe(200);
  expect(await newestEntry(testApp)).toMatchObject({
    actor: owner.email,
    role: 'owner',
    action: 'staff.remove',
    subject_id: leaving.id,
    before: { email: leaving.email, role: 'treasurer' },
    reason: 'Left the company',
  });
  // Whoever was put out by a colleague alone must learn of it at once.
  const [mail] = await testApp.mailsTo(leaving.email);
  expect(mail?.text).toContain(owner.email);
  expect((await callConsole(testApp, access.getMe, { token: leaving.token })).status).toBe(401);
  const { email, password } = leaving;
  const again = await callConsole(testApp, access.signInWithPassword, {
    body: { email, password, twoFactorCode: codeOf(leaving) },
  });
  expect(again.status).toBe(401);
  const listed = consoleSuccess(
    staff.listStaff,
    await callConsole(testApp, staff.listStaff, { token: owner.token }),
  );
  expect(listed.staff.find(({ id }) => id === leaving.id)?.removedAt).not.toBeNull();
  expect((await remove(owner.token, leaving.id)).status).toBe(404);
  const { complaint } = await operateOn(testApp, ['invite-staff', leaving.email, 'treasurer']);
  expect(complaint, 'can be invited anew').toBe('');
});

it('somebody was last seen when they were, whoever else signs in', async () => {
  const [away, here] = [await makeStaff(testApp, 'owner'), await makeStaff(testApp, 'owner')];
  const days = async (count: number, ids: readonly string[]) => {
    const longAgo = 'now() - make_interval(days => $1)';
    await testApp.db.pool.query(`update staff_member set joined_at = ${longAgo} where id = any ($2)`, [
      count,
      ids,
    ]);
    await testApp.db.pool.query(
      `update staff_session set last_used_at = ${longAgo} where staff_id = any ($2)`,
      [count, ids],
    );
  };
  const { email, password } = here;
  const body = { email, password, twoFactorCode: codeOf(here) };
  const signedIn = await callConsole(testApp, access.signInWithPassword, { body });
  await days(3, [away.id, here.id]);
  const listed = await callConsole(testApp, staff.listStaff, { token: signedIn.token ?? '' });
  const agesInDays = [away, here].map(({ id }) => {
    const member = consoleSuccess(staff.listStaff, listed).staff.find((each) => each.id === id);
    return Math.round((Date.now() - Date.parse(member?.lastSeenAt ?? '')) / 86_400_000);
  });
  expect(agesInDays).toEqual([3, 0]);
});

it('of two owners who remove each other at once one stays', async () => {
  const { rows } = await testApp.db.pool.query<{ id: string }>(
    `update staff_member set removed_at = now(), password_hash = null, secret_sealed = null where role = 'owner' returning id`,
  );
  expect(rows.length).toBeGreaterThan(0);
  const [one, two] = [await makeStaff(testApp, 'owner'), await makeStaff(testApp, 'owner')];
  const replies = await Promise.all([remove(one.token, two.id), remove(two.token, one.id)]);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const left = replies[0]?.status === 200 ? one : two;
  expect((await remove(left.token, left.id)).body.error).toBe('LastOwner');
  const refused = await operateOn(testApp, ['remove-staff', left.email, 'gone']);
  expect([refused.exitCode, refused.complaint]).toEqual([
    1,
    `${left.email} is the last owner: invite another first\n`,
  ]);
});

it('of two who remove each other at once the first stays, however many owners there are', async () => {
  const [one, two] = [await makeStaff(testApp, 'owner'), await makeStaff(testApp, 'owner')];
  await makeStaff(testApp, 'owner');
  const turn = await holdTurn(testApp);
  const first = remove(one.token, two.id);
  await expect.poll(turn.countWaiting).toBe(1);
  const second = remove(two.token, one.id);
  await expect.poll(turn.countWaiting).toBe(2);
  await turn.release();
  expect([(await first).status, (await second).status]).toEqual([200, 401]);
});

it('an open invitation is shown and can be withdrawn', async () => {
  const owner = await makeStaff(testApp, 'owner');
  const { output } = await operateOn(testApp, ['invite-staff', 'new@staff.example', 'auditor']);
  const token = /#([\w-]{43})$/m.exec(output)?.[1];
  const list = async () =>
    consoleSuccess(staff.listStaff, await callConsole(testApp, staff.listStaff, { token: owner.token }))
      .invitations;
  const invitation = (await list()).find(({ email }) => email === 'new@staff.example');
  expect(invitation).toMatchObject({ role: 'auditor', invitedBy: 'Grace' });
  const path = `/staff/invitations/${invitation?.id ?? ''}/withdrawal` as const;
  const withdraw = () =>
    callConsole(
      testApp,
      { ...staff.withdrawInvitation, path },
      { token: owner.token, body: { reason: 'A slip' } },
    );
  const expiry = (change: string) =>
    testApp.db.pool.query(`update staff_invitation set expires_at = ${change} where id = $1`, [
      invitation?.id,
    ]);
  await expiry('now()');
  expect((await list()).map(({ email }) => email)).not.toContain('new@staff.example');
  await expiry(`now() + interval '1 hour'`);
  expect((await withdraw()).status).toBe(200);
  expect((await withdraw()).status).toBe(404);
  expect((await callConsole(testApp, access.readInvitation, { body: { token } })).status).toBe(422);
  expect((await list()).map(({ email }) => email)).not.toContain('new@staff.example');
});

it('the command lists who gets in, and takes somebody out', async () => {
  const [owner, leaving] = [await makeStaff(testApp, 'owner'), await makeStaff(testApp, 'support')];
  const { output } = await operateOn(testApp, ['list-staff']);
  expect(output).toMatch(new RegExp(`^${owner.email} +owner `, 'm'));
  const removed = await operateOn(testApp, ['remove-staff', leaving.email, 'Left', 'the', 'company']);
  expect([removed.exitCode, removed.output]).toEqual([0, `${leaving.email} is out\n`]);
  expect(await newestEntry(testApp)).toMatchObject({
    actor: 'Grace',
    action: 'staff.remove',
    reason: 'Left the company',
  });
  expect((await operateOn(testApp, ['list-staff'])).output).not.toContain(leaving.email);
  const again = await operateOn(testApp, ['remove-staff', leaving.email, 'Once more']);
  expect(again.complaint).toBe(`There is no member of staff ${JSON.stringify(leaving.email)}\n`);
  expect((await operateOn(testApp, ['invite-staff', 'x@staff.example', 'king'])).complaint).toContain(
    'not "king"',
  );
});
