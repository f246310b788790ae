import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dayOf, latestMonths, startOfDay } from '../i18n/calendar.ts';
import {
  addDays,
  addJalaliMonths,
  columnOf,
  daysOfJalaliMonth,
  fromJalali,
  isFullJalali,
  readJalali,
  toJalali,
  writeJalali,
} from './jalali.ts';

it.each([
  ['2026-03-21', 1405, 1, 1],
  ['2026-03-20', 1404, 12, 29],
  ['2025-03-20', 1403, 12, 30],
  ['2025-03-21', 1404, 1, 1],
  ['2026-09-22', 1405, 6, 31],
  ['2026-09-23', 1405, 7, 1],
  ['2026-11-23', 1405, 9, 2],
])('%s is %i/%i/%i, there and back', (day, year, month, date) => {
  expect(toJalali(day)).toEqual({ year, month, date });
  expect(fromJalali({ year, month, date })).toBe(day);
});

it.each([
  [1404, 12, 30],
  [1405, 7, 31],
  [1405, 13, 1],
  [1405, 0, 1],
  [1405, 1, 0],
  [1405, 1, 32],
])('knows no day %i/%i/%i', (year, month, date) => {
  expect(fromJalali({ year, month, date })).toBeUndefined();
});

it('gives every day of a century a name of its own', () => {
  let day = '2001-03-21';
  for (; day < '2101-03-21'; day = addDays(day, 1)) expect(fromJalali(toJalali(day))).toBe(day);
});

it('has a thirtieth of Esfand in leap years only', () => {
  const last = (year: number) => daysOfJalaliMonth({ year, month: 12 }).length;
  expect([1399, 1400, 1403, 1404, 1408].map(last)).toEqual([30, 29, 30, 29, 30]);
});

it('goes to the same date of another month, or to the last day of a shorter one', () => {
  expect(addJalaliMonths('2026-03-20', 1)).toBe('2026-04-18');
  expect(writeJalali(addJalaliMonths(fromJalali({ year: 1405, month: 6, date: 31 }) ?? '', 1))).toBe(
    '۱۴۰۵/۰۷/۳۰',
  );
  expect(writeJalali(addJalaliMonths(fromJalali({ year: 1403, month: 12, date: 30 }) ?? '', 12))).toBe(
    '۱۴۰۴/۱۲/۲۹',
  );
  expect(writeJalali(addJalaliMonths(fromJalali({ year: 1405, month: 1, date: 5 }) ?? '', -1))).toBe(
    '۱۴۰۴/۱۲/۰۵',
  );
});

it('begins the week with Saturday', () => {
  expect(['2026-11-21', '2026-11-23', '2026-11-27'].map(columnOf)).toEqual([0, 2, 6]);
});

it.each([
  ['۱۴۰۵/۰۹/۰۲', '2026-11-23'],
  ['1405/9/2', '2026-11-23'],
  ['١٤٠٥-٩-٢', '2026-11-23'],
  [' ۱۴۰۵ / ۹ / ۲ ', '2026-11-23'],
  ['14050902', '2026-11-23'],
  ['2026-11-23', '2026-11-23'],
  ['۱۴۰۴/۱۲/۳۰', undefined],
  ['2026-02-30', undefined],
  ['1370/1/1', undefined],
  ['۱۴۰۵/۹', undefined],
  ['دیروز', undefined],
  ['', undefined],
])('reads %j as %s', (text, day) => {
  expect(readJalali(text)).toBe(day);
});

it('knows when no more can be typed', () => {
  expect(['۱۴۰۵/۹/۲', '۱۴۰۵/۹/۰۲', '14050902', '1405/9'].map(isFullJalali)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

describe.each(['Asia/Tehran', 'America/Los_Angeles', 'Pacific/Kiritimati', 'America/Sao_Paulo'])(
  'in %s',
  (zone) => {
    beforeEach(() => vi.stubEnv('TZ', zone));
    afterEach(() => vi.unstubAllEnvs());

    it('a chosen day is the same day, from its first moment on', () => {
      expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
      // Clocks changed at midnight in Iran until 1401.
      for (const text of ['۱۴۰۰/۰۱/۰۱', '۱۴۰۱/۰۱/۰۲', '۱۴۰۳/۱۲/۳۰', '۱۴۰۵/۰۶/۳۱', '۱۴۰۵/۰۹/۰۲']) {
        const day = readJalali(text) ?? '';
        expect(dayOf(startOfDay(day) ?? new Date(0))).toBe(day);
        expect(writeJalali(day)).toBe(text);
      }
    });

    it('the months of a statement begin and end with the days of the calendar', () => {
      for (const { firstDay, lastDay } of latestMonths(new Date('2026-11-23T12:00:00Z'), 'fa-IR', 24)) {
        expect(toJalali(firstDay).date).toBe(1);
        expect(toJalali(addDays(lastDay, 1)).date).toBe(1);
      }
    });
  },
);
