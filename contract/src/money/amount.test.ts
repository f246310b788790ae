import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountOf,
  formatAmount,
  isWholeOutside,
  parseAmount,
  parseAmountOutside,
  wholePartOutside,
} from './amount.ts';
import { seededCodes } from './asset.ts';
import { minorUnitsMax } from './decimal.ts';

describe('an amount on the wire', () => {
  it.each([
    ['USD', 0n, '0.00'],
    ['USD', 10_000_000n, '10.00'],
    ['USD', 12_500_000n, '12.50'],
    ['USD', 10_004_999n, '10.004999'],
    ['USD', 10_004_900n, '10.0049'],
    ['USD', 1n, '0.000001'],
    ['USD', -10_004_999n, '-10.004999'],
    ['MRCY', 100_00000000n, '100.00000000'],
    ['USDT', 57_000_000n, '57.000000'],
  ] as const)('of %s is exact, with the decimals that it is shown with: %d is %s', (asset, units, text) => {
    expect(formatAmount(amountOf(asset, units))).toBe(text);
  });

  it('is read as what was written', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...seededCodes),
        fc.bigInt({ min: 0n, max: minorUnitsMax }),
        (asset, units) => {
          expect(parseAmount(asset, formatAmount(amountOf(asset, units)))?.minorUnits).toBe(units);
        },
      ),
    );
  });
});

describe('outside the books', () => {
  it('a dollar has cents, and no third decimal is read', () => {
    expect(parseAmountOutside('USD', '10.25')).toEqual(amountOf('USD', 10_250_000n));
    for (const text of ['10.251', '10.250', '0.000001', '-1', '']) {
      expect(parseAmountOutside('USD', text)).toBeUndefined();
    }
    expect(parseAmountOutside('BTC', '0.00000001')).toEqual(amountOf('BTC', 1n));
  });

  it('what is beyond a cent stays behind', () => {
    expect(isWholeOutside(amountOf('USD', 10_000_000n))).toBe(true);
    expect(isWholeOutside(amountOf('USD', 10_009_999n))).toBe(false);
    expect(wholePartOutside(amountOf('USD', 10_009_999n))).toEqual(amountOf('USD', 10_000_000n));
    expect(wholePartOutside(amountOf('BTC', 10_009_999n))).toEqual(amountOf('BTC', 10_009_999n));
  });
});
