import { costInUsd, costOfUsd } from '@mercury/contract/money/cost.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CostBasis,
  costBasisAfter,
  type Movement,
  nothingBought,
  sharesOf,
  worthOfTrade,
} from './holding.ts';

const cent = 10_000n;
const usdOf = (cents: bigint | null): bigint | null => (cents === null ? null : cents * cent);

/** Amounts in the smallest unit, worth in cents. */
const came = (amount: bigint, cents: bigint | null): Movement => ({ amount, usd: usdOf(cents) });
const went = (amount: bigint, cents: bigint | null): Movement => ({ amount: -amount, usd: usdOf(cents) });

function inCents({ quantity, cost, realized }: CostBasis) {
  const cents = (value: bigint | null) =>
    value === null ? null : costInUsd(value, 'half-even').minorUnits / cent;
  return { quantity, cost: cents(cost), realized: cents(realized) };
}

const after = (...movements: Movement[]) => inCents(costBasisAfter(movements));

describe('the average cost', () => {
  it('of nothing is nothing', () => {
    expect(costBasisAfter([])).toEqual(nothingBought);
  });

  it('is that of all that came together, whatever each part cost', () => {
    expect(after(came(100n, 50_00n), came(300n, 250_00n))).toEqual({
      quantity: 400n,
      cost: 300_00n,
      realized: 0n,
    });
  });

  it('stays with what is left where a part goes, and what that brought beyond its cost is gained', () => {
    expect(after(came(400n, 300_00n), went(100n, 90_00n))).toEqual({
      quantity: 300n,
      cost: 225_00n,
      realized: 15_00n,
    });
  });

  it('loses where a part goes for less than it cost', () => {
    expect(after(came(400n, 300_00n), went(100n, 60_00n))).toMatchObject({ realized: -15_00n });
  });

  it('is not changed by going at any price', () => {
    const cheap = costBasisAfter([came(3n, 100n), went(1n, 0n)]);
    const dear = costBasisAfter([came(3n, 100n), went(1n, 10_000_00n)]);
    expect(cheap.cost).toBe(dear.cost);
  });

  it('begins anew after everything went: what is bought then costs what it costs', () => {
    expect(after(came(100n, 50_00n), went(100n, 70_00n), came(10n, 9_00n))).toEqual({
      quantity: 10n,
      cost: 9_00n,
      realized: 20_00n,
    });
  });

  it('takes all of the cost with the last part, however the parts before were rounded', () => {
    const basis = costBasisAfter([came(3n, 1n), went(1n, 0n), went(1n, 0n), went(1n, 0n)]);
    expect(basis).toEqual({ quantity: 0n, cost: 0n, realized: costOfUsd(-cent) });
  });

  it('of a thousand small parts is what was paid for them, where in cents each would be nothing', () => {
    const parts = Array.from({ length: 1000 }, () => went(1n, 0n));
    expect(after(came(1_000_000n, 1_000n), ...parts)).toEqual({
      quantity: 999_000n,
      cost: 999n,
      realized: -1n,
    });
  });

  it('is reckoned to 18 decimals', () => {
    const ether = 10n ** 18n;
    expect(after(came(2n * ether, 6_000_00n), went(1n, 0n), went(ether - 1n, 3_500_00n))).toEqual({
      quantity: ether,
      cost: 3_000_00n,
      realized: 500_00n,
    });
  });

  it('of what is worth less than a cent is nothing', () => {
    expect(after(came(1n, 0n))).toEqual({ quantity: 1n, cost: 0n, realized: 0n });
  });
});

describe('a cost that is not known', () => {
  it('makes that of all that is there unknown, before and after', () => {
    expect(after(came(100n, 50_00n), came(100n, null))).toMatchObject({ cost: null, realized: 0n });
    expect(after(came(100n, null), came(100n, 50_00n))).toMatchObject({ cost: null });
  });

  it('is known again once all of it went', () => {
    expect(after(came(100n, null), went(100n, 50_00n), came(1n, 7n))).toMatchObject({
      quantity: 1n,
      cost: 7n,
    });
    expect(after(came(100n, null), went(99n, 50_00n), came(1n, 7n))).toMatchObject({ cost: null });
  });

  it('leaves unknown what was gained on what went, also afterwards', () => {
    expect(after(came(2n, null), went(1n, 50_00n)).realized).toBeNull();
    expect(after(came(1n, null), went(1n, 1n), came(1n, 1n), went(1n, 5n)).realized).toBeNull();
  });

  it('is no less known where nobody knows what a part brought; what was gained is', () => {
    expect(after(came(2n, 100n), went(1n, null))).toEqual({ quantity: 1n, cost: 50n, realized: null });
  });
});

