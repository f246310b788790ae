import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Transaction } from '../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import {
  createLedger,
  hold,
  openCustomerAccounts,
  post,
  recordTransactions,
  release,
  reverse,
  settle,
  type Ledger,
  type Posting,
  type WalletTransactionRecord,
} from './ledger.ts';
import { balancesOf, trialBalance } from './testing/balances.ts';
import {
  available,
  claimOf,
  funding,
  house,
  insertOwner,
  payment,
  receiptOf,
  proveBooks,
} from './testing/postings.ts';
import { PostingInvalidError } from './types.ts';

let database: TestDatabase;
let ledger: Ledger;

beforeAll(async () => {
  database = await createTestDatabase();
  ledger = createLedger(database.db);
});
afterEach(() => proveBooks(database.db));
afterAll(async () => {
  await ledger.close();
  await database.drop();
});

const insufficient = { isPosted: false, refusal: 'InsufficientBalance' };
const notOpen = { isPosted: false, refusal: 'HoldNotOpen' };
const within = <Result>(work: (trx: Transaction) => Promise<Result>) => inTransaction(database.db, work);

async function personWith(amount: bigint): Promise<string> {
  const id = await insertOwner(database.db);
  if (amount > 0n) receiptOf(await ledger.postTogether(funding(id, amount)));
  return id;
}

async function mrcyOf(userId: string): Promise<{ available: bigint; held: bigint } | undefined> {
  const balances = await balancesOf(database.db, userId);
  const mrcy = balances.find(({ asset }) => asset === 'MRCY');
  return mrcy && { available: mrcy.available, held: mrcy.held };
}

describe('posting', () => {
  test('moves money, opens what it needs, and says what the customers have then', async () => {
    const [first, second] = [await personWith(100n), await personWith(0n)];
    const posting = payment(available(first), available(second), 30n);
    const outcome = await ledger.postTogether(posting);
    expect(outcome).toEqual({
      isPosted: true,
      isRepeat: false,
      receipt: {
        transferId: posting.transferId,
        postedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        balances: [
          { owner: first, asset: 'MRCY', kind: 'available', balance: '70' },
          { owner: second, asset: 'MRCY', kind: 'available', balance: '30' },
        ],
        context: null,
      },
    });
    expect(await mrcyOf(second)).toEqual({ available: 30n, held: 0n });
  });

  test('allows the whole balance and refuses one unit more, storing nothing', async () => {
    const [first, second] = [await personWith(100n), await personWith(0n)];
    expect(await ledger.postTogether(payment(available(first), available(second), 101n))).toEqual(
      insufficient,
    );
    expect(await balancesOf(database.db, second)).toEqual([]);
    receiptOf(await ledger.postTogether(payment(available(first), available(second), 100n)));
    expect(await mrcyOf(first)).toEqual({ available: 0n, held: 0n });
  });

  test('carries amounts of 38 digits', async () => {
    const amount = 10n ** 38n - 1n;
    const person = await personWith(amount);
    expect(await mrcyOf(person)).toEqual({ available: amount, held: 0n });
    receiptOf(await ledger.postTogether(payment(available(person), house(), amount)));
  });

  test('moves several assets in one transfer', async () => {
    const person = await personWith(100n);
    receiptOf(
      await ledger.postTogether({
        transferId: uuidv7(),
        kind: 'exchange',
        entries: [
          { account: available(person), amount: -100n },
          { account: house(), amount: 100n },
          { account: house('USD'), amount: -57n },
          { account: available(person, 'USD'), amount: 57n },
        ],
      }),
    );
    expect(await balancesOf(database.db, person)).toEqual([
      { asset: 'MRCY', available: 0n, held: 0n },
      { asset: 'USD', available: 57n, held: 0n },
    ]);
  });

  test('posts several in order inside a transaction, the refused ones apart', async () => {
    const [first, second] = [await personWith(10n), await personWith(0n)];
    const there = payment(available(first), available(second), 10n);
    const back = payment(available(second), available(first), 10n);
    const outcomes = await within((trx) => post(trx, [there, payment(available(first), house(), 1n), back]));
    expect(outcomes.map(({ isPosted }) => isPosted)).toEqual([true, false, true]);
    expect(await mrcyOf(first)).toEqual({ available: 10n, held: 0n });
  });

  test('is undone with the transaction it is part of', async () => {
    const person = await personWith(10n);
    const failure = new Error('later');
    const attempt = within(async (trx) => {
      await post(trx, [payment(available(person), house(), 4n)]);
      throw failure;
    });
    await expect(attempt).rejects.toBe(failure);
    expect(await mrcyOf(person)).toEqual({ available: 10n, held: 0n });
  });

  test.each<[string, (right: Posting) => Posting]>([
    [
      'an unbalanced sum',
      (right) => ({ ...right, entries: right.entries.map((entry) => ({ ...entry, amount: 1n })) }),
    ],
    ['a single entry', (right) => ({ ...right, entries: right.entries.slice(1) })],
    [
      'an amount of zero',
      (right) => ({ ...right, entries: right.entries.map((entry) => ({ ...entry, amount: 0n })) }),
    ],
    ['an account twice', (right) => ({ ...right, entries: [...right.entries, ...right.entries] })],
    ['an id that is none', (right) => ({ ...right, transferId: 'x' })],
    ['an id in capitals', (right) => ({ ...right, transferId: right.transferId.toUpperCase() })],
    [
      '39 digits',
      (right) => ({ ...right, entries: right.entries.map((e) => ({ ...e, amount: e.amount * 10n ** 38n })) }),
    ],
  ])('throws for %s', async (_, spoil) => {
    const posting = spoil(funding(uuidv7(), 1n));
    await expect(ledger.postTogether(posting)).rejects.toThrow(PostingInvalidError);
  });

  test('opens accounts that are empty and stay as they are', async () => {
    const person = await personWith(5n);
    await within((trx) => openCustomerAccounts(trx, person, ['MRCY', 'BTC']));
    expect(await balancesOf(database.db, person)).toEqual([
      { asset: 'MRCY', available: 5n, held: 0n },
      { asset: 'BTC', available: 0n, held: 0n },
    ]);
  });

  test('keeps the trial balance at zero in each asset', async () => {
    await personWith(5n);
    const sums = new Map<string, bigint>();
    for (const { asset, balance } of await trialBalance(database.db)) {
      sums.set(asset, (sums.get(asset) ?? 0n) + balance);
    }
    expect([...sums.values()].filter((sum) => sum !== 0n)).toEqual([]);
  });
});

