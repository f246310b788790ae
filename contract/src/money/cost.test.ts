import { describe, expect, it } from 'vitest';
import { amountOf } from './amount.ts';
import { averageCost, costInUsd, costOfUsd, costOfPart } from './cost.ts';

describe('a cost', () => {
  it('is counted in units of 10^-12 dollars, and comes back in cents', () => {
    expect(costOfUsd(57_000_000n)).toBe(57_000_000_000_000n);
    expect(costInUsd(costOfUsd(57_000_000n), 'half-even')).toEqual(amountOf('USD', 57_000_000n));
  });

  it.each([
    [14_999_999_999n, 1n],
    [15_000_000_000n, 2n],
    [25_000_000_000n, 2n],
    [-15_000_000_000n, -2n],
  ])('of %d units is the nearest cents, %d', (cost, cents) => {
    expect(costInUsd(cost, 'half-even').minorUnits).toBe(cents * 10_000n);
  });

  it('falls to a part of what it is of, rounded as named', () => {
    expect(costOfPart(100n, 1n, 3n, 'half-even')).toBe(33n);
    expect(costOfPart(100n, 1n, 3n, 'up')).toBe(34n);
    expect(costOfPart(100n, 3n, 3n, 'half-even')).toBe(100n);
  });

  it('is on average what a whole unit cost, with as many decimals as the asset has', () => {
    expect(averageCost(costOfUsd(57_000_000n), amountOf('MRCY', 100_00000000n), 'half-even')).toBe(
      570_000_000_000n,
    );
    const oneWei = amountOf('ETH', 1n);
    expect(averageCost(costOfUsd(10_000n), oneWei, 'half-even')).toBe(10n ** 28n);
  });

  it('of nothing has no average', () => {
    expect(averageCost(0n, amountOf('BTC', 0n), 'half-even')).toBeUndefined();
  });
});
