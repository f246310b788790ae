import { expect, it } from 'vitest';
import { formatCountdown } from './countdown.ts';

it.each([
  [30 * 60_000, '30:00'],
  [65_000, '1:05'],
  [1000, '0:01'],
  [1, '0:01'],
  [0, '0:00'],
  [-5000, '0:00'],
])('shows %d ms as %s', (remainingMs, shown) => {
  expect(formatCountdown(remainingMs, 'en-GB')).toBe(shown);
});

it("uses the reader's digits", () => {
  expect(formatCountdown(65_000, 'fa-IR')).toBe('۱:۰۵');
});
