import * as announcements from '@mercury/contract/console/announcements.ts';
import { signOut } from '@mercury/contract/console/access.ts';
import { unattendedHeader } from '@mercury/contract/console/endpoint.ts';
import { consoleEvents, consoleTopics } from '@mercury/contract/console/live.ts';
import { listStaff, removeStaffMember } from '@mercury/contract/console/staff.ts';
import { limits } from '@mercury/contract/limits.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { appendEntry } from '../../audit/append-entry.ts';
import { inTransaction } from '../../db/database.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { type EventStreams, listenForStreams, type OpenStream } from '../../test/event-streams.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson } from '../../test/person.ts';
import { depositAddressOf, openPretendChain } from '../../test/pretend-chain.ts';
import { otherAddress, withdrawWith } from '../../test/withdrawals.ts';
import { callConsole, makeStaff, type StaffPerson } from '../test/console-client.ts';

let testApp: TestApp;
let streams: EventStreams;

const realNow = performance.now.bind(performance);
let passedMs = 0;

beforeAll(async () => {
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + passedMs);
  testApp = await createTestApp();
  streams = await listenForStreams(testApp);
});
afterAll(async () => {
  await testApp.close();
  vi.restoreAllMocks();
});

const open = ({ token }: Pick<StaffPerson, 'token'>) =>
  streams.openAt(`/console/api${consoleEvents.path}`, { cookie: `mercury-console=${token}` });

/** As if so much time had passed that no opening is told of what has happened by now. */
function passReplayed(): void {
  passedMs += limits.eventsReplayedMs + 1;
}

const told = (stream: OpenStream) =>
  [...stream.text().matchAll(/^event: changed\ndata: (.*)$/gm)].flatMap(([, topics = '[]']) =>
    JSON.parse(topics),
  );
const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 10_000, interval: 20 });

/** As the operator's command does it, in a process of its own: only the database tells. */
function act(action: string): Promise<void> {
  return inTransaction(testApp.ownerDb, (trx) =>
    appendEntry(trx, { actor: { kind: 'operator', name: 'Ada' }, action }),
  );
}

async function idleEndOf({ id }: StaffPerson): Promise<Date> {
  const { rows } = await testApp.db.pool.query<{ end: Date }>(
    'select idle_expires_at as end from staff_session where staff_id = $1',
    [id],
  );
  const end = rows[0]?.end;
  if (end === undefined) throw new Error('no session');
  return end;
}

