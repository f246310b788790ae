import { leastVariance, varianceAfter } from './price-variance.ts';

/** The last trusted price of an asset, and the candidate that is too far away from it, if any. */
export interface PriceReference {
  readonly scaledUsd: bigint;
  readonly asOf: Date;
  /** Variance of its relative changes, in (10^-6)^2 per second. */
  readonly variance: bigint;
  readonly candidate: { readonly scaledUsd: bigint; readonly since: Date } | null;
}

export type TimedPrice = Pick<PriceReference, 'scaledUsd' | 'asOf'>;

export interface PriceVerdict {
  /** The newest trusted price, to trade at now. Undefined if there is none. */
  readonly trusted: Omit<PriceReference, 'candidate'> | undefined;
  /** The state to store; undefined if nothing new was learned. */
  readonly next: PriceReference | undefined;
}

/** How long a price must stay where it jumped to before it is trusted. */
export const settlesAfterMs = 10 * 60 * 1000;

/** A ticker tells a new price every second; not all of them are needed. */
const rememberedEveryMs = 10_000;

/**
 * Decides whether a price may be traded at. A price near the last trusted one replaces it. A price further away waits as a
 * candidate, until the market has said much the same for ten minutes, or returns to the trusted one. The age of the trusted price
 * does not matter: after a long silence, the first price is trusted no sooner.
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
  // Processes hear prices in different orders. A price older than the newest known one teaches nothing and is not traded at: the
  // newest counts in all processes.
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
  // The jump itself tells nothing about how the price moves at its new level.
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