describe('an idempotency key', () => {
  test('gives the first receipt again, letter for letter, whatever came between', async () => {
    const [first, second] = [await personWith(100n), await personWith(0n)];
    const idempotency = claimOf(first, 'key "1"\\');
    const context = { z: 1, a: ['"\\{}', '\u0000', 'é'] };
    const posting = { ...payment(available(first), available(second), 30n), idempotency, context };
    const original = receiptOf(await ledger.postTogether(posting));
    receiptOf(await ledger.postTogether(payment(available(first), available(second), 70n)));
    const repeat = await ledger.postTogether({ ...posting, transferId: uuidv7() });
    expect(repeat).toMatchObject({ isPosted: true, isRepeat: true });
    expect(JSON.stringify(receiptOf(repeat))).toBe(JSON.stringify(original));
    expect(await mrcyOf(second)).toEqual({ available: 100n, held: 0n });
  });

  test('is refused with another fingerprint, and is another key for another owner', async () => {
    const [first, second] = [await personWith(100n), await personWith(100n)];
    const posting = payment(available(first), available(second), 30n);
    receiptOf(await ledger.postTogether({ ...posting, idempotency: claimOf(first, 'key') }));
    const other = { ...posting, transferId: uuidv7() };
    expect(
      await ledger.postTogether({ ...other, idempotency: claimOf(first, 'key', { fingerprint: 'other' }) }),
    ).toEqual({ isPosted: false, refusal: 'IdempotencyKeyReused' });
    expect(await ledger.postTogether({ ...other, idempotency: claimOf(second, 'key') })).toMatchObject({
      isRepeat: false,
    });
  });

  test('is free again after a refusal', async () => {
    const person = await personWith(0n);
    const posting = { ...payment(available(person), house(), 5n), idempotency: claimOf(person, 'key') };
    expect(await ledger.postTogether(posting)).toEqual(insufficient);
    receiptOf(await ledger.postTogether(funding(person, 5n)));
    expect(await ledger.postTogether(posting)).toMatchObject({ isPosted: true, isRepeat: false });
  });

  test('twice in one call is one effect and one receipt', async () => {
    const person = await personWith(10n);
    const idempotency = claimOf(person, 'key');
    const [first, second] = await within((trx) =>
      post(trx, [
        { ...payment(available(person), house(), 5n), idempotency },
        { ...payment(available(person), house(), 5n), idempotency },
      ]),
    );
    expect(second).toMatchObject({ isRepeat: true });
    expect(receiptOf(second)).toEqual(receiptOf(first));
    expect(await mrcyOf(person)).toEqual({ available: 5n, held: 0n });
  });
});

