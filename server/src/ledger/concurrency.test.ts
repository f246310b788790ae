import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import {
  closeDatabase,
  CommitUnknownError,
  inTransaction,
  openDatabase,
  type Database,
} from '../db/database.ts';
import { lockRow } from '../identity/person/locks.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { createLedger, post, type Ledger, type Posting, type PostingOutcome } from './ledger.ts';
import { balancesOf } from './testing/balances.ts';
import {
  available,
  claimOf,
  funding,
  house,
  insertPeople,
  insertOwner,
  payment,
  receiptOf,
  proveBooks,
  waitingBackend,
} from './testing/postings.ts';

/** Two pools and two ledgers, as two processes on one database have them. */
let database: TestDatabase;
let secondDb: Database;
let ledgers: readonly [Ledger, Ledger];

beforeAll(async () => {
  database = await createTestDatabase();
  secondDb = openDatabase({ connectionString: database.connectionString });
  ledgers = [createLedger(database.db), createLedger(secondDb)];
});
afterEach(() => proveBooks(database.db));
afterAll(async () => {
  await Promise.all(ledgers.map((ledger) => ledger.close()));
  await closeDatabase(secondDb);
  await database.drop();
});

const ledgerOf = (index: number): Ledger => ledgers[index % 2 === 0 ? 0 : 1];
const posted = (outcomes: readonly PostingOutcome[]) => outcomes.filter(({ isPosted }) => isPosted);

async function personWith(amount: bigint): Promise<string> {
  const id = await insertOwner(database.db);
  receiptOf(await ledgerOf(0).postTogether(funding(id, amount)));
  return id;
}

async function availableOf(userId: string): Promise<bigint | undefined> {
  const [mrcy] = await balancesOf(database.db, userId);
  return mrcy?.available;
}

describe('parallel postings through two ledgers', () => {
  test('of the whole balance succeed exactly once, 20 rounds of 100', async () => {
    for (let round = 0; round < 20; round += 1) {
      const person = await personWith(100n);
      const outcomes = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          ledgerOf(index).postTogether(payment(available(person), house(), 100n)),
        ),
      );
      expect(posted(outcomes)).toHaveLength(1);
      expect(await availableOf(person)).toBe(0n);
    }
  });

  test('drain a balance to exactly what is left, in batches and in transactions', async () => {
    const person = await personWith(100n);
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const posting = payment(available(person), house(), 3n);
        if (index % 4 !== 0) return ledgerOf(index).postTogether(posting);
        const [outcome] = await inTransaction(index % 8 === 0 ? database.db : secondDb, (trx) =>
          post(trx, [posting]),
        );
        if (!outcome) throw new Error('no outcome');
        return outcome;
      }),
    );
    expect(posted(outcomes)).toHaveLength(33);
    expect(await availableOf(person)).toBe(1n);
  });

  test('in opposite directions all succeed', async () => {
    const [first, second] = [await personWith(100n), await personWith(100n)];
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const [from, to] = index % 2 === 0 ? [first, second] : [second, first];
        const posting = payment(available(from), available(to), 1n);
        if (index % 3 !== 0) return ledgerOf(index).postTogether(posting);
        const [outcome] = await inTransaction(database.db, (trx) => post(trx, [posting]));
        if (!outcome) throw new Error('no outcome');
        return outcome;
      }),
    );
    expect(posted(outcomes)).toHaveLength(60);
  });

  test('open one new account together', async () => {
    const people = await insertPeople(database.db, 5);
    const outcomes = await Promise.all(
      people.flatMap((person) =>
        Array.from({ length: 10 }, async (_, index) => {
          const posting = funding(person, 1n, 'BTC');
          if (index % 2 === 0) return ledgerOf(index / 2).postTogether(posting);
          const [outcome] = await inTransaction(database.db, (trx) => post(trx, [posting]), {
            attemptsMax: 10,
          });
          if (!outcome) throw new Error('no outcome');
          return outcome;
        }),
      ),
    );
    expect(posted(outcomes)).toHaveLength(50);
  });
});

