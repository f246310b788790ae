import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDecimal, minorUnitsMax, parseDecimal } from './decimal.ts';

const minorUnits = fc.bigInt({ min: 0n, max: minorUnitsMax });
const decimals = fc.integer({ min: 0, max: 18 });

describe('decimals', () => {
  it('come back from text as they were, up to 38 digits', () => {
    fc.assert(
      fc.property(minorUnits, decimals, (amount, places) => {
        expect(parseDecimal(formatDecimal(amount, places), places)).toBe(amount);
      }),
      { numRuns: 2000 },
    );
  });

  it('are written with all their places and a sign', () => {
    expect(formatDecimal(0n, 8)).toBe('0.00000000');
    expect(formatDecimal(1250n, 2)).toBe('12.50');
    expect(formatDecimal(5n, 2)).toBe('0.05');
    expect(formatDecimal(-5n, 2)).toBe('-0.05');
    expect(formatDecimal(7n, 0)).toBe('7');
  });

  it('are read without rounding: one place too many is refused', () => {
    expect(parseDecimal('0.12345678', 8)).toBe(12_345_678n);
    expect(parseDecimal('0.123456789', 8)).toBeUndefined();
    expect(parseDecimal('1', 0)).toBe(1n);
    expect(parseDecimal('1.0', 0)).toBeUndefined();
  });

  it.each([
    '',
    ' ',
    '1e3',
    'NaN',
    'Infinity',
    '+1',
    '-1',
    '1.',
    '.5',
    '01',
    '1,5',
    '1 0',
    '１２',
    '۱۲',
    '0x10',
    '1_0',
    '1\n',
  ])('refuse %j', (text) => {
    expect(parseDecimal(text, 8)).toBeUndefined();
  });

  it('hold what numeric(38,0) holds and not one unit more', () => {
    expect(parseDecimal('9'.repeat(38), 0)).toBe(minorUnitsMax);
    expect(parseDecimal(`1${'0'.repeat(38)}`, 0)).toBeUndefined();
    expect(parseDecimal('9'.repeat(38), 2)).toBeUndefined();
    expect(parseDecimal(`${'9'.repeat(36)}.99`, 2)).toBe(minorUnitsMax);
    expect(parseDecimal(`1${'0'.repeat(36)}`, 2)).toBeUndefined();
  });
});
