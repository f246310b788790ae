import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction } from '../db/database.ts';
import { askUnprepared } from '../db/prepared.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { createLedger, post, type Posting, type PostingOutcome } from './ledger.ts';
import { balancesOf } from './testing/balances.ts';
import { callBatch, callPostOne, isPlainTransfer, type CallOutcome, type Turn } from './post-call.ts';
import {
  available,
  claimOf,
  funding,
  house,
  insertOwner,
  payment,
  proveBooks,
  receiptOf,
} from './testing/postings.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => proveBooks(database.db));
afterAll(() => database.drop());

/** By a ledger that is gone afterwards. */
async function byLedger(posting: Posting): Promise<PostingOutcome> {
  const ledger = createLedger(database.db);
  try {
    return await ledger.postTogether(posting);
  } finally {
    await ledger.close();
  }
}

async function personWith(amount: bigint): Promise<string> {
  const id = await insertOwner(database.db);
  receiptOf(await byLedger(funding(id, amount)));
  return id;
}

async function availableOf(userId: string): Promise<bigint | undefined> {
  const [mrcy] = await balancesOf(database.db, userId);
  return mrcy?.available;
}

// Every character that means something in a row or an array of the database.
const oddNote = 'a "note", (with) {all} \\ of it,\n NULL and nothing: ""';

/** A transfer from one person to another with a key of the first and a row of history for each. */
function keyedTransfer(from: string, to: string, amount: bigint, key: string): Posting {
  const record = {
    type: 'TRANSFER',
    asset: 'MRCY',
    amount,
    status: 'COMPLETED',
    state: 'completed',
    counterparty: '',
    note: oddNote,
    usdValue: 12n,
  } as const;
  return {
    ...payment(available(from), available(to), amount),
    idempotency: claimOf(from, key, { fingerprint: `of ${amount}`, context: { told: 'so' } }),
    records: [
      { ...record, id: uuidv7(), userId: from, direction: 'out' },
      { ...record, id: uuidv7(), userId: to, direction: 'in' },
    ],
  };
}

const byShortWay = async (posting: Posting): Promise<PostingOutcome | undefined> =>
  callPostOne(askUnprepared(database.db.pool), posting);

async function byLongWay(posting: Posting): Promise<CallOutcome | undefined> {
  const outcomes = await callBatch(askUnprepared(database.db.pool), [posting], 'next');
  return outcomes?.[0];
}

/** What a transfer left in the books, without what is new each time. */
async function storedOf({ transferId }: Posting): Promise<unknown> {
  const { rows } = await database.db.pool.query(
    `select kind, reference_id,
       (select json_agg(json_build_array(line, asset, amount, balance_after, account_version) order by line)
          from entry where transfer_id = transfer.id) as entries,
       (select json_agg(json_build_array(key, fingerprint, context)) from idempotency where transfer_id = transfer.id)
         as keys,
       (select json_agg(
          json_build_array(type, asset, amount, fee, direction, status, state, counterparty, note, usd_value,
                           completed_at = transfer.created_at, jsonb_array_length(timeline)) order by direction)
          from wallet_transaction where transfer_id = transfer.id) as records
     from transfer where id = $1`,
    [transferId],
  );
  return rows;
}

test('is for one asset between two customers, and for nothing else', async () => {
  const [first, second] = [uuidv7(), uuidv7()];
  const plain = payment(available(first), available(second), 1n);
  expect(isPlainTransfer(plain)).toBe(true);
  expect(isPlainTransfer({ ...plain, referenceId: uuidv7() })).toBe(false);
  expect(isPlainTransfer({ ...plain, reversesId: uuidv7() })).toBe(false);
  expect(isPlainTransfer({ ...plain, entries: plain.entries.toReversed() })).toBe(false);
  expect(isPlainTransfer(payment(house(), available(second), 1n))).toBe(false);
  expect(isPlainTransfer(payment(available(first), house(), 1n))).toBe(false);
});