describe('one idempotency key used 50 times at once', () => {
  test('has one effect and one receipt, through both ledgers and in transactions', async () => {
    const person = await personWith(100n);
    const idempotency = claimOf(person, 'the key');
    const context = { note: 'as first said' };
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const posting = { ...payment(available(person), house(), 7n), idempotency, context };
        if (index % 5 !== 0) return ledgerOf(index).postTogether(posting);
        const [outcome] = await inTransaction(database.db, (trx) => post(trx, [posting]), {
          attemptsMax: 10,
        });
        if (!outcome) throw new Error('no outcome');
        return outcome;
      }),
    );
    expect(new Set(outcomes.map((outcome) => JSON.stringify(receiptOf(outcome)))).size).toBe(1);
    expect(outcomes.filter((outcome) => outcome.isPosted && !outcome.isRepeat)).toHaveLength(1);
    expect(await availableOf(person)).toBe(93n);
  });

  test('has one effect when the postings touch different accounts', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => personWith(10n)));
    const [owner = ''] = people;
    const outcomes = await Promise.all(
      people.map((person, index) => {
        const idempotency = claimOf(owner, 'another key', { fingerprint: `of ${index}` });
        return ledgerOf(index).postTogether({ ...payment(available(person), house(), 1n), idempotency });
      }),
    );
    expect(posted(outcomes)).toHaveLength(1);
    expect(
      outcomes.filter((outcome) => !outcome.isPosted && outcome.refusal === 'IdempotencyKeyReused'),
    ).toHaveLength(9);
  });

  test('has one effect when neither of two transactions saw the key before both used it', async () => {
    const [first, second] = [await personWith(10n), await personWith(10n)];
    const idempotency = claimOf(first, 'raced key');
    let later: Promise<PostingOutcome[]> | undefined;
    const [original] = await inTransaction(database.db, async (trx) => {
      const outcomes = await post(trx, [{ ...payment(available(first), house(), 1n), idempotency }]);
      const repeat = { ...payment(available(second), house(), 1n), idempotency };
      later = inTransaction(secondDb, (other) => post(other, [repeat]));
      await waitingBackend(secondDb);
      return outcomes;
    });
    const [outcome] = (await later) ?? [];
    expect(outcome).toMatchObject({ isRepeat: true });
    expect(receiptOf(outcome)).toEqual(receiptOf(original));
    expect(await availableOf(second)).toBe(10n);
  });
});

describe('a bad item in a batch', () => {
  test('fails alone: its neighbours are posted', async () => {
    const person = await personWith(100n);
    const taken = payment(available(person), house(), 1n);
    await ledgers[0].postTogether(taken);
    const bad = [
      funding(uuidv7(), 1n),
      { ...payment(available(person), house(), 1n), transferId: taken.transferId },
      payment(available(person), house(), 1000n),
    ];
    const results = await Promise.allSettled(
      [...Array.from({ length: 20 }, () => payment(available(person), house(), 1n)), ...bad].map((posting) =>
        ledgers[0].postTogether(posting),
      ),
    );
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    expect(
      posted(results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))),
    ).toHaveLength(20);
    expect(await availableOf(person)).toBe(79n);
  });

  test('whose account another transaction keeps does not hold up the others', async () => {
    const [slow, quick] = [await personWith(10n), await personWith(10n)];
    let slowOutcome: Promise<PostingOutcome> | undefined;
    await inTransaction(secondDb, async (trx) => {
      await post(trx, [payment(available(slow), house(), 1n)]);
      slowOutcome = ledgers[0].postTogether(payment(available(slow), available(quick), 2n));
      receiptOf(await ledgers[0].postTogether(payment(available(quick), house(), 3n)));
    });
    receiptOf(await slowOutcome);
    expect([await availableOf(slow), await availableOf(quick)]).toEqual([7n, 9n]);
  });

  test('that opens an account waits for no other change of its owner', async () => {
    const [payer, payee] = [await personWith(10n), await insertOwner(database.db)];
    await inTransaction(secondDb, async (trx) => {
      await lockRow(trx, payee);
      receiptOf(await ledgers[0].postTogether(payment(available(payer), available(payee), 1n)));
    });
    expect(await availableOf(payee)).toBe(1n);
  });

  test('that opens an account for somebody who is leaving holds up no other, and finds the account closed', async () => {
    const [payer, quick, leaver] = [
      await personWith(10n),
      await personWith(10n),
      await insertOwner(database.db),
    ];
    let outcome: Promise<PostingOutcome> | undefined;
    await inTransaction(secondDb, async (trx) => {
      await trx.client.query('update app_user set deleted_at = now() where id = $1', [leaver]);
      outcome = ledgers[0].postTogether(payment(available(payer), available(leaver), 1n));
      receiptOf(await ledgers[0].postTogether(payment(available(quick), house(), 3n)));
      await waitingBackend(database.db);
    });
    expect(await outcome).toEqual({ isPosted: false, refusal: 'AccountClosed' });
  });

  test('that opens an account keeps its owner from leaving with money in it', async () => {
    const person = await insertOwner(database.db);
    let leaving: Promise<unknown> | undefined;
    await inTransaction(secondDb, async (trx) => {
      await post(trx, [funding(person, 1n)]);
      leaving = database.db.pool.query('update app_user set deleted_at = now() where id = $1', [person]);
      await Promise.race([leaving, waitingBackend(database.db)]);
    });
    await expect(leaving).rejects.toMatchObject({ constraint: 'account_closed_is_empty' });
  });

  test('that waits too long for its account is told to come back', async () => {
    const person = await personWith(10n);
    await inTransaction(secondDb, async (trx) => {
      await post(trx, [payment(available(person), house(), 1n)]);
      const kept = ledgers[0].postTogether(payment(available(person), house(), 2n));
      await expect(kept).rejects.toMatchObject({ code: 'Busy' });
    });
    expect(await availableOf(person)).toBe(9n);
  });
});

