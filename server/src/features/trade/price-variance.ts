import { divide } from '@mercury/contract/money/rounding.ts';
import type { PriceReference, TimedPrice } from './price-jump.ts';

/** Relative changes are counted in millionths; a variance is their square, a second. */
const millionths = 1_000_000n;

/**
 * Of a coin that moves as much as it is worth in a year. So much is taken where nothing is known yet (the migration says the
 * same), and at least so much where offers are made: after a quiet night comes the news.
 */
export const leastVariance = 31_700n;

/** How long a movement is remembered: after this time half of what is known is newer. */
const memoryMs = 15n * 60n * 1000n;

/**
 * How much a price moves, once a newer one was heard: an average of its squared changes in which each change weighs as much as
 * the time that it took. Whole numbers throughout, so that every process finds the same. In (10^-6)^2 a second.
 */
export function varianceAfter(
  { scaledUsd: before, asOf, variance }: Omit<PriceReference, 'candidate'>,
  { scaledUsd: now, asOf: heardAt }: TimedPrice,
): bigint {
  const passedMs = BigInt(Math.max(0, heardAt.getTime() - asOf.getTime()));
  const change = ((now - before) * millionths) / before;
  return divide(variance * memoryMs + change * change * 1000n, memoryMs + passedMs, 'up');
}
