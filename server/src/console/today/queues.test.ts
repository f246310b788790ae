import { checkLedger } from '../../ledger/ledger.ts';
import { endpoints } from '@mercury/contract/api/index.ts';
import { openMessage } from '@mercury/contract/console/messages.ts';
import type { StaffRole } from '@mercury/contract/console/permissions.ts';
import { getToday, type QueueKind } from '@mercury/contract/console/today.ts';
import { settleWithdrawals } from '@mercury/contract/console/withdrawals.ts';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBooks } from '../../jobs/check-ledger.ts';
import { createTestApp, succeeded, type TestApp } from '../../test/app.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { createRealRail, withdrawalIdOf, withdrawWith } from '../../test/withdrawals.ts';
import { callConsole, consoleSuccess, makeStaff, type StaffPerson } from '../test/console-client.ts';
import { decide, proposed, proposeInvitation } from '../test/proposal-client.ts';

let testApp: TestApp;
let person: SignedInPerson;
const staff: Partial<Record<StaffRole, StaffPerson>> = {};
const tokenOf = (role: StaffRole): string => staff[role]?.token ?? '';

beforeAll(async () => {
  // Nothing is paid out by itself, so that staff do.
  testApp = await createTestApp(
    { RATE_LIMIT_FACTOR: '1000000' },
    { rail: createRealRail({ isSandbox: true }) },
  );
  for (const role of ['owner', 'treasurer', 'support', 'auditor'] as const)
    staff[role] = await makeStaff(testApp, role);
  person = await makePerson(testApp);
  await giveMoney(testApp, person, 'BTC', '1');
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

async function today(token: string) {
  return consoleSuccess(getToday, await callConsole(testApp, getToday, { token }));
}
async function queueOf(kind: QueueKind, role: StaffRole = 'owner') {
  return (await today(tokenOf(role))).queues.find((queue) => queue.kind === kind);
}
const run = (sql: string, values: readonly unknown[] = []) => testApp.db.pool.query(sql, [...values]);
async function ask(): Promise<string> {
  const { transaction } = succeeded(
    endpoints.withdraw,
    await withdrawWith(testApp, person, { amount: '0.01' }),
  );
  return withdrawalIdOf(testApp, transaction.id);
}
async function settle(item: object): Promise<void> {
  const body = { items: [item] };
  const reply = await callConsole(testApp, settleWithdrawals, { token: tokenOf('treasurer'), body });
  expect(consoleSuccess(settleWithdrawals, reply).items[0]?.refusal).toBeNull();
}

describe('payouts', () => {
  it('wait to be made by hand, then to be reported, then for nobody', async () => {
    expect(await queueOf('payouts_by_hand')).toBeUndefined();
    const id = await ask();
    const queued = await queueOf('payouts_by_hand');
    expect(queued).toMatchObject({ count: 1 });
    const { rows } = await run('select created_at from withdrawal where id = $1', [id]);
    expect(queued?.oldestAt).toBe(rows[0]?.created_at.toISOString());
    await settle({ id, outcome: 'started' });
    expect(await queueOf('payouts_by_hand')).toBeUndefined();
    expect(await queueOf('payouts_to_report')).toMatchObject({ count: 1 });
    await settle({ id, outcome: 'paid', reference: 'a payment' });
    expect(await queueOf('payouts_to_report')).toBeUndefined();
  });

  it('that are held or unclear wait apart', async () => {
    const id = await ask();
    await run('update withdrawal set held_at = now() where id = $1', [id]);
    expect(await queueOf('payouts_held')).toMatchObject({ count: 1 });
    expect(await queueOf('payouts_by_hand')).toBeUndefined();
    await run(`update withdrawal set released_at = now(), released_by = 'x' where id = $1`, [id]);
    expect(await queueOf('payouts_held')).toBeUndefined();
    expect(await queueOf('payouts_by_hand')).toMatchObject({ count: 1 });
    await run(`update withdrawal set state = 'unclear', sent_at = now() where id = $1`, [id]);
    expect(await queueOf('payouts_unclear')).toMatchObject({ count: 1 });
    await settle({ id, outcome: 'paid', reference: 'a payment' });
    expect(await queueOf('payouts_unclear')).toBeUndefined();
  });
});

it('a payment without an owner waits until somebody has it, or the chain drops it', async () => {
  await run(
    `insert into unassigned_deposit (rail, external_id, asset, amount, address, confirmations, confirmations_needed, has_failed)
     values ('sandbox', 'nobody', 'BTC', 1000, 'x', 2, 2, false)`,
  );
  expect(await queueOf('deposits_unassigned')).toMatchObject({ count: 1 });
  await run(`update unassigned_deposit set has_failed = true where external_id = 'nobody'`);
  expect(await queueOf('deposits_unassigned')).toBeUndefined();
});

it('a message waits until it is opened', async () => {
  const id = uuidv7();
  await run(
    `insert into contact_message (id, name, email, subject, message, locale)
     values ($1, 'Ada', 'ada@example.com', 'A question', 'How?', 'en')`,
    [id],
  );
  expect(await queueOf('messages_unread', 'support')).toMatchObject({ count: 1 });
  expect(await queueOf('messages_unread', 'treasurer')).toBeUndefined();
  const path = `/messages/${id}/opening` as const;
  await callConsole(testApp, { ...openMessage, path }, { token: tokenOf('support') });
  expect(await queueOf('messages_unread', 'support')).toBeUndefined();
});

it('a proposal waits for those who may decide it, and its invitation until it is over', async () => {
  const proposal = proposed(await proposeInvitation(testApp, tokenOf('owner'), 'new@staff.example'));
  expect(await queueOf('approvals', 'owner'), 'one’s own').toBeUndefined();
  expect(await queueOf('approvals', 'treasurer'), 'without the permission').toBeUndefined();
  const second = await makeStaff(testApp, 'owner');
  const approvals = async () => (await today(second.token)).queues.find(({ kind }) => kind === 'approvals');
  expect(await approvals()).toMatchObject({ count: 1, oldestAt: proposal.proposedAt });
  await decide(testApp, second.token, proposal);
  expect(await approvals()).toBeUndefined();
  expect(await queueOf('invitations_open', 'support')).toMatchObject({ count: 1 });
  await run('update staff_invitation set withdrawn_at = now()');
  expect(await queueOf('invitations_open', 'support')).toBeUndefined();
});

it('a price that jumped and what is halted wait for whoever reads the books', async () => {
  await run(
    `insert into price_reference (asset, scaled_usd, as_of) values ('BTC', 1, now())
     on conflict (asset) do nothing`,
  );
  await run(
    `update price_reference set candidate_scaled_usd = 2, candidate_since = now() where asset = 'BTC'`,
  );
  await testApp.ownerDb.pool.query(`insert into trading_halt (asset, operator) values ('BTC', 'x')`);
  expect(await queueOf('prices_jumped', 'auditor')).toMatchObject({ count: 1 });
  expect(await queueOf('trading_halted', 'auditor')).toMatchObject({ count: 1 });
  expect(await queueOf('prices_jumped', 'support')).toBeUndefined();
  await testApp.ownerDb.pool.query('delete from trading_halt');
  await run('update price_reference set candidate_scaled_usd = null, candidate_since = null');
  expect(await queueOf('prices_jumped', 'auditor')).toBeUndefined();
  expect(await queueOf('trading_halted', 'auditor')).toBeUndefined();
});

it('a job waits for somebody once it has failed often', async () => {
  await run(
    `select graphile_worker.add_job('nobody-knows', '{}', run_at := now() + interval '1 day', job_key := 'x')`,
  );
  const fail = (attempts: number) =>
    run(`update graphile_worker._private_jobs set last_error = 'no', attempts = $1 where key = 'x'`, [
      attempts,
    ]);
  await fail(4);
  expect(await queueOf('jobs_failed', 'treasurer')).toBeUndefined();
  await fail(5);
  expect(await queueOf('jobs_failed', 'treasurer')).toMatchObject({ count: 1 });
  await run(`select graphile_worker.remove_job('x')`);
  expect(await queueOf('jobs_failed', 'treasurer')).toBeUndefined();
});

it('books that were found wrong wait until a proof finds them right, be it that of the night', async () => {
  await run(
    `insert into books_check (id, asked_by, rules_total, ended_at, outcome, findings)
     values ($1, 'x', 20, now(), 'wrong', '[{"rule":"a","subject":"b","detail":"c"},{"rule":"a","subject":"d","detail":"c"}]'),
       ($2, 'x', 20, now(), 'failed', '[]')`,
    [uuidv7(), uuidv7()],
  );
  expect(await queueOf('books_wrong', 'auditor')).toMatchObject({ count: 2 });
  await checkBooks({ db: testApp.db, log: pino({ enabled: false }) });
  expect(await queueOf('books_wrong', 'auditor')).toBeUndefined();
});

it('a single way in is told to its owner, last since it has no age', async () => {
  const id = await ask();
  const { queues } = await today(tokenOf('owner'));
  expect(queues.at(-1)).toEqual({ kind: 'one_way_in', count: 1, oldestAt: null });
  expect(queues.map(({ oldestAt }) => oldestAt ?? '~')).toEqual(
    queues.map(({ oldestAt }) => oldestAt ?? '~').toSorted(),
  );
  expect(queues.length).toBeGreaterThan(1);
  await run(
    `insert into staff_passkey (id, staff_id, credential_id, public_key, signature_count, transports, name, is_synced)
     values ($1, $2, 'c', '\\x00', 0, '{}', 'A key', false)`,
    [uuidv7(), staff.owner?.id],
  );
  expect(await queueOf('one_way_in')).toBeUndefined();
  await settle({ id, outcome: 'started' });
  await settle({ id, outcome: 'paid', reference: 'a payment' });
});

it('support is sent nothing of the books', async () => {
  expect(Object.keys(await today(tokenOf('support'))).toSorted()).toEqual(['queues', 'success']);
  expect(Object.keys(await today(tokenOf('auditor'))).toSorted()).toEqual([
    'business',
    'owed',
    'queues',
    'success',
  ]);
});
