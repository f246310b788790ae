import type { RecurringPeriod } from '@mercury/contract/api/recurring-buys.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { findNextTime } from './next-time.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

interface Zones {
  /** Of the plan. */
  readonly own?: string;
  /** Where the database lives. */
  readonly database?: string;
}

async function next(every: RecurringPeriod, firstAt: string, after: string, zones: Zones = {}) {
  const plan = { every, first_at: new Date(firstAt), time_zone: zones.own ?? 'UTC' };
  return inTransaction(database.db, async (trx) => {
    await trx.client.query(`set local time zone '${zones.database ?? 'UTC'}'`);
    return (await findNextTime(trx, plan, new Date(after))).toISOString();
  });
}

describe('the next time', () => {
  test.each([
    ['day', '2026-03-01T09:30:00.000Z', '2026-03-02T09:30:00.000Z'],
    ['week', '2026-03-01T09:30:00.000Z', '2026-03-08T09:30:00.000Z'],
    ['month', '2026-03-01T09:30:00.000Z', '2026-04-01T09:30:00.000Z'],
  ] as const)('of what is due every %s is one period after the first', async (every, firstAt, second) => {
    expect(await next(every, firstAt, firstAt)).toBe(second);
  });

  test.each(['day', 'week', 'month'] as const)(
    'of what is due every %s is the first one where that is still to come',
    async (every) => {
      const firstAt = '2027-01-31T00:00:00.000Z';
      expect(await next(every, firstAt, '2026-11-21T12:00:00.000Z')).toBe(firstAt);
      expect(await next(every, firstAt, '2027-01-30T23:59:59.999Z')).toBe(firstAt);
    },
  );

  test('is later than the time itself, by whatever little', async () => {
    const firstAt = '2026-03-01T09:30:00.000Z';
    expect(await next('day', firstAt, '2026-03-05T09:29:59.999Z')).toBe('2026-03-05T09:30:00.000Z');
    expect(await next('day', firstAt, '2026-03-05T09:30:00.000Z')).toBe('2026-03-06T09:30:00.000Z');
  });

  test.each([
    ['2026-01-31', '2026-01-31', '2026-02-28'],
    ['2026-01-31', '2026-02-28', '2026-03-31'],
    ['2026-01-31', '2026-03-31', '2026-04-30'],
    ['2026-01-31', '2027-12-31', '2028-01-31'],
    ['2026-01-31', '2028-01-31', '2028-02-29'],
    ['2026-01-30', '2028-02-29', '2028-03-30'],
    ['2028-02-29', '2028-02-29', '2028-03-29'],
    ['2028-02-29', '2029-01-29', '2029-02-28'],
    ['2028-02-29', '2032-01-29', '2032-02-29'],
  ])('of a month that began on %s is after %s the %s', async (first, after, expected) => {
    const at = (day: string) => `${day}T23:15:00.000Z`;
    expect(await next('month', at(first), at(after))).toBe(at(expected));
  });

  test('keeps its hour of UTC where the database lives by a clock that is put forward and back', async () => {
    const firstAt = '2026-03-28T01:30:00.000Z';
    for (const timeZone of ['Europe/Berlin', 'America/New_York', 'Asia/Tehran']) {
      expect(await next('day', firstAt, firstAt, { database: timeZone })).toBe('2026-03-29T01:30:00.000Z');
      expect(
        await next('month', '2026-01-31T23:30:00.000Z', '2026-02-01T00:00:00.000Z', { database: timeZone }),
      ).toBe('2026-02-28T23:30:00.000Z');
    }
  });

  test('keeps its hour where clocks are put forward and back', async () => {
    // Nine in the morning, in winter and in summer.
    const berlin = { own: 'Europe/Berlin' };
    const firstAt = '2026-03-27T08:00:00.000Z';
    expect(await next('day', firstAt, '2026-03-28T08:00:00.000Z', berlin)).toBe('2026-03-29T07:00:00.000Z');
    expect(await next('week', firstAt, firstAt, berlin)).toBe('2026-04-03T07:00:00.000Z');
    expect(await next('day', firstAt, '2026-10-24T07:00:00.000Z', berlin)).toBe('2026-10-25T08:00:00.000Z');
  });

  test('is on its day of the month by its own calendar', async () => {
    // One in the morning of the first of March in Tehran, where UTC still has February.
    const firstAt = '2026-02-28T21:30:00.000Z';
    expect(await next('month', firstAt, firstAt, { own: 'Asia/Tehran' })).toBe('2026-03-31T21:30:00.000Z');
  });

  test('is one of many years later also found at once', async () => {
    expect(await next('day', '2026-01-01T00:00:00.000Z', '2126-01-01T00:00:00.000Z')).toBe(
      '2126-01-02T00:00:00.000Z',
    );
    expect(await next('month', '2026-01-31T00:00:00.000Z', '2126-02-01T00:00:00.000Z')).toBe(
      '2126-02-28T00:00:00.000Z',
    );
  });
});
