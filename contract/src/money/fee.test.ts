import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountOf } from './amount.ts';
import { minorUnitsMax } from './decimal.ts';
import { netOfFee, withdrawalFee } from './fee.ts';

const minorUnits = fc.bigInt({ min: 1n, max: minorUnitsMax });
const feeBps = fc.integer({ min: 0, max: 10_000 });
const feeOf = (units: bigint, bps: number) => withdrawalFee(amountOf('BTC', units), bps).minorUnits;
const netOf = (units: bigint, bps: number) => netOfFee(amountOf('BTC', units), bps).minorUnits;

describe('the fee of a withdrawal', () => {
  it('and what arrives are together exactly the amount, and neither is negative', () => {
    fc.assert(
      fc.property(minorUnits, feeBps, (units, bps) => {
        expect(feeOf(units, bps) + netOf(units, bps)).toBe(units);
        expect(feeOf(units, bps)).toBeGreaterThanOrEqual(0n);
        expect(netOf(units, bps)).toBeGreaterThanOrEqual(0n);
      }),
      { numRuns: 2000 },
    );
  });

  it('is never less than its rate says, and less than one smallest unit more', () => {
    fc.assert(
      fc.property(minorUnits, feeBps, (units, bps) => {
        const excess = feeOf(units, bps) * 10_000n - units * BigInt(bps);
        expect(excess).toBeGreaterThanOrEqual(0n);
        expect(excess).toBeLessThan(10_000n);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    [20_000n, 50, 100n],
    [20_001n, 50, 101n],
    [1n, 50, 1n],
    [1n, 0, 0n],
    [7n, 10_000, 7n],
  ])('of %d at %d hundredths of a percent is %d', (units, bps, fee) => {
    expect(feeOf(units, bps)).toBe(fee);
  });
});
