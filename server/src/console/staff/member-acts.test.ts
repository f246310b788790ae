import * as access from '@mercury/contract/console/access.ts';
import * as staff from '@mercury/contract/console/staff.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { createTestApp, type TestApp } from '../../test/app.ts';
import {
  callConsole,
  consoleSuccess,
  makeStaff,
  newestEntry,
  type StaffPerson,
} from '../test/console-client.ts';
import { joinByPassword } from '../test/join.ts';
import {
  decide,
  makeOwnRole,
  makeSoleOwner,
  proposed,
  proposeInvitation,
  proposePermissions,
  proposeRole,
  textOf,
} from '../test/proposal-client.ts';

let testApp: TestApp;
let asks: StaffPerson;
let approves: StaffPerson;
const logged: string[] = [];
beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line) => void logged.push(line) });
  testApp = await createTestApp({}, { log });
});
afterAll(() => testApp.close());
beforeEach(async () => {
  [asks, approves] = [await makeStaff(testApp, 'owner'), await makeStaff(testApp, 'owner')];
});

const meOf = (token: string) => callConsole(testApp, access.getMe, { token });

describe('an invitation from the console', () => {
  it('goes by mail to the invited person alone once it is approved, and lets them in', async () => {
    const email = 'eve@staff.example';
    const proposal = proposed(await proposeInvitation(testApp, asks.token, email, 'treasurer'));
    expect(await testApp.mailsTo(email)).toEqual([]);
    expect((await decide(testApp, approves.token, proposal)).status).toBe(200);
    const [mail] = await testApp.mailsTo(email);
    const token = /^http:\S+\/console\/invitation#([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? '';
    for (const other of [asks, approves]) expect(await testApp.mailsTo(other.email)).toEqual([]);
    const session = await joinByPassword(testApp, token);
    expect((await meOf(session)).body.me).toMatchObject({ email, role: 'treasurer' });
    for (const table of ['proposal', 'audit_entry'] as const) {
      expect(await textOf(testApp, table)).not.toContain(token);
    }
    expect(logged.join('')).not.toContain(token);
    const again = await proposeInvitation(testApp, asks.token, email.toUpperCase());
    expect(again.body.error).toBe('StaffMemberExists');
    const listed = await callConsole(testApp, staff.listStaff, { token: asks.token });
    const eve = consoleSuccess(staff.listStaff, listed).staff.find((each) => each.email === email);
    expect(Date.parse(eve?.lastSeenAt ?? ''), 'active since they joined').toBeGreaterThanOrEqual(
      Date.parse(eve?.joinedAt ?? ''),
    );
  });

  it('is for a role that there is', async () => {
    expect((await proposeInvitation(testApp, asks.token, 'x@staff.example', 'king')).status).toBe(404);
  });
});

describe('another role', () => {
  it('counts from its approval on, and ends the sessions of its person', async () => {
    const person = await makeStaff(testApp, 'support');
    const proposal = proposed(await proposeRole(testApp, asks.token, person, 'compliance'));
    expect(proposal).toMatchObject({
      subject: { name: person.email },
      before: { role: 'support' },
      after: { role: 'compliance' },
    });
    expect((await meOf(person.token)).status).toBe(200);
    expect((await decide(testApp, approves.token, proposal)).status).toBe(200);
    expect((await meOf(person.token)).status).toBe(401);
    expect(await newestEntry(testApp)).toMatchObject({
      action: 'staff.change_role',
      subject_id: person.id,
      before: { role: 'support' },
      after: { role: 'compliance' },
    });
    const same = await proposeRole(testApp, asks.token, person, 'compliance');
    expect(same.body.error).toBe('NothingToChange');
  });

  it('is nobody’s whom it would leave without an owner, also when two owners are asked for at once', async () => {
    const owner = await makeSoleOwner(testApp);
    expect((await proposeRole(testApp, owner.token, owner, 'support')).body.error).toBe('LastOwner');
    const [two, three] = [await makeStaff(testApp, 'owner'), await makeStaff(testApp, 'owner')];
    const first = proposed(await proposeRole(testApp, owner.token, two, 'auditor'));
    const second = proposed(await proposeRole(testApp, two.token, owner, 'auditor'));
    const replies = await Promise.all([first, second].map((each) => decide(testApp, three.token, each)));
    // The proposer of the later one was an owner no more.
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

describe('nobody hands out what they lack', () => {
  it('neither by an invitation nor by a role, neither when they ask nor when they decide', async () => {
    const hiring = ['staff.read', 'staff.invite', 'staff.change_role'] as const;
    const [clerk, other] = [await makeOwnRole(testApp, 'hiring', hiring), await makeStaff(testApp, 'hiring')];
    const refusals = [
      await proposeInvitation(testApp, clerk.token, 'boss@staff.example', 'owner'),
      await proposeRole(testApp, clerk.token, other, 'owner'),
      await proposeRole(testApp, clerk.token, asks, 'hiring'),
    ];
    expect(refusals.map(({ body }) => body.error)).toEqual(refusals.map(() => 'PermissionMissing'));

    const byOwner = proposed(await proposeInvitation(testApp, asks.token, 'aide@staff.example', 'owner'));
    expect((await decide(testApp, clerk.token, byOwner)).body.error).toBe('PermissionMissing');
    expect((await decide(testApp, clerk.token, byOwner, 'refusal')).body.error).toBe('PermissionMissing');

    const within = proposed(await proposeInvitation(testApp, clerk.token, 'clerk@staff.example', 'hiring'));
    expect((await decide(testApp, other.token, within)).status).toBe(200);
  });
});

it('a role that came to permit other things is not the one that was read', async () => {
  const [asks, approves] = [await makeStaff(testApp, 'owner'), await makeStaff(testApp, 'owner')];
  const person = await makeStaff(testApp, 'support');
  await makeOwnRole(testApp, 'reader', ['people.read']);
  const proposal = proposed(await proposeRole(testApp, asks.token, person, 'reader'));
  expect(proposal.after).toMatchObject({ permissions: ['people.read'] });
  // Support has it, so both together permit what they did before.
  const widening = proposed(
    await proposePermissions(testApp, asks.token, 'reader', ['people.read', 'people.freeze']),
  );
  expect((await decide(testApp, approves.token, widening)).status).toBe(200);
  expect((await decide(testApp, approves.token, proposal)).body.error).toBe('ProposalOutdated');
});
