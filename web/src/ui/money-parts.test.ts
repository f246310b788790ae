import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moneyParts, type MoneyStyle } from './money-parts.ts';

function shown(amount: string, asset: string, formatTag = 'en-GB', style: MoneyStyle = {}): string {
  const { sign, integer, separator, fraction } = moneyParts(amount, asset, formatTag, style);
  return `${sign}${integer}${separator}${fraction}`;
}

test('shows two decimals at least, and more only where they carry something', () => {
  expect(shown('0', 'MRCY')).toBe('0.00');
  expect(shown('12.5', 'USD')).toBe('12.50');
  expect(shown('12.50000000', 'MRCY')).toBe('12.50');
  expect(shown('438.59649122', 'MRCY')).toBe('438.59649122');
});

test('is exact where a floating point number would not be', () => {
  expect(shown('9007199254740993.00000001', 'MRCY')).toBe('9,007,199,254,740,993.00000001');
  expect(shown('0.000000000000000001', 'ETH')).toBe('0.000000000000000001');
});

test('never shows more than there is', () => {
  expect(shown('0.999', 'USD')).toBe('0.99');
});

test('cuts what is finer than a cent, and rounds no dollar up', () => {
  expect(shown('10.004999', 'USD')).toBe('10.00');
  expect(shown('10.009999', 'USD')).toBe('10.00');
  expect(shown('10.999999', 'USD', 'fa-IR')).toBe('۱۰٫۹۹');
  expect(shown('-10.009999', 'USD')).toBe('\u221210.00');
});

test('gives no sign to what is shown as nothing', () => {
  expect(shown('-0.009999', 'USD')).toBe('0.00');
  expect(shown('0.009999', 'USD', 'en-GB', { signs: 'always' })).toBe('0.00');
  expect(shown('-0.01', 'USD')).toBe('\u22120.01');
});

test('tells negative and positive by sign, and gives nothing a sign', () => {
  expect(shown('-3.5', 'USD')).toBe('\u22123.50');
  expect(shown('3.5', 'USD', 'en-GB', { signs: 'always' })).toBe('+3.50');
  expect(shown('0.00', 'USD', 'en-GB', { signs: 'always' })).toBe('0.00');
  expect(shown('-3.5', 'USD', 'en-GB', { signs: 'never' })).toBe('3.50');
});

test('writes Persian digits for Persian readers', () => {
  expect(shown('1284.50', 'USD', 'fa-IR')).toBe('۱٬۲۸۴٫۵۰');
});

test('refuses what is no decimal string', () => {
  for (const amount of ['', '1e3', 'NaN', '1.', '.5', '+1', '١']) {
    expect(() => shown(amount, 'USD')).toThrow(RangeError);
  }
});

test('every digit of an amount is shown, whatever its size', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 30n }),
      fc.bigInt({ min: 0n, max: 99_999_999n }),
      (whole, rest) => {
        const fraction = rest.toString().padStart(8, '0');
        const parts = moneyParts(`${whole}.${fraction}`, 'MRCY', 'en-GB', {});
        expect(parts.integer.replaceAll(',', '')).toBe(whole.toString());
        expect(parts.fraction.padEnd(8, '0')).toBe(fraction);
      },
    ),
  );
});
