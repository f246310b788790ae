import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import {
  closeDatabase,
  CommitUnknownError,
  inTransaction,
  openDatabase,
  TransactionRolledBackError,
  type Database,
  type Transaction,
} from '../db/database.ts';
import { postgresRoles } from '../db/embedded-postgres.ts';
import { createLedger, hold, post } from '../ledger/ledger.ts';
import {
  available,
  claimOf,
  funding,
  house,
  insertOwner,
  payment,
  proveBooks,
} from '../ledger/testing/postings.ts';
import { createTestApp, refused, type TestApp, type TestReply } from '../test/app.ts';
import { fund, insertSignedInPeople, knowOthers, type Caller } from '../test/signed-in-people.ts';

/**
 * Promise 7: a COMMIT answered with ROLLBACK is never reported as success; a lost connection never ends the process or returns to
 * the pool. Connections end at each step of a transaction, a batch and a call.
 */
let testApp: TestApp;
let sender: Caller;
let recipient: Caller;
const counts = { attempted: 0, acknowledged: 0, refused: 0, unknown: 0, connectionsEnded: 0 };
/** Errors that would have ended the process outside the test runner. */
const strays: unknown[] = [];
const noteStray = (error: unknown) => void strays.push(error);

beforeAll(async () => {
  process.on('uncaughtExceptionMonitor', noteStray);
  testApp = await createTestApp();
  // As in production: other suites do not wait for their commits.
  await testApp.ownerDb.pool.query(
    `do $$ begin execute format('alter database %I set synchronous_commit = on', current_database()); end $$`,
  );
  const [first, second] = await insertSignedInPeople(testApp.db, 2);
  if (first === undefined || second === undefined) throw new Error('nobody was inserted');
  [sender, recipient] = [first, second];
  await fund(testApp.db, [sender], 1_000_000n);
  await knowOthers(testApp.db, [sender], [recipient]);
});
afterEach(async () => {
  await expectSoundPool();
  await proveBooks(testApp.db);
});
afterAll(async () => {
  process.off('uncaughtExceptionMonitor', noteStray);
  process.stdout.write(`promise 7: ${JSON.stringify(counts)}\n`);
  await testApp.close();
});

/** Every lent connection works, is outside a transaction, and none is missing. */
async function expectSoundPool(): Promise<void> {
  const { pool } = testApp.db;
  const lent = await Promise.all(Array.from({ length: 20 }, () => pool.connect()));
  const answers = await Promise.all(
    // An open transaction would still have the id of its first write.
    lent.map((client) =>
      client.query(
        'select pg_current_xact_id_if_assigned() is null and now() = statement_timestamp() as "isClean"',
      ),
    ),
  );
  for (const client of lent) client.release();
  expect(answers.map(({ rows }) => rows[0])).toEqual(lent.map(() => ({ isClean: true })));
  expect(strays).toEqual([]);
}

async function countTransfers(): Promise<bigint | undefined> {
  const { rows } = await testApp.db.pool.query<{ count: bigint }>('select count(*) from transfer');
  return rows[0]?.count;
}

/** As the caller sees it. */
async function outcomeOf(call: Promise<unknown>): Promise<'acknowledged' | 'unknown' | 'refused'> {
  counts.attempted += 1;
  const outcome = await call.then(
    () => 'acknowledged' as const,
    (error: unknown) => (error instanceof CommitUnknownError ? ('unknown' as const) : ('refused' as const)),
  );
  counts[outcome] += 1;
  return outcome;
}

describe('an error that is swallowed in a transaction', () => {
  test('makes its COMMIT a ROLLBACK, which is never a success, and its connection is lent again', async () => {
    const before = await countTransfers();
    for (let count = 0; count < 25; count += 1) {
      const person = await insertOwner(testApp.db);
      const work = inTransaction(testApp.db, async (trx) => {
        await post(trx, [funding(person, 5n)]);
        await trx.client.query('select 1 / 0').catch(() => undefined);
        return 'all is well';
      });
      expect(await outcomeOf(work)).toBe('refused');
      await expect(work).rejects.toThrow(TransactionRolledBackError);
    }
    expect(await countTransfers()).toBe(before);
  });

  test('by the ledger’s caller, is told too', async () => {
    const person = await insertOwner(testApp.db);
    const request = { holdId: uuidv7(), owner: person, asset: 'MRCY', amount: 5n } as const;
    const work = inTransaction(testApp.db, async (trx) => {
      await post(trx, [funding(person, 10n)]);
      await hold(trx, request);
      // The id is taken: the database refuses, and this careless code ignores it.
      await hold(trx, request).catch(() => undefined);
    });
    expect(await outcomeOf(work)).toBe('refused');
    await expect(work).rejects.toThrow(TransactionRolledBackError);
  });
});

/** From another connection. */
async function endSession(backendPid: number): Promise<void> {
  await testApp.db.pool.query('select pg_terminate_backend($1, 5000)', [backendPid]);
  counts.connectionsEnded += 1;
}

