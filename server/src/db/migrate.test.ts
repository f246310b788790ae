import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../test/database.ts';
import type { TestDatabase } from '../test/database.ts';
import { asOwner, asSuperuser } from '../test/test-postgres.ts';
import { AssetClashError } from './asset-table.ts';
import { closeDatabase, openDatabase } from './database.ts';
import { postgresRoles } from './embedded-postgres.ts';
import { mayWriteLedger, migrate, MigrationError } from './migrate.ts';

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase();
  // The copy has the product's own migrations; these tests bring theirs.
  await database.ownerDb.pool.query('DROP TABLE schema_migration');
  folder = await mkdtemp(join(tmpdir(), 'mercury-migrations-'));
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function write(name: string, sql: string): Promise<void> {
  return writeFile(join(folder, name), sql);
}

/** With the owner's rights, or with no more than the role that serves has. */
function run({ hasOwner = true, opensMarkets = false } = {}): Promise<void> {
  const { connectionString } = database;
  return migrate({
    connectionString,
    ownerConnectionString: hasOwner ? asOwner(connectionString) : connectionString,
    folder: pathToFileURL(`${folder}/`),
    opensMarkets,
  });
}

async function appliedNames(): Promise<string[]> {
  const { rows } = await database.ownerDb.pool.query<{ name: string }>(
    'SELECT name FROM schema_migration ORDER BY number',
  );
  return rows.map(({ name }) => name);
}

test('applies each file once and in order, and later ones when they come', async () => {
  await write('0001-one.sql', 'CREATE TABLE step (n int); INSERT INTO step VALUES (1)');
  await write('0002-two.sql', 'INSERT INTO step SELECT n + 1 FROM step');
  await run();
  await write('0003-three.sql', 'INSERT INTO step SELECT max(n) + 1 FROM step');
  await run();
  const { rows } = await database.db.pool.query('SELECT n FROM step ORDER BY n');
  expect(rows).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  expect(await appliedNames()).toEqual(['0001-one.sql', '0002-two.sql', '0003-three.sql']);
});

test('two processes that start together apply each file once between them', async () => {
  await write('0001-one.sql', 'CREATE TABLE once (n int); INSERT INTO once VALUES (1)');
  await Promise.all([run(), run(), run()]);
  expect((await database.db.pool.query('SELECT n FROM once')).rows).toEqual([{ n: 1 }]);
});

test('a file that fails leaves nothing of itself, and what stood before it', async () => {
  await write('0001-one.sql', 'CREATE TABLE first_step (n int)');
  await write('0002-two.sql', 'CREATE TABLE second_step (n int); SELECT 1 / 0');
  await expect(run()).rejects.toThrow('Migration 0002-two.sql failed: division by zero');
  expect(await appliedNames()).toEqual(['0001-one.sql']);
  const { rows } = await database.ownerDb.pool.query(`SELECT to_regclass('second_step') AS found`);
  expect(rows).toEqual([{ found: null }]);
});

test('refuses a file that was changed after it was applied', async () => {
  await write('0001-one.sql', 'SELECT 1');
  await run();
  await write('0001-one.sql', 'SELECT 2');
  await expect(run()).rejects.toThrow('Migration 0001-one.sql was changed after this database applied it');
});

test('refuses a database that a newer program has migrated', async () => {
  await write('0001-one.sql', 'SELECT 1');
  await write('0002-two.sql', 'SELECT 1');
  await run();
  await rm(join(folder, '0002-two.sql'));
  await expect(run()).rejects.toThrow(
    'The database is newer than this program: it has migration 0002-two.sql',
  );
});

test('refuses a database of an earlier build, whose migrations had other names, in one line', async () => {
  await write('0001-accounts.sql', 'SELECT 1');
  await run();
  await rm(join(folder, '0001-accounts.sql'));
  await write('0001-identity.sql', 'SELECT 1');
  const refusal: unknown = await run().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(MigrationError);
  expect(refusal).toMatchObject({
    message: "The database was made by an earlier build, which this one can't read: start with an empty one",
  });
  expect(await appliedNames()).toEqual(['0001-accounts.sql']);
});

test('changes nothing where the operator has a coin of the build under another code', async () => {
  // As if the build before had not known this coin.
  await database.ownerDb.pool.query(`
    alter table asset disable trigger asset_is_never_removed;
    delete from asset where code = 'TON';
    insert into asset (code, name, decimals, shown_decimals, market_id, withdrawal_min)
    values ('GRAM', 'Gram', 9, 9, 'the-open-network', 1)`);
  await write('0001-one.sql', 'CREATE TABLE step (n int)');
  const refusal: unknown = await run().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(AssetClashError);
  expect(refusal).toMatchObject({ message: expect.stringContaining('brings TON, which is GRAM here') });
  expect(await appliedNames()).toEqual([]);
});

