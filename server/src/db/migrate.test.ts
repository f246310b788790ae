import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../test/database.ts';
import type { TestDatabase } from '../test/database.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase();
  // The copy has the product's own migrations; these tests bring theirs.
  await database.db.pool.query('DROP TABLE schema_migration');
  folder = await mkdtemp(join(tmpdir(), 'mercury-migrations-'));
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function write(name: string, sql: string): Promise<void> {
  return writeFile(join(folder, name), sql);
}

function run(): Promise<void> {
  return migrate({ connectionString: database.connectionString, folder: pathToFileURL(`${folder}/`) });
}

async function appliedNames(): Promise<string[]> {
  const { rows } = await database.db.pool.query<{ name: string }>(
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
  const { rows } = await database.db.pool.query(`SELECT to_regclass('second_step') AS found`);
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
