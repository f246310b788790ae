import { describe, expect, test } from 'vitest';
import { limits } from '../limits.ts';
import { listTransactions } from './transactions.ts';

const read = (query: Readonly<Record<string, string>>) => listTransactions.query.safeParse(query);

/** What is wrong, as the key of the message that stands at the field. */
const problemsOf = (query: Readonly<Record<string, string>>) =>
  read(query).error?.issues.map(({ path, message }) => [path.join('.'), message]);

describe('a page of the history', () => {
  test('has as many rows as the server finds best where nothing is asked for', () => {
    expect(read({}).data).toEqual({});
    expect(limits.transactionPageSize).toBe(5);
  });

  test.each([
    ['1', 1],
    ['5', 5],
    ['99', 99],
    ['100', 100],
  ])('can have %s rows', (text, limit) => {
    expect(read({ limit: text }).data).toEqual({ limit });
  });

  test.each([
    ['1', 1],
    ['9999', 9999],
    ['10000', 10_000],
  ])('can be number %s', (text, page) => {
    expect(read({ page: text }).data).toEqual({ page });
  });

  test.each([
    ['limit', '0'],
    ['limit', '101'],
    ['limit', '9999999'],
    ['page', '0'],
    ['page', '10001'],
    ['page', '9999999'],
  ])('refuses %s=%s, which is beyond its bounds', (field, text) => {
    expect(problemsOf({ [field]: text })).toEqual([[field, 'invalid']]);
  });

  test.each(['', '-1', '+1', '01', '1.0', '1e1', '0x1', ' 1', '1 ', '٥', 'five', '10000000'])(
    'refuses %j as a number of rows, or of a page',
    (text) => {
      expect(problemsOf({ limit: text })).toEqual([['limit', 'invalid']]);
      expect(problemsOf({ page: text })).toEqual([['page', 'invalid']]);
    },
  );

  test('goes on at a place of 200 characters at most', () => {
    expect(read({ cursor: 'a'.repeat(200) }).success).toBe(true);
    expect(problemsOf({ cursor: 'a'.repeat(201) })).toEqual([['cursor', 'invalid']]);
  });

  test('is asked for by nothing that is not listed', () => {
    expect(read({ size: '5' }).success).toBe(false);
  });
});

describe('a time of the filter', () => {
  test.each([
    '2000-01-01T00:00:00Z',
    '2026-03-01T10:00:00.123Z',
    '2026-03-01T10:00:00.123456Z',
    '2999-12-31T23:59:59Z',
  ])('can be %s', (time) => {
    expect(read({ from: time, to: time }).data).toEqual({ from: time, to: time });
  });

  test.each([
    '1999-12-31T23:59:59Z',
    '3000-01-01T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-03-01T10:00:00.1234567Z',
    '2026-03-01T10:00:00+03:30',
    '2026-03-01',
    '',
  ])('is never %j', (time) => {
    for (const field of ['from', 'to']) {
      const problems = problemsOf({ [field]: time }) ?? [];
      expect(new Set(problems.map(String))).toEqual(new Set([`${field},invalid`]));
    }
  });
});
