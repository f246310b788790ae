import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountOf } from './amount.ts';
import { amountForUsd, formatPrice, parsePrice, valueInUsd, type Price } from './price.ts';

function priceOf(text: string): Price {
  const price = parsePrice('MRCY', text);
  if (price === undefined) throw new Error(`${text} is no price`);
  return price;
}

describe('prices', () => {
  it('are above zero', () => {
    expect(parsePrice('MRCY', '0')).toBeUndefined();
    expect(parsePrice('MRCY', '0.000000000001')).toEqual({ asset: 'MRCY', scaledUsd: 1n });
    expect(parsePrice('MRCY', '0.0000000000001')).toBeUndefined();
  });

  it.each(['0.57', '45382.51', '1.00', '0.000000000001'])('are written as people write them: %s', (text) => {
    expect(formatPrice(priceOf(text))).toBe(text);
  });

  it('turn dollars into coins and name their rounding', () => {
    const dollars = amountOf('USD', 100_000_000n);
    expect(amountForUsd(dollars, priceOf('0.57'), 'down').minorUnits).toBe(17_543_859_649n);
    expect(amountForUsd(dollars, priceOf('0.57'), 'up').minorUnits).toBe(17_543_859_650n);
    expect(valueInUsd(amountOf('MRCY', 17_543_859_649n), priceOf('0.57'), 'half-even').minorUnits).toBe(
      100_000_000n,
    );
  });

  it.each([
    ['down', 33n],
    ['half-even', 33n],
    ['up', 34n],
  ] as const)('say what something is worth in whole cents, rounded %s', (rounding, cents) => {
    expect(valueInUsd(amountOf('MRCY', 1_00000000n), priceOf('0.333333'), rounding)).toEqual(
      amountOf('USD', cents * 10_000n),
    );
    const dollar: Price = { asset: 'USD', scaledUsd: 10n ** 12n };
    expect(valueInUsd(amountOf('USD', 333_333n), dollar, rounding)).toEqual(amountOf('USD', cents * 10_000n));
  });

  it('never make dollars out of a round trip that rounds down', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.bigInt({ min: 1n, max: 10n ** 18n }),
        (cents, scaledUsd) => {
          const price: Price = { asset: 'MRCY', scaledUsd };
          const coins = amountForUsd(amountOf('USD', cents), price, 'down');
          expect(valueInUsd(coins, price, 'down').minorUnits).toBeLessThanOrEqual(cents);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('value an amount of their own asset only', () => {
    expect(() => valueInUsd(amountOf('BTC', 1n), priceOf('0.57'), 'down')).toThrow(TypeError);
    expect(() => amountForUsd(amountOf('BTC', 1n), priceOf('0.57'), 'down')).toThrow(TypeError);
  });
});