describe('any course of movements', () => {
  const seed = Number(process.env['AVERAGE_COST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  const movement = fc.record({
    amount: fc.bigInt({ min: 1n, max: 10n ** 24n }),
    part: fc.bigInt({ min: 0n, max: 100n }),
    usd: fc.bigInt({ min: 0n, max: 10n ** 12n }),
  });

  it(`gains, with what is left at its cost, what came in dollars less what was paid (seed ${seed})`, () => {
    fc.assert(
      fc.property(fc.array(movement, { maxLength: 60 }), (drawn) => {
        let quantity = 0n;
        let paid = 0n;
        const movements = drawn.map(({ amount, part, usd }) => {
          const gone = (quantity * part) / 100n;
          const change = gone > 0n && part > 50n ? -gone : amount;
          quantity += change;
          paid += change > 0n ? usd : -usd;
          return { amount: change, usd };
        });
        const basis = costBasisAfter(movements);
        expect(basis.quantity).toBe(quantity);
        expect((basis.cost ?? 0n) - (basis.realized ?? 0n)).toBe(costOfUsd(paid));
        expect(basis.cost ?? 0n).toBeGreaterThanOrEqual(0n);
      }),
      { seed, numRuns: 500 },
    );
  });

  it('never has more go than there was', () => {
    expect(() => costBasisAfter([came(1n, 1n), went(2n, 1n)])).toThrow(RangeError);
  });
});

describe('the shares of all', () => {
  it('of three equals are 33.34, 33.33 and 33.33 percent: the first of equals first', () => {
    expect(sharesOf([5n, 5n, 5n])).toEqual([3334n, 3333n, 3333n]);
  });

  it('give what is missing to those that lost most by rounding', () => {
    // 14.2857..., 28.5714... and 57.1428... percent: the second lost most, then the first.
    expect(sharesOf([1n, 2n, 4n])).toEqual([1429n, 2857n, 5714n]);
  });

  it('of one is all, and of what is worth nothing nothing', () => {
    expect(sharesOf([7n])).toEqual([10_000n]);
    expect(sharesOf([0n, 7n])).toEqual([0n, 10_000n]);
    expect(sharesOf([0n, 0n])).toEqual([0n, 0n]);
    expect(sharesOf([])).toEqual([]);
  });

  it('sum to 100.00 percent, each within a hundredth of what it is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 0n, max: 10n ** 20n }), { minLength: 1, maxLength: 13 }),
        (values) => {
          const total = values.reduce((sum, value) => sum + value, 0n);
          const shares = sharesOf(values);
          expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(total === 0n ? 0n : 10_000n);
          for (const [index, value] of values.entries()) {
            const distance = (shares[index] ?? 0n) * total - value * 10_000n;
            expect(total === 0n || (distance < total && distance > -total)).toBe(true);
          }
        },
      ),
    );
  });
});

const trade = {
  fromAsset: 'USD',
  fromAmount: 100_000_000n,
  feeAsset: 'USD',
  fee: 250_000n,
  toAsset: 'BTC',
  toAmount: 150_000n,
  usdValue: 100_000_000n,
};

it('what is bought with dollars costs all the dollars that were paid, fee and all', () => {
  expect(worthOfTrade(trade)).toBe(100_000_000n);
});

it('what is sold for dollars brings the dollars that came, whatever it was worth', () => {
  const sold = {
    fromAsset: 'BTC',
    fromAmount: 150_000n,
    feeAsset: 'BTC',
    fee: 375n,
    toAsset: 'USD',
    toAmount: 99_250_000n,
  };
  expect(worthOfTrade({ ...sold, usdValue: 100_000_000n })).toBe(99_250_000n);
});

it('coins for coins are worth the same on both sides: their value less the fee, to the nearest cent', () => {
  const exchanged = {
    fromAsset: 'BTC',
    fromAmount: 150_000n,
    feeAsset: 'BTC',
    toAsset: 'ETH',
    toAmount: 1n,
  };
  expect(worthOfTrade({ ...exchanged, fee: 375n, usdValue: 100_000_000n })).toBe(99_750_000n);
  expect(worthOfTrade({ ...exchanged, fee: 375n, usdValue: 1_990_000n })).toBe(1_990_000n);
  expect(worthOfTrade({ ...exchanged, fee: 375n, usdValue: 2_010_000n })).toBe(2_000_000n);
  expect(worthOfTrade({ ...exchanged, fee: 0n, usdValue: 100_000_000n })).toBe(100_000_000n);
  const inMarket = { ...exchanged, feeAsset: 'ETH', fee: 25n, toAmount: 9_975n };
  expect(worthOfTrade({ ...inMarket, usdValue: 100_000_000n })).toBe(99_750_000n);
});
