import { divide } from '@mercury/contract/money/rounding.ts';

const whole = 10_000n;

/**
 * The share of each value in the total, in hundredths of a percent. The shares sum to exactly 100.00: each is rounded down, then
 * the rest goes to those that lost most (largest remainder), the first of equals first.
 */
export function sharesOf(values: readonly bigint[]): bigint[] {
  const total = values.reduce((sum, value) => sum + value, 0n);
  if (total === 0n) return values.map(() => 0n);
  const shares = values.map((value) => divide(value * whole, total, 'down'));
  const missing = Number(whole - shares.reduce((sum, share) => sum + share, 0n));
  const remainders = values.map((value) => (value * whole) % total);
  const lostMost = [...values.keys()].toSorted((one, other) => {
    const [first = 0n, second = 0n] = [remainders[one], remainders[other]];
    if (first === second) return one - other;
    return first > second ? -1 : 1;
  });
  const raised = new Set(lostMost.slice(0, missing));
  return shares.map((share, index) => (raised.has(index) ? share + 1n : share));
}
