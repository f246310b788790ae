import { expect, it } from 'vitest';
import { rateDigits } from './rate-digits.ts';

it.each([
  ['64120.553412', '64,120.55'],
  ['1.234567890123', '1.23457'],
  ['0.57285', '0.57285'],
  ['0.573', '0.573'],
  ['0.000012345678', '0.0000123457'],
  ['2', '2.00'],
  ['0.5', '0.50'],
])('tells the rate %s as %s', (rate, shown) => {
  expect(rateDigits(rate, 'en-GB')).toBe(shown);
});

it("writes it in the reader's own digits", () => {
  expect(rateDigits('64120.55', 'fa-IR')).toBe('۶۴٬۱۲۰٫۵۵');
});