test('stores and answers what the long way does', async () => {
  const people = [
    await personWith(100n),
    await personWith(50n),
    await personWith(100n),
    await personWith(50n),
  ];
  const [first = '', second = '', third = '', fourth = ''] = people;
  const short = keyedTransfer(first, second, 30n, 'a "key" \\ of {first}');
  const long = keyedTransfer(third, fourth, 30n, 'a "key" \\ of {first}');
  const shortOutcome = await byShortWay(short);
  const longOutcome = await byLongWay(long);
  const about = (posting: Posting) => ({
    isPosted: true,
    isRepeat: false,
    receipt: {
      transferId: posting.transferId,
      postedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      balances: posting.entries.map(({ account }, line) => ({
        ...account,
        balance: line === 0 ? '70' : '80',
      })),
      context: { told: 'so' },
    },
  });
  expect(shortOutcome).toEqual(about(short));
  expect(longOutcome).toEqual(about(long));
  const stored = await storedOf(short);
  expect(stored).toMatchObject([{ entries: [{}, {}], keys: [{}], records: [{}, {}] }]);
  const { rows } = await database.db.pool.query(
    'select counterparty, note, reference_id from wallet_transaction where transfer_id = $1',
    [short.transferId],
  );
  const record = { counterparty: '', note: oddNote, reference_id: null };
  expect(rows).toEqual([record, record]);
  expect(stored).toEqual(await storedOf(long));
});

test('leaves a key that was used to the long way, which answers a repeat as the first time', async () => {
  const [first, second] = [await personWith(100n), await personWith(1n)];
  const original = receiptOf(await byShortWay(keyedTransfer(first, second, 30n, 'key')));
  for (const amount of [30n, 31n]) {
    expect(await byShortWay(keyedTransfer(first, second, amount, 'key'))).toBeUndefined();
  }
  expect(await byLongWay(keyedTransfer(first, second, 30n, 'key'))).toEqual({
    isPosted: true,
    isRepeat: true,
    receipt: original,
  });
  // By the ledger, which tries the short way first.
  expect(await byLedger(keyedTransfer(first, second, 30n, 'key'))).toEqual({
    isPosted: true,
    isRepeat: true,
    receipt: original,
  });
  expect(await byLedger(keyedTransfer(first, second, 31n, 'key'))).toEqual({
    isPosted: false,
    refusal: 'IdempotencyKeyReused',
  });
  expect([await availableOf(first), await availableOf(second)]).toEqual([70n, 31n]);
});

test('keeps nothing of what it can not pay, so that the key is still free', async () => {
  const [first, second] = [await personWith(10n), await personWith(1n)];
  const tooMuch = keyedTransfer(first, second, 11n, 'key');
  expect(await byShortWay(tooMuch)).toBeUndefined();
  expect(await byLedger(tooMuch)).toEqual({ isPosted: false, refusal: 'InsufficientBalance' });
  expect(await storedOf(tooMuch)).toEqual([]);
  expect(await byShortWay(keyedTransfer(first, second, 10n, 'key'))).toMatchObject({ isPosted: true });
  expect([await availableOf(first), await availableOf(second)]).toEqual([0n, 11n]);
});

test('leaves to the long way where somebody has no account yet, or it is locked', async () => {
  const [first, second, stranger] = [
    await personWith(10n),
    await personWith(1n),
    await insertOwner(database.db),
  ];
  expect(await byShortWay(payment(available(first), available(stranger), 1n))).toBeUndefined();
  const other = await database.db.pool.connect();
  try {
    await other.query('begin');
    await other.query('select from account where owner_id = $1 for no key update', [second]);
    expect(await byShortWay(payment(available(first), available(second), 1n))).toBeUndefined();
  } finally {
    await other.query('rollback');
    other.release();
  }
  expect(await byShortWay(payment(available(first), available(second), 1n))).toMatchObject({
    isPosted: true,
  });
});

test('taken by the ledger, a transfer to somebody without an account opens it', async () => {
  const [first, stranger] = [await personWith(10n), await insertOwner(database.db)];
  receiptOf(await byLedger(payment(available(first), available(stranger), 4n)));
  expect([await availableOf(first), await availableOf(stranger)]).toEqual([6n, 4n]);
});

test('taken by the ledger, a transfer to an account that is closed is refused as that', async () => {
  const [first, gone] = [await personWith(10n), await insertOwner(database.db)];
  await inTransaction(database.db, async (trx) => {
    await post(trx, [funding(gone, 1n), payment(available(gone), house(), 1n)]);
  });
  await database.db.pool.query('update app_user set deleted_at = now() where id = $1', [gone]);
  expect(await byLedger(payment(available(first), available(gone), 4n))).toEqual({
    isPosted: false,
    refusal: 'AccountClosed',
  });
  expect(await availableOf(first)).toBe(10n);
});

test('a batch that asks for no known turn is refused, such as a former version would ask for', async () => {
  const [first, second] = [await personWith(10n), await personWith(1n)];
  const unknown = 'true' as Turn;
  const posting = payment(available(first), available(second), 4n);
  await expect(callBatch(askUnprepared(database.db.pool), [posting], unknown)).rejects.toThrow('no turn');
  expect(await availableOf(first)).toBe(10n);
});
