import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase, openDatabase, type Database } from '../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { createLedger, type Ledger, type PostingOutcome } from './ledger.ts';
import { balancesOf } from './testing/balances.ts';
import {
  available,
  claimOf,
  funding,
  house,
  insertOwner,
  payment,
  proveBooks,
  receiptOf,
  waitingBackend,
} from './testing/postings.ts';

/** A ledger of its own for each test, and somebody else who keeps what it needs. */
let database: TestDatabase;
let otherDb: Database;
let keeper: pg.PoolClient;
let ledger: Ledger;
let person: string;

beforeAll(async () => {
  database = await createTestDatabase();
  otherDb = openDatabase({ connectionString: database.connectionString });
  keeper = await otherDb.pool.connect();
});
beforeEach(async () => {
  ledger = createLedger(database.db);
  person = await insertOwner(database.db);
  receiptOf(await ledger.postTogether(funding(person, 100n)));
});
afterEach(async () => {
  await keeper.query('rollback');
  await ledger.close();
  await proveBooks(database.db);
});
afterAll(async () => {
  keeper.release();
  await closeDatabase(otherDb);
  await database.drop();
});

const pay = (key?: string): Promise<PostingOutcome> =>
  ledger.postTogether({
    ...payment(available(person), house(), 1n),
    ...(key !== undefined && { idempotency: claimOf(person, key) }),
  });

const balance = async () => (await balancesOf(database.db, person))[0]?.available;

/** Postings that wait, as long as the keeper keeps the key of the first: one on its way, the others behind it. */
async function payWhileKept(): Promise<Promise<PostingOutcome>[]> {
  await keeper.query('begin');
  await keeper.query(
    `insert into idempotency (owner_id, key, fingerprint, transfer_id, context) values ($1, 'kept', '', $1, 'null')`,
    [person],
  );
  const postings = [pay('kept'), pay(), pay()];
  await waitingBackend(otherDb);
  return postings;
}

test('a ledger that has nothing under way closes at once', async () => {
  await expect(ledger.close()).resolves.toBeUndefined();
  await expect(ledger.close()).resolves.toBeUndefined();
});

test('a ledger that is closed, be it twice, is closed when all that was handed in has been answered', async () => {
  const told: string[] = [];
  const postings = await payWhileKept();
  const answers = postings.map((posting) => posting.then(() => told.push('answered')));
  const closing = Promise.all([ledger.close(), ledger.close()]).then(() => told.push('closed'));
  // A whole turn through the database would be more than enough to close.
  await balance();
  expect(told).toEqual([]);
  await keeper.query('rollback');
  await closing;
  expect(told).toEqual(['answered', 'answered', 'answered', 'closed']);
  await Promise.all(answers);
  expect(await balance()).toBe(97n);
});

test('what is handed in while it closes, or later, is refused and never posted', async () => {
  const postings = await payWhileKept();
  const closing = ledger.close();
  await expect(pay()).rejects.toMatchObject({ code: 'Busy' });
  await keeper.query('rollback');
  await closing;
  await expect(pay()).rejects.toMatchObject({ code: 'Busy' });
  (await Promise.all(postings)).forEach(receiptOf);
  expect(await balance()).toBe(97n);
});

test('what fails is answered too, so that closing never waits for it', async () => {
  const postings = Promise.allSettled(await payWhileKept());
  const closing = ledger.close();
  await otherDb.pool.query('select pg_terminate_backend($1)', [await waitingBackend(otherDb)]);
  await closing;
  const [first, ...others] = await postings;
  expect(first).toMatchObject({ status: 'rejected', reason: { name: 'CommitUnknownError' } });
  expect(others.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect(await balance()).toBe(98n);
});

test('what has to wait by itself, after others kept its account, is waited for', async () => {
  await keeper.query('begin');
  await keeper.query('select from account where owner_id = $1 for no key update', [person]);
  const told: string[] = [];
  const posting = pay().then(() => told.push('answered'));
  await waitingBackend(otherDb);
  const closing = ledger.close().then(() => told.push('closed'));
  await keeper.query('rollback');
  await Promise.all([posting, closing]);
  expect(told).toEqual(['answered', 'closed']);
});
