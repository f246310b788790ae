import { expect, it } from 'vitest';
import { axisTimes, formatAxisTime } from './axis-times.ts';

const now = new Date(2026, 4, 20, 13, 30);
const dayMs = 24 * 60 * 60 * 1000;
const spanOf = (days: number) => ({ fromMs: now.getTime() - days * dayMs, toMs: now.getTime() });
const dates = (times: readonly number[]) => times.map((atMs) => new Date(atMs));

it('marks round hours of a day', () => {
  const times = dates(axisTimes(spanOf(1), 'day', 'en-GB'));
  expect(times.map((time) => time.getHours())).toEqual([16, 20, 0, 4, 8, 12]);
  expect(times.every((time) => time.getMinutes() === 0)).toBe(true);
});

it('marks each midnight of a week, and every sixth of a month', () => {
  expect(dates(axisTimes(spanOf(7), 'week', 'en-GB')).map((time) => time.getDate())).toEqual([
    14, 15, 16, 17, 18, 19, 20,
  ]);
  expect(dates(axisTimes(spanOf(30), 'month', 'en-GB')).map((time) => time.getDate())).toEqual([
    21, 27, 3, 9, 15,
  ]);
});

it('marks every other first day of a month, by the calendar of the reader', () => {
  const named = (formatTag: string) =>
    axisTimes(spanOf(365), 'year', formatTag).map((atMs) => formatAxisTime(atMs, 'year', formatTag));
  expect(named('en-GB')).toEqual(['Jul', 'Sept', 'Nov', 'Jan', 'Mar', 'May']);
  expect(named('fa-IR')).toEqual(['تیر', 'شهریور', 'آبان', 'دی', 'اسفند', 'اردیبهشت']);
});

it('marks months or years of a span of any length, by the calendar of the reader', () => {
  const named = (days: number, formatTag: string) =>
    axisTimes(spanOf(days), 'all', formatTag).map((atMs) => formatAxisTime(atMs, 'all', formatTag));
  expect(named(365, 'en-GB')).toEqual(['Jul 2025', 'Oct 2025', 'Jan 2026', 'Apr 2026']);
  expect(named(3650, 'en-GB')).toEqual(['Jan 2018', 'Jan 2020', 'Jan 2022', 'Jan 2024', 'Jan 2026']);
  const persian = axisTimes(spanOf(1400), 'all', 'fa-IR').map((atMs) =>
    new Intl.DateTimeFormat('fa-IR', { dateStyle: 'short', numberingSystem: 'latn' }).format(atMs),
  );
  expect(persian).toEqual(['1402/1/1', '1403/1/1', '1404/1/1', '1405/1/1']);
  for (const days of [1, 30, 100, 800, 5000]) {
    expect(axisTimes(spanOf(days), 'all', 'en-GB').length).toBeLessThanOrEqual(8);
  }
});

it('marks nothing outside of what is shown', () => {
  for (const range of ['day', 'week', 'month', 'year', 'all'] as const) {
    const { fromMs, toMs } = spanOf(3);
    expect(axisTimes({ fromMs, toMs }, range, 'en-GB').every((at) => at >= fromMs && at <= toMs)).toBe(true);
  }
});