async function pidOf(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

describe('a connection that is lost in a transaction', () => {
  const fundingOf = (person: string) => (trx: Transaction) => post(trx, [funding(person, 5n)]);

  test('before its first statement, between two, or after its last: nothing happened, and it is told', async () => {
    const person = await insertOwner(testApp.db);
    const before = await countTransfers();
    const losses: ((trx: Transaction, pid: number) => Promise<unknown>)[] = [
      async (trx, pid) => {
        await endSession(pid);
        return fundingOf(person)(trx);
      },
      async (trx, pid) => {
        await fundingOf(person)(trx);
        await endSession(pid);
        return fundingOf(person)(trx);
      },
      // The COMMIT itself finds nobody there.
      async (trx, pid) => {
        await fundingOf(person)(trx);
        return endSession(pid);
      },
      async (trx) => trx.client.query('select pg_terminate_backend(pg_backend_pid())'),
    ];
    for (const loss of losses) {
      const work = inTransaction(testApp.db, async (trx) => loss(trx, await pidOf(trx.client)));
      expect(await outcomeOf(work)).not.toBe('acknowledged');
    }
    expect(await countTransfers()).toBe(before);
  });

  test('while COMMIT runs, or when it is done and only its answer is lost: both are told as unknown', async () => {
    const person = await insertOwner(testApp.db);
    await testApp.ownerDb.pool.query(`
      create table lost (id integer);
      grant insert on lost to ${postgresRoles.application};
      create function end_session() returns trigger language plpgsql as
        'begin perform pg_terminate_backend(pg_backend_pid()); return null; end';
      create constraint trigger end_session after insert on lost deferrable initially deferred
        for each row execute function end_session()`);
    const before = await countTransfers();
    const during = inTransaction(testApp.db, async (trx) => {
      await fundingOf(person)(trx);
      await trx.client.query('insert into lost values (1)');
    });
    expect(await outcomeOf(during)).toBe('unknown');
    expect(await countTransfers()).toBe(before);
    const after = inTransaction(losingAnswersTo('COMMIT'), fundingOf(person));
    expect(await outcomeOf(after)).toBe('unknown');
    expect(await countTransfers()).toBe((before ?? 0n) + 1n);
    await testApp.ownerDb.pool.query('drop table lost; drop function end_session');
  });

  test('in a batch: all in it are told as unknown, and repeating each with its key makes it happen once', async () => {
    const person = await insertOwner(testApp.db);
    await inTransaction(testApp.db, fundingOf(person));
    const ledger = createLedger(losingAnswersTo('ledger_post'));
    const postings = [1, 2, 3].map((each) =>
      Object.assign(payment(available(person), house(), 1n), {
        idempotency: claimOf(person, `lost ${each}`),
      }),
    );
    const outcomes = await Promise.all(postings.map((posting) => outcomeOf(ledger.postTogether(posting))));
    expect(outcomes).toEqual(['unknown', 'unknown', 'unknown']);
    const sound = createLedger(testApp.db);
    const repeats = await Promise.all(
      postings.map((posting) => sound.postTogether({ ...posting, transferId: uuidv7() })),
    );
    expect(repeats).toMatchObject(
      postings.map(({ transferId }) => ({ isRepeat: true, receipt: { transferId } })),
    );
  });
});

/** The statement takes effect, but the connection breaks before its answer. */
function losingAnswersTo(statement: string): Database {
  const { pool } = testApp.db;
  const connect = async () => {
    const client = await pool.connect();
    return new Proxy(client, {
      get(target, name) {
        if (name !== 'query') {
          const value: unknown = Reflect.get(target, name);
          return typeof value === 'function' ? value.bind(target) : value;
        }
        return async (asked: string | pg.QueryConfig, values?: unknown[]) => {
          const text = typeof asked === 'string' ? asked : asked.text;
          if (!text.includes(statement)) return target.query(asked, values);
          const pid = await pidOf(target);
          await target.query(asked, values);
          await endSession(pid);
          throw new Error('Connection terminated unexpectedly');
        };
      },
    });
  };
  // Transactions and the ledger use nothing else of the pool.
  return { ...testApp.db, pool: { connect } as unknown as Database['pool'] };
}

describe('over HTTP, while the database keeps ending connections,', () => {
  const transfer = (key: string) =>
    testApp.call('POST', '/wallets/transfer', {
      token: sender.token,
      body: { recipientAddress: recipient.walletAddress, amount: '0.00000001' },
      headers: { 'idempotency-key': key },
    });

  /** 200, or an error that says "not now", and nothing else. */
  function expectHonestReply(reply: TestReply): void {
    counts.attempted += 1;
    if (reply.status === 200) {
      counts.acknowledged += 1;
      return;
    }
    const { status, error } = refused(reply);
    expect([
      [500, 'ServerError'],
      [503, 'Busy'],
    ]).toContainEqual([status, error]);
    counts.unknown += 1;
  }

  test('each call has an honest answer, and each that is repeated happens once', async () => {
    const before = await countTransfers();
    const killer = openDatabase({ connectionString: testApp.connectionString, connectionsMax: 1 });
    const keys = Array.from({ length: 150 }, () => uuidv7());
    const over = new AbortController();
    const killing = (async () => {
      while (!over.signal.aborted) {
        const { rowCount } = await killer.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
             and random() < 0.2`,
        );
        counts.connectionsEnded += rowCount ?? 0;
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
    })();
    const unsettled = new Set(keys);
    for (const key of keys) {
      const [reply] = await Promise.all([transfer(key), transfer(key)]);
      expectHonestReply(reply);
      if (reply.status === 200) unsettled.delete(key);
    }
    over.abort();
    await killing;
    await closeDatabase(killer);
    for (const key of unsettled) expect((await transfer(key)).status).toBe(200);
    expect(unsettled.size).toBeGreaterThan(0);
    expect(await countTransfers()).toBe((before ?? 0n) + BigInt(keys.length));
  }, 60_000);
});
