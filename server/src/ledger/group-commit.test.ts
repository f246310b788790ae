import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { inTransaction } from '../db/database.ts';
import { createLedger, post, type Ledger, type PostingOutcome } from './ledger.ts';
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
let keeper: pg.PoolClient;
let ledger: Ledger;
let person: string;

beforeAll(async () => {
  database = await createTestDatabase();
  // As the owner: the product itself may lock no account.
  keeper = await database.ownerDb.pool.connect();
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
  await database.drop();
});

const pay = (key?: string): Promise<PostingOutcome> =>
  ledger.postTogether({
    ...payment(available(person), house(), 1n),
    ...(key !== undefined && { idempotency: claimOf(person, key) }),
  });

const balance = async () => (await balancesOf(database.db, person))[0]?.available;

/** The advisory lock of the batches, whichever process sends them. */
const turn = 6230570001n;

/** Postings that wait, as long as the keeper keeps the key of the first: one on its way, the others behind it. */
async function payWhileKept(): Promise<Promise<PostingOutcome>[]> {
  await keeper.query('begin');
  await keeper.query(
    `insert into idempotency (owner_id, key, fingerprint, reply) values ($1, 'kept', '', 'null')`,
    [person],
  );
  const postings = [pay('kept'), pay(), pay()];
  await waitingBackend(database.ownerDb);
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
  await database.db.pool.query('select pg_terminate_backend($1)', [await waitingBackend(database.ownerDb)]);
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
  await waitingBackend(database.ownerDb);
  const closing = ledger.close().then(() => told.push('closed'));
  await keeper.query('rollback');
  await Promise.all([posting, closing]);
  expect(told).toEqual(['answered', 'closed']);
});

test('a batch waits for its turn among those of other processes, and what is no batch does not', async () => {
  await keeper.query('begin');
  await keeper.query('select pg_advisory_xact_lock($1)', [turn]);
  const told: string[] = [];
  const posting = pay().then(() => told.push('batch'));
  await waitingBackend(database.ownerDb);
  await inTransaction(database.db, (trx) => post(trx, [payment(available(person), house(), 1n)]));
  told.push('alone');
  await keeper.query('rollback');
  await posting;
  expect(told).toEqual(['alone', 'batch']);
  expect(await balance()).toBe(98n);
});

test('one that found its account kept goes before those who came later', async () => {
  await keeper.query('begin');
  await keeper.query('select from account where owner_id = $1 for no key update', [person]);
  const early = ledger.postTogether(payment(available(person), house(), 60n));
  const late = ledger.postTogether(payment(available(person), house(), 60n));
  // Long before a posting waits for the account by itself.
  await keeper.query('rollback');
  expect(await early).toMatchObject({ isPosted: true });
  expect(await late).toMatchObject({ refusal: 'InsufficientBalance' });
});

test('two with one key that come together are one effect, and hurt nobody who came with them', async () => {
  const outcomes = await Promise.all([pay(), pay('same'), pay(), pay('same'), pay()]);
  expect(outcomes.map((outcome) => outcome.isPosted && outcome.isRepeat)).toEqual([
    false,
    false,
    false,
    true,
    false,
  ]);
  expect(await balance()).toBe(96n);
});
