import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moneyParts, moneyText, type MoneyStyle } from './money-parts.ts';

function shown(amount: string, asset: string, formatTag = 'en-GB', style: MoneyStyle = {}): string {
  const { sign, bound, integer, separator, fraction } = moneyParts(amount, asset, formatTag, style);
  return `${sign}${bound}${integer}${separator}${fraction}`;
}

const inShort = (amount: string, asset: string) => shown(amount, asset, 'en-GB', { precision: 'short' });

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

test('in a record leaves out nothing of a dollar, so that lines add up', () => {
  const inRecord = (amount: string, asset: string) => shown(amount, asset, 'en-GB', { precision: 'exact' });
  expect(inRecord('1406.687842', 'USD')).toBe('1,406.687842');
  expect(inRecord('10.004', 'USD')).toBe('10.004');
  expect(inRecord('12.5', 'USD')).toBe('12.50');
  expect(inRecord('-0.000001', 'USD')).toBe('\u22120.000001');
  expect(inRecord('0.000000000000000001', 'ETH')).toBe('0.000000000000000001');
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

test('in short has four decimals at most, and below one the first four digits that carry something', () => {
  expect(inShort('438.59649122', 'MRCY')).toBe('438.5964');
  expect(inShort('1.00009999', 'MRCY')).toBe('1.00');
  expect(inShort('0.99999999', 'BTC')).toBe('0.9999');
  expect(inShort('0.01234567', 'BTC')).toBe('0.01234');
  expect(inShort('0.00001234', 'BTC')).toBe('0.00001234');
  expect(inShort('0.000012345678', 'ETH')).toBe('0.00001234');
  expect(inShort('-2.123456', 'ETH')).toBe('\u22122.1234');
  expect(inShort('0.00000000', 'BTC')).toBe('0.00');
  expect(inShort('12', 'USD')).toBe('12.00');
});

test('in short never says nothing of what is something', () => {
  expect(inShort('0.000000000000000001', 'ETH')).toBe('<0.00000001');
  expect(inShort('-0.000000000000000001', 'ETH')).toBe('\u2212<0.00000001');
  expect(inShort('0.004', 'USD')).toBe('<0.01');
  expect(shown('0.004', 'USD', 'fa-IR', { precision: 'short' })).toBe('<۰٫۰۱');
});

test('tells whether the short form leaves something out', () => {
  const isCut = (amount: string, asset: string) =>
    moneyParts(amount, asset, 'en-GB', { precision: 'short' }).isCut;
  expect(isCut('438.5964', 'MRCY')).toBe(false);
  expect(isCut('438.59640000', 'MRCY')).toBe(false);
  expect(isCut('438.59640001', 'MRCY')).toBe(true);
  expect(isCut('0.000000000000000001', 'ETH')).toBe(true);
  // What is finer than a cent is shown nowhere, so there is nothing more to see.
  expect(isCut('0.004', 'USD')).toBe(false);
  expect(moneyParts('438.59640001', 'MRCY', 'en-GB', {}).isCut).toBe(false);
});

test('an amount in a sentence is as short as is wanted', () => {
  expect(moneyText('438.59649122', 'MRCY', 'en-GB')).toBe('\u2066438.59649122\u00a0MRCY\u2069');
  expect(moneyText('438.59649122', 'MRCY', 'en-GB', { precision: 'short' })).toBe(
    '\u2066438.5964\u00a0MRCY\u2069',
  );
});

/** In units of 10^-18, exactly. */
function unitsOf(text: string): bigint {
  const [whole = '', fraction = ''] = text.replaceAll(',', '').split('.');
  return BigInt(whole + fraction.padEnd(18, '0'));
}

test('the short form is never more than there is, and less by no more than its last digit', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 30n), fc.nat(30), (units, shift) => {
      const digits = (units / 10n ** BigInt(shift)).toString().padStart(19, '0');
      const amount = `${digits.slice(0, -18)}.${digits.slice(-18)}`;
      const text = inShort(amount, 'ETH');
      const [there, said] = [unitsOf(amount), unitsOf(text.replace('<', ''))];
      const missing = there - said;
      const stepMax =
        there >= 10n ** 18n ? 10n ** 14n : [10n ** 10n, there / 1000n].reduce((a, b) => (a > b ? a : b));
      const isRight = text.startsWith('<') ? there > 0n && there < said : missing >= 0n && missing < stepMax;
      expect(isRight, `${amount} as ${text}`).toBe(true);
      expect(text === '0.00').toBe(there === 0n);
    }),
  );
});