describe('the console’s stream', () => {
  it('says which list changed, to those alone who may read it, and nothing else', async () => {
    const [support, treasurer] = [await makeStaff(testApp, 'support'), await makeStaff(testApp, 'treasurer')];
    passReplayed();
    const [supports, treasurers] = [await open(support), await open(treasurer)];
    expect([supports.status, treasurers.status]).toEqual([200, 200]);
    const owner = await makeStaff(testApp, 'owner');
    const texts = { en: 'Away on Sunday', fa: '', ru: '', zh: '' };
    await callConsole(testApp, announcements.announce, {
      token: owner.token,
      body: { texts, startsAt: null, endsAt: null, isMailed: false },
    });
    await until(() => expect(told(supports)).toContain('announcements'));
    await act('withdrawal.paid');
    await until(() => expect(told(treasurers)).toContain('withdrawals'));
    await until(() => expect(told(supports)).toContain('withdrawals'));
    expect(new Set(told(treasurers))).toEqual(new Set(['withdrawals']));
    expect(new Set(told(supports))).toEqual(new Set(['announcements', 'withdrawals']));
    expect(supports.text()).not.toMatch(/Sunday/);
    for (const stream of [supports, treasurers]) stream.close();
  });

  it('tells of what customers and the chain bring', async () => {
    passReplayed();
    const stream = await open(await makeStaff(testApp, 'owner'));
    const person = await makePerson(testApp);
    await giveMoney(testApp, person, 'BTC', '1');
    const body = {
      name: 'Grace',
      email: 'grace@example.com',
      subject: 'Hello',
      message: 'Where is my deposit of yesterday?',
    };
    expect((await testApp.call('POST', '/contact', { body })).status).toBe(200);
    await until(() => expect(told(stream)).toContain('messages'));
    expect((await withdrawWith(testApp, person, { amount: '0.01' })).status).toBe(200);
    await until(() => expect(told(stream)).toContain('withdrawals'));
    const chain = await openPretendChain(testApp);
    await chain.tell(await chain.pay(await depositAddressOf(testApp, person, 'LTC'), 'LTC', '1'));
    await until(() => expect(told(stream)).toContain('deposits'));
    stream.close();
    passReplayed();
    const nobodys = await open(await makeStaff(testApp, 'owner'));
    await chain.tell(await chain.pay({ address: otherAddress }, 'BTC', '1'));
    await until(() => expect(told(nobodys)).toContain('deposits'));
    nobodys.close();
  });

  it('is told at its opening what has just changed', async () => {
    passReplayed();
    await act('proposal.open');
    const first = await open(await makeStaff(testApp, 'support'));
    await until(() => expect(told(first)).toEqual(['proposals']));
    first.close();
  });

  it('asks for everything after a time in which nothing was heard', async () => {
    const stream = await open(await makeStaff(testApp, 'owner'));
    await testApp.db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'mercury events' and datname = current_database()`,
    );
    await until(() => expect(told(stream)).toEqual(expect.arrayContaining([...consoleTopics])));
    stream.close();
  });

  it.each([
    ['signs out', (one: StaffPerson) => callConsole(testApp, signOut, { token: one.token })],
    [
      'is removed',
      async ({ id }: StaffPerson) =>
        callConsole(
          testApp,
          { ...removeStaffMember, path: `/staff/${id}/removal` },
          { token: (await makeStaff(testApp, 'owner')).token, body: { reason: 'They left' } },
        ),
    ],
  ])('ends when its person %s', async (_what, leave) => {
    const leaver = await makeStaff(testApp, 'support');
    const stream = await open(leaver);
    expect(stream.status).toBe(200);
    expect((await leave(leaver)).status).toBe(200);
    await until(() => expect(stream.isEnded()).toBe(true));
  });

  it('is for whoever has a session, and ends once that was idle for too long', async () => {
    expect(await open({ token: 'made-up' })).toMatchObject({ status: 401, error: 'Unauthenticated' });
    const idler = await makeStaff(testApp, 'support');
    const stream = await open(idler);
    await testApp.db.pool.query('update staff_session set idle_expires_at = now() where staff_id = $1', [
      idler.id,
    ]);
    await act('staff.join');
    await until(() => expect(stream.isEnded()).toBe(true));
    expect(await open(idler)).toMatchObject({ status: 401 });
  });

  it('tells nothing more that a new role may not read', async () => {
    passReplayed();
    const person = await makeStaff(testApp, 'owner');
    const stream = await open(person);
    await testApp.db.pool.query(`update staff_member set role = 'treasurer' where id = $1`, [person.id]);
    await act('staff.change_role');
    await until(() => expect(told(stream)).toContain('staff'));
    const before = told(stream).length;
    await until(async () => {
      await act('announcement.end');
      await act('deposit.observe');
      expect(told(stream).slice(before)).toContain('deposits');
    });
    expect(told(stream).slice(before)).not.toContain('announcements');
    stream.close();
  });
});

it('neither the stream nor what a page asks by itself keeps a session alive', async () => {
  const person = await makeStaff(testApp, 'owner');
  await testApp.db.pool.query(
    `update staff_session set idle_expires_at = now() + interval '1 minute' where staff_id = $1`,
    [person.id],
  );
  const end = await idleEndOf(person);
  const stream = await open(person);
  const unattended = { token: person.token, headers: { [unattendedHeader]: '1' } };
  expect((await callConsole(testApp, listStaff, unattended)).status).toBe(200);
  expect(await idleEndOf(person)).toEqual(end);
  expect((await callConsole(testApp, listStaff, { token: person.token })).status).toBe(200);
  expect((await idleEndOf(person)).getTime()).toBeGreaterThan(end.getTime());
  stream.close();
});
