import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { maybeOne, one } from './rows.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const answerOf = (rowCount: number) =>
  database.db.pool.query<{ position: number }>('select position from generate_series(1, $1) as position', [
    rowCount,
  ]);

test('take the one row that there is', async () => {
  expect(one(await answerOf(1))).toEqual({ position: 1 });
  expect(maybeOne(await answerOf(1))).toEqual({ position: 1 });
});

test('where there is none, say so by undefined, or by an error that names what was asked', async () => {
  const answer = await answerOf(0);
  expect(maybeOne(answer)).toBeUndefined();
  expect(() => one(answer)).toThrow('SELECT of position answered no row');
});

test('refuse to choose among several', async () => {
  const answer = await answerOf(2);
  for (const take of [one, maybeOne]) {
    expect(() => take(answer)).toThrow('SELECT of position answered 2 rows instead of one');
  }
});
