import type { AssetCode } from '@mercury/contract/money/asset.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Movement } from './holding.ts';
import { changeOf, type PricedCourse } from './value-change.ts';

const dollar = 10n ** 12n;
const coin = 100_000_000n;

function course(
  asset: AssetCode,
  balances: readonly bigint[],
  prices: readonly (bigint | undefined)[],
  /** What each movement was booked with; nothing unless said. */
  worths: readonly (bigint | null)[] = [],
): PricedCourse {
  return { asset, balances, prices, movements: movementsBetween(balances, worths), isEverPriced: true };
}

function movementsBetween(
  balances: readonly bigint[],
  worths: readonly (bigint | null)[],
): readonly (readonly Movement[])[] {
  return balances.map((balance, index) => {
    const amount = balance - (balances[index - 1] ?? balance);
    return amount === 0n ? [] : [{ amount, usd: worths[index] ?? null }];
  });
}

/** In cents, and hundredths of a percent. */
function shown(courses: readonly PricedCourse[]) {
  const change = changeOf(courses);
  return change && { cents: Number(change.usd) / 10_000, percent: Number(change.percentHundredths) / 100 };
}

describe('the change of a value', () => {
  it('is the difference of the two values where no money moved, in percent of the first', () => {
    const bitcoin = course('BTC', [coin, coin, coin], [40_000n * dollar, 39_000n * dollar, 41_000n * dollar]);
    expect(shown([bitcoin])).toEqual({ cents: 1_000_00, percent: 2.5 });
    expect(changeOf([bitcoin])?.course).toEqual([0n, -1_000_000_000n, 1_000_000_000n]);
  });

  it('counts a loss below zero', () => {
    const bitcoin = course('BTC', [coin, coin], [40_000n * dollar, 30_000n * dollar]);
    expect(shown([bitcoin])).toEqual({ cents: -10_000_00, percent: -25 });
  });

  it('takes nothing that came in for a gain, and nothing that went out for a loss', () => {
    const same = [40_000n * dollar, 40_000n * dollar, 40_000n * dollar];
    expect(shown([course('BTC', [coin, 3n * coin, 2n * coin], same)])).toEqual({ cents: 0, percent: 0 });
  });

  it('begins for what came in with the price at which it is first counted', () => {
    const prices = [10_000n * dollar, 20_000n * dollar, 22_000n * dollar];
    expect(shown([course('BTC', [0n, coin, coin], prices)])).toEqual({ cents: 2_000_00, percent: 10 });
  });

  it('ends for what went out with the price at which it is last counted', () => {
    const prices = [10_000n * dollar, 11_000n * dollar, 5_000n * dollar];
    expect(shown([course('BTC', [coin, 0n, 0n], prices)])).toEqual({ cents: 1_000_00, percent: 10 });
  });

  it('adds up all assets, of which a trade moves one into another', () => {
    const bitcoin = course('BTC', [coin, 0n, 0n], [40_000n * dollar, 40_000n * dollar, 90_000n * dollar]);
    const usd = course('USD', [0n, 40_000_000_000n, 40_000_000_000n], [dollar, dollar, dollar]);
    const ether = course('ETH', [10n ** 18n, 10n ** 18n, 10n ** 18n], [dollar, dollar, 401n * dollar]);
    // A trade at the price is no new money: the base is what there was at first.
    expect(shown([bitcoin, usd, ether])).toEqual({ cents: 400_00, percent: 1 });
  });

  it('counts what came at what it was worth when it did, also a moment ago', () => {
    const prices = [40_000n * dollar, 41_000n * dollar];
    expect(shown([course('BTC', [0n, coin], prices, [null, 40_000_000_000n])])).toEqual({
      cents: 1_000_00,
      percent: 2.5,
    });
    expect(shown([course('BTC', [coin, 0n], prices, [null, 39_000_000_000n])])?.cents).toBe(-1_000_00);
  });

  it('has in it what a trade cost', () => {
    const usd = course('USD', [400_000_000n, 100_000_000n], [dollar, dollar], [null, 300_000_000n]);
    const bitcoin = course('BTC', [0n, coin], [297n * dollar, 297n * dollar], [null, 300_000_000n]);
    expect(shown([usd, bitcoin])).toEqual({ cents: -3_00, percent: -0.75 });
  });

  it('gains nothing by the rounding of what came', () => {
    const times = 200;
    const balances = Array.from({ length: times }, (_, index) => BigInt(index));
    const prices = balances.map(() => 499_999n * dollar);
    // Half a cent each, of which nothing was booked.
    const worths = balances.map(() => 0n);
    expect(shown([course('BTC', balances, prices, worths)])?.cents).toBe(0);
  });

  it('is unknown where the price of something that was there is', () => {
    expect(changeOf([course('BTC', [coin, coin], [undefined, dollar])])).toBeUndefined();
    expect(changeOf([course('BTC', [coin, coin], [dollar, undefined])])).toBeUndefined();
    expect(changeOf([course('BTC', [0n, coin, coin], [dollar, undefined, dollar])])).toBeUndefined();
    expect(shown([course('BTC', [0n, 0n, coin], [undefined, undefined, dollar])])?.cents).toBe(0);
  });

  it('leaves out what never had a price, as the total does', () => {
    const unpriced = { ...course('DOGE', [coin, coin], [undefined, undefined]), isEverPriced: false };
    const own = course('MRCY', [100n * coin, 100n * coin], [dollar, 2n * dollar]);
    expect(shown([unpriced, own])).toEqual({ cents: 100_00, percent: 100 });
    expect(changeOf([unpriced])).toBeUndefined();
  });

  it('of nothing is none', () => {
    expect(changeOf([])).toBeUndefined();
    expect(changeOf([course('BTC', [0n, 0n], [dollar, dollar])])).toBeUndefined();
  });
});

const times = 12;
const moneyOf = (asset: AssetCode) =>
  fc
    .record({
      balances: fc.array(fc.bigInt(0n, 10n ** 20n), { minLength: times, maxLength: times }),
      prices: fc.array(fc.bigInt(1n, 10n ** 17n), { minLength: times, maxLength: times }),
    })
    .map(({ balances, prices }) => course(asset, balances, prices));

describe('whatever prices do', () => {
  it('is nothing as long as they stand still, however much money moves', () => {
    fc.assert(
      fc.property(moneyOf('BTC'), fc.bigInt(1n, 10n ** 17n), (money, price) => {
        const change = changeOf([{ ...money, prices: money.prices.map(() => price) }]);
        expect(change?.usd ?? 0n).toBe(0n);
      }),
    );
  });

  it('has the sign of its percentage, and ends where its course does', () => {
    fc.assert(
      fc.property(moneyOf('BTC'), moneyOf('MRCY'), (bitcoin, own) => {
        const change = changeOf([bitcoin, own]);
        if (change === undefined) return;
        expect(change.course).toHaveLength(times);
        expect(change.course.at(-1)).toBe(change.usd);
        expect(Number(change.usd) * Number(change.percentHundredths)).toBeGreaterThanOrEqual(0);
        // No more is lost than there was or came.
        expect(change.percentHundredths).toBeGreaterThanOrEqual(-10_000n);
      }),
    );
  });
});
