import { formatDecimal } from '@mercury/contract/money/decimal.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonWithExactNumbers, readScaled, shorten } from './read-numbers.ts';

describe('numbers of the market-data service', () => {
  it('come as they were written, where a floating point number would have lost digits', () => {
    expect(
      parseJsonWithExactNumbers('[0.1234567890123456789, 1e-9, -2, {"a": 1.50}, "1", null, true]'),
    ).toEqual(['0.1234567890123456789', '1e-9', '-2', { a: '1.50' }, '1', null, true]);
  });

  it.each([
    ['64392.123456789012', 64_392_123_456_789_012n],
    ['1e-9', 1000n],
    ['1E-12', 1n],
    ['1.4e2', 140_000_000_000_000n],
    ['-2.37105', -2_371_050_000_000n],
    ['0', 0n],
    ['0.0000000000005', 0n],
    ['0.0000000000015', 2n],
    ['1e-999', 0n],
  ])('%s is read to the nearest of twelve decimals', (text, scaled) => {
    expect(readScaled(text)).toBe(scaled);
  });

  it.each(['NaN', 'Infinity', '', '1e', '--1', '1e999', '1e19', '9'.repeat(50), '0x10', '１'])(
    '%s is none that can be used',
    (text) => {
      expect(readScaled(text)).toBeUndefined();
    },
  );

  it('are read as they are, whatever their length and however they are written', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 27n }),
        fc.integer({ min: -8, max: 8 }),
        (scaled, power) => {
          const plain = formatDecimal(scaled, 12);
          const shifted = `${formatDecimal(scaled * 10n ** 8n, 20 + power)}e${power}`;
          expect([readScaled(plain), readScaled(shifted)]).toEqual([scaled, scaled]);
        },
      ),
    );
  });

  it('are shortened to seven digits that count', () => {
    const short = (text: string) => formatDecimal(shorten(readScaled(text) ?? -1n), 12);
    expect(short('64392.2357')).toBe('64392.240000000000');
    expect(short('0.000012345678')).toBe('0.000012345680');
    expect(short('0.123456789')).toBe('0.123456800000');
  });
});
