import { endpoints } from '@mercury/contract/api/index.ts';
import type { ConsoleEndpoint } from '@mercury/contract/console/endpoint.ts';
import * as people from '@mercury/contract/console/people.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, succeeded, type TestApp } from '../../test/app.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { giveAuthenticator } from '../../test/two-factor.ts';
import { withdrawalIdOf, withdrawWith } from '../../test/withdrawals.ts';
import {
  callConsole,
  consoleSuccess,
  makeStaff,
  newestEntry,
  type StaffPerson,
} from '../test/console-client.ts';

let testApp: TestApp;
let support: StaffPerson;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  support = await makeStaff(testApp, 'support');
});
beforeEach(async () => {
  person = await makePerson(testApp);
});
afterAll(() => testApp.close());

function call(endpoint: ConsoleEndpoint, { token }: StaffPerson, body?: object) {
  const path = endpoint.path.replace(':id', person.user.id) as `/${string}`;
  return callConsole(testApp, { ...endpoint, path }, { token, body });
}

async function look(staff = support): Promise<void> {
  const reply = await call(people.lookAtPerson, staff, { reason: 'They wrote to us' });
  consoleSuccess(people.lookAtPerson, reply);
}

async function fileFor(staff = support) {
  return consoleSuccess(people.readPerson, await call(people.readPerson, staff)).person;
}

const ownEvents = async () => {
  const { token } = person;
  const reply = await testApp.call('GET', '/users/security-events', { token });
  return succeeded(endpoints.listSecurityEvents, reply).events;
};

const readers = [
  people.readPerson,
  people.listHistory,
  people.listPersonSessions,
  people.listPersonEvents,
  people.listNotes,
];

