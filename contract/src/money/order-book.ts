import { divide } from './rounding.ts';

/** Rules of order books that the browser counts by as well. */

/** What somebody pays of a market's fee, by the percent that their tier leaves. Rounded up to a millionth. */
export function reducedFeePpm(feePpm: number, percent: number): number {
  return Math.ceil((feePpm * percent) / 100);
}

/** In ticks. Both bounds belong to it; rounded towards the reference. */
export function priceRangeOf(
  referencePrice: number,
  rangeBps: number,
): { readonly priceMin: number; readonly priceMax: number } {
  const distance = Number(divide(BigInt(referencePrice) * BigInt(rangeBps), 10_000n, 'down'));
  return { priceMin: referencePrice - distance, priceMax: referencePrice + distance };
}
