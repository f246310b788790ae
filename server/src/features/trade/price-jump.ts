import { leastVariance, varianceAfter } from './price-variance.ts';

/** The last trusted price, and the candidate that is too far from it. */
export interface PriceReference {
  readonly scaledUsd: bigint;
  readonly asOf: Date;
  /** Of its relative changes, in (10^-6)^2 per second. */
  readonly variance: bigint;
  readonly candidate: { readonly scaledUsd: bigint; readonly since: Date } | null;
}

export type TimedPrice = Pick<PriceReference, 'scaledUsd' | 'asOf'>;

export interface PriceVerdict {
  /** The newest one. Undefined if there is none. */
  readonly trusted: Omit<PriceReference, 'candidate'> | undefined;
  /** To store; undefined if nothing new was learned. */
  readonly next: PriceReference | undefined;
}

/** A price must stay this long where it jumped to. */
export const settlesAfterMs = 10 * 60 * 1000;

/** A ticker tells a price every second. */
const rememberedEveryMs = 10_000;

/**
 * A price near the last trusted one replaces it. A price further away waits as a candidate, until the market has said much the
 * same for ten minutes, or returns. Age does not matter: after a long silence, the first price is trusted no sooner.
 */
export function judgePrice(
  reference: PriceReference | undefined,
  heard: TimedPrice,
  jumpBps: number,
): PriceVerdict {
  if (reference === undefined) return believe(heard, leastVariance);
  const { scaledUsd, asOf } = heard;
  const { candidate } = reference;
  const isNearTrusted = isWithin(scaledUsd, reference.scaledUsd, jumpBps);
  // Processes hear prices in different orders. Only the newest counts, in all of them.
  const isNews = asOf > (candidate?.since ?? reference.asOf);
  if (!isNews) {
    return { trusted: candidate === null && isNearTrusted ? reference : undefined, next: undefined };
  }
  if (isNearTrusted && candidate === null && asOf.getTime() - reference.asOf.getTime() < rememberedEveryMs) {
    return { trusted: { scaledUsd, asOf, variance: varianceAfter(reference, heard) }, next: undefined };
  }
  if (isNearTrusted) return believe(heard, varianceAfter(reference, heard));
  if (candidate === null || !isWithin(scaledUsd, candidate.scaledUsd, jumpBps)) {
    return { trusted: undefined, next: { ...reference, candidate: { scaledUsd, since: asOf } } };
  }
  const hasSettled = asOf.getTime() - candidate.since.getTime() >= settlesAfterMs;
  // The jump tells nothing about how the price moves at its new level.
  return hasSettled ? believe(heard, reference.variance) : { trusted: undefined, next: undefined };
}

function believe({ scaledUsd, asOf }: TimedPrice, variance: bigint): PriceVerdict {
  const trusted = { scaledUsd, asOf, variance };
  return { trusted, next: { ...trusted, candidate: null } };
}

function isWithin(price: bigint, middle: bigint, bps: number): boolean {
  const distance = price > middle ? price - middle : middle - price;
  return distance * 10_000n <= middle * BigInt(bps);
}