describe('a role that may not change the schema', () => {
  const refusal = 'The database has to be migrated by its owner: set DATABASE_OWNER_URL';

  test('is enough where there is nothing to change', async () => {
    await write('0001-one.sql', 'CREATE TABLE step (n int)');
    await run();
    await run({ hasOwner: false });
    expect(await appliedNames()).toEqual(['0001-one.sql']);
  });

  test('is told who has to, where there is', async () => {
    await write('0001-one.sql', 'CREATE TABLE step (n int)');
    await run();
    await write('0002-two.sql', 'ALTER TABLE step ADD COLUMN m int');
    const told: unknown = await run({ hasOwner: false }).catch((error: unknown) => error);
    expect(told).toBeInstanceOf(MigrationError);
    expect(told).toMatchObject({ message: refusal });
    expect(await appliedNames()).toEqual(['0001-one.sql']);
  });

  test('is told so too where nothing was ever applied', async () => {
    await write('0001-one.sql', 'SELECT 1');
    await expect(run({ hasOwner: false })).rejects.toThrow(refusal);
  });

  test('may read what is new, and write it only where that was granted', async () => {
    await write('0001-one.sql', 'CREATE TABLE step (n int); INSERT INTO step VALUES (1)');
    await run();
    const { pool } = database.db;
    expect((await pool.query('SELECT n FROM step')).rows).toEqual([{ n: 1 }]);
    for (const statement of ['INSERT INTO step VALUES (2)', 'UPDATE step SET n = 2', 'DELETE FROM step']) {
      await expect(pool.query(statement)).rejects.toThrow('permission denied for table step');
    }
  });
});

test('does not take an owner’s rights away, without which the functions of the ledger could do nothing', async () => {
  const owner = asOwner(database.connectionString);
  await write('0001-one.sql', 'SELECT 1');
  const served = migrate({
    connectionString: owner,
    ownerConnectionString: asSuperuser(owner),
    folder: pathToFileURL(`${folder}/`),
  });
  await expect(served).rejects.toThrow('The role of DATABASE_URL owns the tables');
});

test('takes back what would let the role that serves put functions of its own before the database’s', async () => {
  await database.ownerDb.pool.query(`grant create on schema public to ${postgresRoles.application}`);
  await write('0001-one.sql', 'SELECT 1');
  await run();
  await expect(database.db.pool.query('create table mine (n int)')).rejects.toThrow('permission denied');
});

test('tells the role that may write the ledger by itself from the one that may not', async () => {
  expect(await mayWriteLedger(database.connectionString)).toBe(false);
  expect(await mayWriteLedger(asOwner(database.connectionString))).toBe(true);
});

test('refuses a gap, a double and a name that does not fit', async () => {
  await write('0002-two.sql', 'SELECT 1');
  await expect(run()).rejects.toThrow('Migration 0002-two.sql is out of order');
  await write('0001-one.sql', 'SELECT 1');
  await write('0002-again.sql', 'SELECT 1');
  await expect(run()).rejects.toThrow('Migration 0002-two.sql is out of order');
  await rm(join(folder, '0002-again.sql'));
  await write('0003_three.sql', 'SELECT 1');
  await expect(run()).rejects.toThrow('Migration 0003_three.sql is out of order');
});

async function statesOfMarkets(): Promise<string[]> {
  const { rows } = await database.db.pool.query<{ state: string }>('select distinct state from market');
  return rows.map(({ state }) => state);
}

test('a new installation begins with open markets if it is asked to, and none is opened later', async () => {
  const superuser = openDatabase({ connectionString: asSuperuser(database.connectionString) });
  const forgetMarkets = () =>
    superuser.pool.query(
      'alter table market disable trigger user; delete from market; alter table market enable trigger user',
    );
  try {
    await forgetMarkets();
    await run({ opensMarkets: true });
    expect(await statesOfMarkets()).toEqual(['open']);
    await forgetMarkets();
    await run();
    expect(await statesOfMarkets()).toEqual(['halted']);
    await run({ opensMarkets: true });
    expect(await statesOfMarkets()).toEqual(['halted']);
  } finally {
    await closeDatabase(superuser);
  }
});
