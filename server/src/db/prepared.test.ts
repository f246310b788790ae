import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { createPreparedStatements } from './prepared.ts';

let database: TestDatabase;
let client: pg.PoolClient;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  client = await database.db.pool.connect();
});
// The driver believes in what it prepared on a connection: one that forgot it is not given back.
afterEach(() => client.release(true));
afterAll(() => database.drop());

const SQL = 'select $1::integer + 1 as sum';

async function preparedNames(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from pg_prepared_statements');
  return rows.map(({ name }) => name);
}

test('prepares a statement once, however often it is asked', async () => {
  const ask = createPreparedStatements()(client);
  expect(await ask(SQL, [1])).toEqual([{ sum: 2 }]);
  expect(await ask(SQL, [2])).toEqual([{ sum: 3 }]);
  expect(await preparedNames()).toEqual([expect.stringMatching(/^mercury_[0-9a-f]{16}$/)]);
});

test('goes on where a pooler has lent another session, which knows nothing of it', async () => {
  const ask = createPreparedStatements()(client);
  expect(await ask(SQL, [1])).toEqual([{ sum: 2 }]);
  await client.query('deallocate all');
  expect(await ask(SQL, [2])).toEqual([{ sum: 3 }]);
  expect(await ask(SQL, [3])).toEqual([{ sum: 4 }]);
  expect(await preparedNames()).toEqual([]);
});

test('goes on where a pooler has lent a session on which somebody else prepared it', async () => {
  await createPreparedStatements()(client)(SQL, [1]);
  const [name = ''] = await preparedNames();
  const other = await database.db.pool.connect();
  try {
    await other.query(`prepare ${name} as select 'another'`);
    expect(await createPreparedStatements()(other)(SQL, [2])).toEqual([{ sum: 3 }]);
  } finally {
    other.release(true);
  }
});

test('tells what is wrong with a statement itself', async () => {
  const ask = createPreparedStatements()(client);
  await expect(ask('select 1 / $1::integer as part', [0])).rejects.toMatchObject({ code: '22012' });
});
