import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase, openDatabase, type Database } from '../db/database.ts';
import { askUnprepared } from '../db/prepared.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { createLedger, type Ledger, type PostingOutcome } from './ledger.ts';
import { balancesOf } from './testing/balances.ts';
import { callBatch } from './post-call.ts';
import {
  available,
  claimOf,
  funding,
  house,
  insertPeople,
  payment,
  proveBooks,
  receiptOf,
  waitingBackend,
} from './testing/postings.ts';

/** The advisory locks of the two places where batches run, whoever sends them. */
const lanes = [6230570001n, 6230570002n] as const;

let database: TestDatabase;
let ledger: Ledger;
/** Another process on the same database, which keeps what it likes. */
let otherDb: Database;
let keeper: pg.PoolClient;

beforeAll(async () => {
  database = await createTestDatabase();
  otherDb = openDatabase({ connectionString: database.connectionString });
  ledger = createLedger(database.db);
});
beforeEach(async () => {
  keeper = await otherDb.pool.connect();
});
afterEach(async () => {
  await keeper.query('rollback');
  await keeper.query('select pg_advisory_unlock_all()');
  keeper.release();
  await proveBooks(database.db);
});
afterAll(async () => {
  await ledger.close();
  await closeDatabase(otherDb);
  await database.drop();
});

async function peopleWithMoney(count: number): Promise<string[]> {
  const people = await insertPeople(database.db, count);
  const outcomes = await Promise.all(people.map((person) => ledger.postTogether(funding(person, 10n))));
  outcomes.forEach(receiptOf);
  return people;
}

async function availableOf(person: string): Promise<bigint | undefined> {
  const [mrcy] = await balancesOf(database.db, person);
  return mrcy?.available;
}

const keepLane = (lane: bigint) => keeper.query('select pg_advisory_lock($1)', [lane]);
const leaveLane = (lane: bigint) => keeper.query('select pg_advisory_unlock($1)', [lane]);
const pay = (person: string) => ledger.postTogether(payment(available(person), house(), 1n));
const isPostedWithin = (ms: number, posting: Promise<unknown>) =>
  Promise.race([posting.then(() => true), wait(ms).then(() => false)]);
// What waits for a lock gives up after two seconds, and is then posted by itself.
const lockPatienceMs = 2000;

test.for(lanes)('one is posted where another process keeps lane %i', async (lane) => {
  const [person = ''] = await peopleWithMoney(1);
  await keepLane(lane);
  const posting = pay(person);
  expect(await isPostedWithin(lockPatienceMs - 500, posting)).toBe(true);
  receiptOf(await posting);
});

test('one that asks for a lane that is free now is sent back where none is, and nothing has moved', async () => {
  const [person = ''] = await peopleWithMoney(1);
  const ask = () =>
    callBatch(askUnprepared(database.db.pool), [payment(available(person), house(), 1n)], 'free');
  for (const lane of lanes) await keepLane(lane);
  expect(await ask()).toBeUndefined();
  expect(await availableOf(person)).toBe(10n);
  await leaveLane(lanes[1]);
  expect(await ask()).toMatchObject([{ isPosted: true }]);
  expect(await availableOf(person)).toBe(9n);
});

test.for(lanes)('one that is to be alone waits for who keeps lane %i', async (lane) => {
  const [person = ''] = await peopleWithMoney(1);
  await keepLane(lane);
  const alone = callBatch(
    askUnprepared(database.db.pool),
    [payment(available(person), house(), 1n)],
    'alone',
  );
  expect(await isPostedWithin(300, alone)).toBe(false);
  await leaveLane(lane);
  expect(await alone).toMatchObject([{ isPosted: true }]);
});

test('one waits where other processes keep both lanes', async () => {
  const [person = ''] = await peopleWithMoney(1);
  for (const lane of lanes) await keepLane(lane);
  const posting = pay(person);
  expect(await isPostedWithin(300, posting)).toBe(false);
  await leaveLane(lanes[0]);
  receiptOf(await posting);
});

/** One that keeps its lane until the keeper rolls back, and then as many as are worth a call beside it. */
async function postBehindOne(): Promise<{
  first: Promise<PostingOutcome>;
  others: Promise<PostingOutcome[]>;
}> {
  const [firstPerson = '', ...people] = await peopleWithMoney(70);
  await keeper.query('begin');
  // Who stores the same key waits to see what becomes of it.
  await keeper.query(
    `insert into idempotency (owner_id, key, fingerprint, transfer_id, context) values ($1, 'kept', '', $1, 'null')`,
    [firstPerson],
  );
  const first = ledger.postTogether({
    ...payment(available(firstPerson), house(), 1n),
    idempotency: claimOf(firstPerson, 'kept'),
  });
  await waitingBackend(otherDb);
  return { first, others: Promise.all(people.map(pay)) };
}

test('many do not wait for one that is on its way', async () => {
  const { first, others } = await postBehindOne();
  expect(await isPostedWithin(lockPatienceMs - 500, others)).toBe(true);
  expect((await others).map(receiptOf)).toHaveLength(69);
  await keeper.query('rollback');
  receiptOf(await first);
});

test('many wait with it where another process has the other lane', async () => {
  await keepLane(lanes[1]);
  const { first, others } = await postBehindOne();
  expect(await isPostedWithin(300, others)).toBe(false);
  await keeper.query('rollback');
  receiptOf(await first);
  expect((await others).map(receiptOf)).toHaveLength(69);
});

test('many that find their account kept do not go on beside one that is on its way', async () => {
  const [keptPerson = ''] = await peopleWithMoney(1);
  const { first, others } = await postBehindOne();
  await others;
  const otherKeeper = await otherDb.pool.connect();
  await otherKeeper.query('begin');
  await otherKeeper.query('select from account where owner_id = $1 for no key update', [keptPerson]);
  const kept = Promise.all(Array.from({ length: 70 }, () => pay(keptPerson)));
  await wait(300);
  const { rows } = await otherDb.pool.query(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  // The one that is on its way; had they gone on, they would each wait for the account by themselves.
  expect(rows).toEqual([{ count: 1 }]);
  await otherKeeper.query('rollback');
  otherKeeper.release();
  await keeper.query('rollback');
  receiptOf(await first);
  await kept;
});

test('one that finds its account kept by the other waits for it, instead of asking again and again', async () => {
  const [person = ''] = await peopleWithMoney(1);
  await keepLane(lanes[1]);
  await keeper.query('begin');
  await keeper.query('select from account where owner_id = $1 for no key update', [person]);
  const posting = pay(person);
  const waiting = await waitingBackend(otherDb);
  const { rows } = await otherDb.pool.query('select wait_event from pg_stat_activity where pid = $1', [
    waiting,
  ]);
  expect(rows).toEqual([{ wait_event: 'advisory' }]);
  await keeper.query('rollback');
  await leaveLane(lanes[1]);
  receiptOf(await posting);
});
