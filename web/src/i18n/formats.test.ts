import { expect, test } from 'vitest';
import {
  formatCountdown,
  formatMoment,
  formatSecondOf,
  formatSeconds,
  formatTimeAgo,
  numberFormat,
} from './formats.ts';

const at = '2026-05-01T12:00:00.000Z';
const atMs = Date.parse(at);

test.each([
  [59_999, 'now'],
  [60_000, '1 minute ago'],
  [3_600_000, '1 hour ago'],
  [86_400_000, 'yesterday'],
  [7 * 86_400_000 - 1, '6 days ago'],
])('an age of %i ms reads %s', (ageMs, text) => {
  expect(formatTimeAgo(at, 'en-GB', atMs + ageMs)).toBe(text);
});

test('after a week the date says more than the age', () => {
  expect(formatTimeAgo(at, 'en-GB', atMs + 7 * 86_400_000)).toBe('1 May 2026');
});

test('Persian readers see the Persian calendar and digits', () => {
  expect(formatTimeAgo(at, 'fa-IR', atMs + 8 * 86_400_000)).toContain('۱۴۰۵');
  expect(formatCountdown(65, 'fa-IR')).toBe('۱:۰۵');
});

test('a time to wait is told as m:ss', () => {
  expect(formatCountdown(59, 'en-GB')).toBe('0:59');
  expect(formatCountdown(60, 'en-GB')).toBe('1:00');
});

test.each([
  ['2026-05-21T09:30', '09:30'],
  ['2026-05-21T00:00', '00:00'],
  ['2026-05-20T23:59', '20 May 2026, 23:59'],
  ['2026-04-21T09:30', '21 Apr 2026, 09:30'],
  ['2025-05-21T09:30', '21 May 2025, 09:30'],
])('the moment %s of one’s own clock is told on 21 May 2026 as %s', (moment, text) => {
  expect(formatMoment(moment, 'en-GB', new Date('2026-05-21T12:00'))).toBe(text);
});

test('a moment is told to the second, with its day if that is not today', () => {
  const now = new Date('2026-05-21T12:00');
  expect(formatSecondOf('2026-05-21T09:30:05', 'en-GB', now)).toBe('9:30:05');
  expect(formatSecondOf('2026-05-20T23:59:59', 'en-GB', now)).toBe('20 May, 23:59:59');
});

test('what took no time took a tenth of a second', () => {
  expect(formatSeconds(0, 'en-GB')).toBe('0.1');
  expect(formatSeconds(1540, 'en-GB')).toBe('1.5');
  expect(formatSeconds(1540, 'fa-IR')).toBe('۱٫۵');
});

test('a format of numbers is made once for its language and its options', () => {
  const cents = { minimumFractionDigits: 2 };
  expect(numberFormat('fa-IR', cents)).toBe(numberFormat('fa-IR', { ...cents }));
  expect(numberFormat('fa-IR', cents).format(1.5)).toBe('۱٫۵۰');
  expect(numberFormat('en-GB', cents).format(1.5)).toBe('1.50');
  expect(numberFormat('en-GB').format(1.5)).toBe('1.5');
});