describe('a hold', () => {
  test('sets money aside, and settling pays it out', async () => {
    const person = await personWith(100n);
    const holdId = uuidv7();
    receiptOf(await within((trx) => hold(trx, { holdId, owner: person, asset: 'MRCY', amount: 40n })));
    expect(await mrcyOf(person)).toEqual({ available: 60n, held: 40n });
    expect(await ledger.postTogether(payment(available(person), house(), 61n))).toEqual(insufficient);
    const to = [
      { account: { owner: 'house', asset: 'MRCY', kind: 'rail_clearing' }, amount: 38n },
      { account: { owner: 'house', asset: 'MRCY', kind: 'fees' }, amount: 2n },
    ] as const;
    const request = { holdId, transferId: uuidv7(), kind: 'withdrawal', to } as const;
    receiptOf(await within((trx) => settle(trx, request)));
    expect(await mrcyOf(person)).toEqual({ available: 60n, held: 0n });
  });

  test('goes back whole when released, and is open only once', async () => {
    const person = await personWith(100n);
    const holdId = uuidv7();
    receiptOf(await within((trx) => hold(trx, { holdId, owner: person, asset: 'MRCY', amount: 100n })));
    const request = () => ({ holdId, transferId: uuidv7(), idempotency: claimOf(person, 'release') });
    const first = await within((trx) => release(trx, request()));
    expect(await within((trx) => release(trx, request()))).toEqual({ ...first, isRepeat: true });
    const another = { holdId, transferId: uuidv7() };
    expect(await within((trx) => release(trx, another))).toEqual(notOpen);
    expect(await within((trx) => settle(trx, { ...another, kind: 'withdrawal', to: [] }))).toEqual(notOpen);
    expect(await mrcyOf(person)).toEqual({ available: 100n, held: 0n });
  });

  test('is refused above what is available', async () => {
    const person = await personWith(10n);
    const request = { holdId: uuidv7(), owner: person, asset: 'MRCY', amount: 11n } as const;
    expect(await within((trx) => hold(trx, request))).toEqual(insufficient);
    expect(await within((trx) => release(trx, { holdId: request.holdId, transferId: uuidv7() }))).toEqual(
      notOpen,
    );
  });

  test('settled and released at once is closed by one of them', async () => {
    const person = await personWith(10n);
    const holdId = uuidv7();
    await within((trx) => hold(trx, { holdId, owner: person, asset: 'MRCY', amount: 10n }));
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => within((trx) => release(trx, { holdId, transferId: uuidv7() }))),
    );
    expect(outcomes.filter(({ isPosted }) => isPosted)).toHaveLength(1);
    expect(await mrcyOf(person)).toEqual({ available: 10n, held: 0n });
  });
});