describe('a file opens with a reason', () => {
  it.each(readers)('$path is refused without one', async (endpoint) => {
    expect((await call(endpoint, support)).body.error).toBe('LookRequired');
    expect((await call(people.lookAtPerson, support, { reason: '' })).body.error).toBe('ValidationFailed');
    await look();
    expect((await call(endpoint, support)).status).toBe(200);
  });

  it('which is written down, and told to the person and nobody else, without a mail', async () => {
    await look();
    expect(await newestEntry(testApp)).toMatchObject({
      actor: support.email,
      role: 'support',
      action: 'people.look',
      subject_id: person.user.id,
      after: { username: person.username },
      reason: 'They wrote to us',
    });
    expect((await ownEvents())[0]).toMatchObject({
      kind: 'staff_looked',
      actor: 'operator',
      networkAddress: '',
      device: '',
    });
    expect(await testApp.mailsTo(person.email)).toEqual([]);
    const notices = await testApp.call('GET', '/notices', { token: person.token });
    expect(JSON.stringify(notices.body)).not.toContain('staff_looked');
  });

  it('for this session, this person and half an hour', async () => {
    await look();
    const colleague = await makeStaff(testApp, 'support');
    expect((await call(people.readPerson, colleague)).body.error).toBe('LookRequired');
    await testApp.db.pool.query('update person_look set until = now() where user_id = $1', [person.user.id]);
    expect((await call(people.readPerson, support)).body.error).toBe('LookRequired');
    await look();
    const minutes = (Date.parse((await fileFor()).lookUntil) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(29);
    expect(minutes).toBeLessThanOrEqual(30);
    person = await makePerson(testApp);
    expect((await call(people.readPerson, support)).body.error).toBe('LookRequired');
  });

  it('not of somebody whom nobody knows', async () => {
    const path = '/people/019a0000-0000-7000-8000-000000000000/looks' as const;
    const options = { token: support.token, body: { reason: 'They wrote to us' } };
    expect((await callConsole(testApp, { ...people.lookAtPerson, path }, options)).status).toBe(404);
  });

  it('of somebody who has left, without their email', async () => {
    const { token, password } = person;
    await testApp.call('DELETE', '/users/account', { token, body: { password, reason: '' } });
    await testApp.db.pool.query(
      'update app_user set deleted_at = coalesce(deleted_at, now()) where id = $1',
      [person.user.id],
    );
    await look();
    expect(await fileFor()).toMatchObject({ email: null, leftAt: expect.any(String) as string });
  });
});

describe('the file', () => {
  it('says who they are, what they have and what waits', async () => {
    await giveAuthenticator(testApp, person);
    await giveMoney(testApp, person, 'BTC', '1');
    const transactionId = (await withdrawWith(testApp, person)).body.transaction.id;
    await look();
    const file = await fileFor();
    expect(file).toMatchObject({
      id: person.user.id,
      username: person.username,
      email: person.email,
      isEmailProved: true,
      walletAddress: person.user.walletAddress,
      locale: 'en',
      leftAt: null,
      frozen: null,
      twoFactorSince: expect.any(String) as string,
      passkeyCount: 0,
      apiKeyCount: 0,
      openProposals: [],
    });
    expect(file.balances).toContainEqual({
      currency: 'BTC',
      balance: '1.00000000',
      held: '0.20000000',
      inOrders: '0.00000000',
      pending: '0.00000000',
    });
    expect(file.openWithdrawals).toMatchObject([
      { id: transactionId, referenceId: await withdrawalIdOf(testApp, transactionId), status: 'PENDING' },
    ]);
  });

  it('keeps from a treasurer how to reach them, and from support why a colleague froze them', async () => {
    const [compliance, treasurer, auditor] = [
      await makeStaff(testApp, 'compliance'),
      await makeStaff(testApp, 'treasurer'),
      await makeStaff(testApp, 'auditor'),
    ];
    const froze = await call(people.freezePerson, compliance, { reason: 'A report of the police' });
    consoleSuccess(people.freezePerson, froze);
    for (const staff of [support, compliance, treasurer, auditor]) await look(staff);
    const frozen = { by: 'operator', byName: compliance.email, until: null };
    expect(await fileFor(compliance)).toMatchObject({
      email: person.email,
      frozen: { ...frozen, reason: 'A report of the police' },
    });
    expect(await fileFor(auditor)).toMatchObject({ frozen: { reason: 'A report of the police' } });
    expect(await fileFor(support)).toMatchObject({
      email: person.email,
      frozen: { ...frozen, reason: null },
    });
    expect(JSON.stringify(await fileFor(support))).not.toContain('police');
    expect(await fileFor(treasurer)).toMatchObject({ email: null, frozen: { ...frozen, reason: null } });
    expect(JSON.stringify(await fileFor(treasurer))).not.toContain(person.email);
    for (const endpoint of [people.listPersonSessions, people.listPersonEvents])
      expect((await call(endpoint, treasurer)).body.error).toBe('PermissionMissing');
    await testApp.db.pool.query(`update app_user set frozen_by = 'link' where id = $1`, [person.user.id]);
    expect(await fileFor(auditor), 'the next freeze, by a link').toMatchObject({
      frozen: { by: 'link', byName: null, reason: null },
    });
  });

  it('shows history by pages, without what is only the person’s', async () => {
    await giveMoney(testApp, person, 'BTC', '1');
    const friend = await makePerson(testApp);
    const sent = await testApp.call('POST', '/wallets/transfer', {
      token: person.token,
      body: {
        recipientAddress: friend.user.walletAddress,
        amount: '0.0001',
        currency: 'BTC',
        note: 'For the two of us',
      },
    });
    await look();
    const { rows, nextCursor } = consoleSuccess(people.listHistory, await call(people.listHistory, support));
    expect(rows).toMatchObject([
      {
        id: sent.body.transaction.id,
        type: 'TRANSFER',
        amount: '0.00010000',
        counterpartyUsername: friend.username,
        transferId: expect.any(String) as string,
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain('the two of us');
    expect(nextCursor).toBeNull();
    await testApp.ownerDb.pool.query(
      `insert into wallet_transaction (id, user_id, type, asset, amount, direction, status, state, created_at, completed_at)
       select gen_random_uuid(), $1, 'DEPOSIT', 'BTC', 1, 'in', 'COMPLETED', 'completed', now() - interval '1 day', now()
       from generate_series(1, 50)`,
      [person.user.id],
    );
    const first = consoleSuccess(people.listHistory, await call(people.listHistory, support));
    const next = await call(
      { ...people.listHistory, path: `/people/:id/history?cursor=${first.nextCursor ?? ''}` },
      support,
    );
    const second = consoleSuccess(people.listHistory, next);
    expect([first.rows.length, second.rows.length, second.nextCursor]).toEqual([50, 1, null]);
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(51);
  });

  it('shows sessions and security events', async () => {
    await look();
    const { sessions } = consoleSuccess(
      people.listPersonSessions,
      await call(people.listPersonSessions, support),
    );
    expect(sessions).toMatchObject([{ device: 'Chrome · Linux', networkAddress: '127.0.0.1' }]);
    const { events } = consoleSuccess(people.listPersonEvents, await call(people.listPersonEvents, support));
    expect(events.map(({ kind }) => kind)).toEqual(['staff_looked', 'signed_in', 'email_verified']);
  });
});

describe('notes', () => {
  it('are added by who may, stay, and are shown newest first by pages', async () => {
    await look();
    for (let count = 1; count <= 21; count += 1) {
      const reply = await call(people.addNote, support, { text: `Note ${count}` });
      expect(reply.status).toBe(201);
    }
    expect(await newestEntry(testApp)).toMatchObject({
      action: 'people.note',
      subject_id: person.user.id,
      after: { text: 'Note 21' },
    });
    const first = consoleSuccess(people.listNotes, await call(people.listNotes, support));
    expect(first.notes).toHaveLength(20);
    expect(first.notes[0]).toMatchObject({ text: 'Note 21', name: 'A support' });
    const path = `/people/:id/notes?cursor=${first.nextCursor ?? ''}` as const;
    const second = consoleSuccess(people.listNotes, await call({ ...people.listNotes, path }, support));
    expect([second.notes.map(({ text }) => text), second.nextCursor]).toEqual([['Note 1'], null]);
    expect((await call({ ...people.listNotes, path: '/people/:id/notes?cursor=x' }, support)).status).toBe(
      400,
    );
    await expect(testApp.ownerDb.pool.query('delete from person_note')).rejects.toThrow('stays as it was');
    await expect(testApp.db.pool.query(`update person_note set text = ''`)).rejects.toThrow('denied');
  });

  it('have a text', async () => {
    expect((await call(people.addNote, support, { text: ' ' })).body.error).toBe('ValidationFailed');
  });
});
