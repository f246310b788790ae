import { divide } from '@mercury/contract/money/rounding.ts';
import type { PriceReference, TimedPrice } from './price-jump.ts';

/** Relative changes are in millionths. A variance is the square of that, per second. */
const millionths = 1_000_000n;

/**
 * The variance of a coin with a yearly volatility of 100%. A new price starts with it (the migration uses the same number), and
 * offers never use less: news follows a quiet night.
 */
export const leastVariance = 31_700n;

/** Half-life: after this time, newer movements make up half of the average. */
const memoryMs = 15n * 60n * 1000n;

/**
 * The variance after a newer price: an average of squared changes, each weighted by its duration. Whole numbers only, so that
 * every process computes the same. In (10^-6)^2 per second.
 */
export function varianceAfter(
  { scaledUsd: before, asOf, variance }: Omit<PriceReference, 'candidate'>,
  { scaledUsd: now, asOf: heardAt }: TimedPrice,
): bigint {
  const passedMs = BigInt(Math.max(0, heardAt.getTime() - asOf.getTime()));
  const change = ((now - before) * millionths) / before;
  return divide(variance * memoryMs + change * change * 1000n, memoryMs + passedMs, 'up');
}