describe('a connection that dies', () => {
  test('mid-batch is never a success, and the next batch has another connection', async () => {
    const person = await personWith(100n);
    const blocker = await secondDb.pool.connect();
    await blocker.query('begin');
    // A batch that stores the same key waits to see what becomes of it.
    await blocker.query(
      `insert into idempotency (owner_id, key, fingerprint, reply) values ($1, 'kept', '', 'null')`,
      [person],
    );
    const pay = (): Posting => payment(available(person), house(), 1n);
    const results = Promise.allSettled([
      ledgers[0].postTogether({ ...pay(), idempotency: claimOf(person, 'kept') }),
      ...Array.from({ length: 9 }, () => ledgers[0].postTogether(pay())),
    ]);
    await secondDb.pool.query('select pg_terminate_backend($1)', [await waitingBackend(secondDb)]);
    // The first left alone and died; the nine behind it shared the next batch.
    const [first, ...others] = await results;
    await blocker.query('rollback');
    blocker.release();
    expect(first).toMatchObject({ reason: { name: 'CommitUnknownError', cause: { code: '57P01' } } });
    expect(others.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await availableOf(person)).toBe(91n);
  });

  test('after the commit is an unknown outcome, and the same key finds out', async () => {
    const person = await personWith(10n);
    const ledger = createLedger(losingAnswers(database.db));
    const posting = { ...payment(available(person), house(), 1n), idempotency: claimOf(person, 'lost') };
    await expect(ledger.postTogether(posting)).rejects.toThrow(CommitUnknownError);
    const repeat = await ledgers[1].postTogether({ ...posting, transferId: uuidv7() });
    expect(repeat).toMatchObject({ isRepeat: true, receipt: { transferId: posting.transferId } });
    expect(await availableOf(person)).toBe(9n);
  });
});

/** A handle whose postings take effect, but whose answers never arrive. */
function losingAnswers(db: Database): Database {
  const connect = async () => {
    const client = await db.pool.connect();
    const query = async (asked: string | pg.QueryConfig, values?: unknown[]) => {
      const answer = await client.query(asked, values);
      const text = typeof asked === 'string' ? asked : asked.text;
      if (text.includes('ledger_post')) throw new Error('Connection terminated unexpectedly');
      return answer;
    };
    return { query, release: (isBroken: boolean) => client.release(isBroken) };
  };
  // Of the pool, the ledger uses nothing but `connect`, and of its client what stands above.
  return { ...db, pool: { connect } as unknown as Database['pool'] };
}

describe('a ledger', () => {
  test('that is full refuses at once, and serves those it took', async () => {
    const person = await personWith(100n);
    const small = createLedger(database.db, { waitingMax: 5 });
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => small.postTogether(payment(available(person), house(), 1n))),
    );
    const rejected = results.filter((result) => result.status === 'rejected');
    expect(rejected.map(({ reason }) => reason)).toMatchObject([
      { code: 'Busy' },
      { code: 'Busy' },
      { code: 'Busy' },
    ]);
    expect(await availableOf(person)).toBe(95n);
    receiptOf(await small.postTogether(payment(available(person), house(), 1n)));
  });
});