describe('a reversal', () => {
  test('mirrors a transfer, once', async () => {
    const [first, second] = [await personWith(50n), await personWith(0n)];
    const posting = payment(available(first), available(second), 20n);
    await ledger.postTogether(posting);
    const undo = () =>
      within((trx) => reverse(trx, { transferId: posting.transferId, reversalId: uuidv7() }));
    const outcomes = await Promise.all([undo(), undo()]);
    expect(outcomes.filter(({ isPosted }) => isPosted)).toHaveLength(1);
    expect(outcomes.find(({ isPosted }) => !isPosted)).toEqual({ isPosted: false, refusal: 'NotReversible' });
    expect(await mrcyOf(first)).toEqual({ available: 50n, held: 0n });
  });

  test('is refused when the money is spent, and of what is itself a reversal', async () => {
    const [first, second] = [await personWith(50n), await personWith(0n)];
    const posting = payment(available(first), available(second), 20n);
    await ledger.postTogether(posting);
    const spent = payment(available(second), house(), 1n);
    await ledger.postTogether(spent);
    const reversalId = uuidv7();
    const undo = () => within((trx) => reverse(trx, { transferId: posting.transferId, reversalId }));
    expect(await undo()).toEqual(insufficient);
    await ledger.postTogether(funding(second, 1n));
    receiptOf(await undo());
    const again = within((trx) => reverse(trx, { transferId: reversalId, reversalId: uuidv7() }));
    expect(await again).toEqual({ isPosted: false, refusal: 'NotReversible' });
  });
});

describe('a row of history', () => {
  const recordOf = (
    userId: string,
    changes: Partial<WalletTransactionRecord> = {},
  ): WalletTransactionRecord => ({
    id: uuidv7(),
    userId,
    type: 'TOPUP',
    asset: 'MRCY',
    amount: 9n,
    direction: 'in',
    status: 'COMPLETED',
    state: 'completed',
    ...changes,
  });
  const rowsOf = async (userId: string) => {
    const { rows } = await database.db.pool.query(
      `select status, state, amount, transfer_id, completed_at is not null as has_ended,
         array(select step ->> 'state' from jsonb_array_elements(timeline) step) as states
       from wallet_transaction where user_id = $1`,
      [userId],
    );
    return rows;
  };

  test('is written in the same commit as the money moves, and not for a refused posting', async () => {
    const person = await personWith(0n);
    const refused = {
      ...payment(available(person), house(), 9n),
      records: [recordOf(person, { direction: 'out' })],
    };
    expect(await ledger.postTogether(refused)).toEqual(insufficient);
    expect(await rowsOf(person)).toEqual([]);
    const posting = { ...funding(person, 9n), records: [recordOf(person)] };
    const outcomes = await within((trx) => post(trx, [refused, posting]));
    expect(outcomes.map(({ isPosted }) => isPosted)).toEqual([false, true]);
    expect(await rowsOf(person)).toMatchObject([
      {
        status: 'COMPLETED',
        amount: 9n,
        transfer_id: posting.transferId,
        has_ended: true,
        states: ['completed'],
      },
    ]);
  });

  test('moves on from pending, once, and keeps its timeline', async () => {
    const person = await personWith(0n);
    const pending = recordOf(person, { status: 'PENDING', state: 'awaiting_payment' });
    await within((trx) => recordTransactions(trx, [pending]));
    await within((trx) => recordTransactions(trx, [{ ...pending, state: 'payment_seen' }]));
    const completed = { ...pending, status: 'COMPLETED', state: 'completed' } as const;
    receiptOf(await ledger.postTogether({ ...funding(person, 9n), records: [completed] }));
    expect(await rowsOf(person)).toMatchObject([
      { status: 'COMPLETED', has_ended: true, states: ['awaiting_payment', 'payment_seen', 'completed'] },
    ]);
    const again = ledger.postTogether({ ...funding(person, 9n), records: [completed] });
    await expect(again).rejects.toThrow('no longer pending');
    const expired = within((trx) =>
      recordTransactions(trx, [{ ...pending, status: 'FAILED', state: 'expired' }]),
    );
    await expect(expired).rejects.toThrow('no longer pending');
    expect(await mrcyOf(person)).toEqual({ available: 9n, held: 0n });
  });

  test("never takes over somebody else's row", async () => {
    const [first, second] = [await personWith(0n), await personWith(0n)];
    const pending = recordOf(first, { status: 'PENDING', state: 'awaiting_payment' });
    await within((trx) => recordTransactions(trx, [pending]));
    const theft = ledger.postTogether({ ...funding(second, 9n), records: [{ ...pending, userId: second }] });
    await expect(theft).rejects.toThrow('is another one');
  });
});
