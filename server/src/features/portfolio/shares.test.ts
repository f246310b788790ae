import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharesOf } from './shares.ts';

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
