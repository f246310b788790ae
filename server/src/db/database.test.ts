import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../test/database.ts';
import type { TestDatabase } from '../test/database.ts';
import { CommitUnknownError, TransactionRolledBackError, inTransaction } from './database.ts';
import { postgresRoles } from './embedded-postgres.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.ownerDb.pool.query(
    `CREATE TABLE note (id integer PRIMARY KEY, amount numeric(38,0) NOT NULL);
     GRANT SELECT, INSERT, UPDATE ON note TO ${postgresRoles.application}`,
  );
});
afterAll(() => database.drop());
beforeEach(() => database.ownerDb.pool.query('TRUNCATE note'));

async function countNotes(): Promise<bigint> {
  const { rows } = await database.db.pool.query<{ count: bigint }>('SELECT count(*) FROM note');
  return rows[0]?.count ?? -1n;
}

test('reads whole numbers of money as bigint, times as Date, and refuses to round a fraction', async () => {
  const { rows } = await database.db.pool.query<Record<string, unknown>>(
    `SELECT 99999999999999999999999999999999999999::numeric(38,0) AS amount, 9007199254740993::int8 AS version,
      array[1, null]::numeric[] AS amounts, array[2]::int8[] AS versions, timestamptz '2026-01-02T03:04:05Z' AS at`,
  );
  expect(rows[0]).toEqual({
    amount: 99999999999999999999999999999999999999n,
    version: 9007199254740993n,
    amounts: [1n, null],
    versions: [2n],
    at: new Date('2026-01-02T03:04:05Z'),
  });
  await expect(database.db.pool.query('SELECT 0.5')).rejects.toThrow(/BigInt/);
});

test('commits what both handles of a transaction wrote on the same connection', async () => {
  const count = await inTransaction(database.db, async (trx) => {
    await trx.client.query('INSERT INTO note VALUES (1, 10)');
    const seen = await sql<{ count: bigint }>`SELECT count(*) FROM note`.execute(trx.kysely);
    return seen.rows[0]?.count;
  });
  expect(count).toBe(1n);
  expect(await countNotes()).toBe(1n);
});

test('rolls everything back when the work throws', async () => {
  const failure = new Error('no');
  const work = inTransaction(database.db, async (trx) => {
    await trx.client.query('INSERT INTO note VALUES (1, 10)');
    throw failure;
  });
  await expect(work).rejects.toBe(failure);
  expect(await countNotes()).toBe(0n);
});

test('never reports a COMMIT that was answered with ROLLBACK as success', async () => {
  const work = inTransaction(database.db, async (trx) => {
    await trx.client.query('INSERT INTO note VALUES (1, 10)');
    await trx.client.query('SELECT 1 / 0').catch(() => undefined);
  });
  await expect(work).rejects.toBeInstanceOf(TransactionRolledBackError);
  expect(await countNotes()).toBe(0n);
});

test('tells a connection lost during COMMIT apart from a failure', async () => {
  await database.ownerDb.pool.query(`
    CREATE FUNCTION end_session() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
    CREATE CONSTRAINT TRIGGER end_session AFTER INSERT ON note DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION end_session()`);
  const work = inTransaction(database.db, (trx) => trx.client.query('INSERT INTO note VALUES (1, 10)'));
  await expect(work).rejects.toBeInstanceOf(CommitUnknownError);
  await database.ownerDb.pool.query('DROP FUNCTION end_session CASCADE');
});

test('tries a serialization failure again until both writers are through', async () => {
  await database.db.pool.query('INSERT INTO note VALUES (1, 0)');
  let attempts = 0;
  let arrivals = 0;
  let openGate = (): void => undefined;
  const gate = new Promise<void>((resolve) => (openGate = resolve));
  const increment = () =>
    inTransaction(
      database.db,
      async (trx) => {
        attempts += 1;
        const { rows } = await trx.client.query<{ amount: bigint }>('SELECT amount FROM note WHERE id = 1');
        // Both have read before either writes, so one of them must fail the first time.
        if ((arrivals += 1) === 2) openGate();
        await gate;
        await trx.client.query('UPDATE note SET amount = $1 WHERE id = 1', [(rows[0]?.amount ?? 0n) + 1n]);
      },
      { isolation: 'serializable' },
    );
  await Promise.all([increment(), increment()]);
  const { rows } = await database.db.pool.query('SELECT amount FROM note');
  expect(rows).toEqual([{ amount: 2n }]);
  expect(attempts).toBe(3);
});

test('gives up on a conflict that never ends, after a bounded number of attempts', async () => {
  let attempts = 0;
  const work = inTransaction(
    database.db,
    async (trx) => {
      attempts += 1;
      await trx.client.query(`DO $$ BEGIN RAISE EXCEPTION 'conflict' USING ERRCODE = '40001'; END $$`);
    },
    { attemptsMax: 2 },
  );
  await expect(work).rejects.toThrow('conflict');
  expect(attempts).toBe(2);
});

test('a connection that breaks in a transaction is not lent again', async () => {
  const work = inTransaction(database.db, (trx) =>
    trx.client.query('SELECT pg_terminate_backend(pg_backend_pid())'),
  );
  await expect(work).rejects.toThrow(/terminat/);
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => database.db.pool.query('SELECT 1 AS one')),
  );
  expect(answers.every(({ rowCount }) => rowCount === 1)).toBe(true);
});

test('an idle connection that the database ends does not end the process', async () => {
  await Promise.all(Array.from({ length: 5 }, () => database.db.pool.query('SELECT pg_sleep(0.01)')));
  await database.db.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`,
  );
  expect(await countNotes()).toBe(0n);
});
