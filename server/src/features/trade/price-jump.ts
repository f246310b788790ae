import { leastVariance, varianceAfter } from './price-variance.ts';

/** The last trusted price of an asset, and the one that is too far from it where there is such. */
export interface PriceReference {
  readonly scaledUsd: bigint;
  readonly asOf: Date;
  /** Of its relative changes, in (10^-6)^2 a second. */
  readonly variance: bigint;
  readonly candidate: { readonly scaledUsd: bigint; readonly since: Date } | null;
}

/** What something cost, and when. */
export type TimedPrice = Pick<PriceReference, 'scaledUsd' | 'asOf'>;

/** What becomes of a price that was heard. */
export interface PriceVerdict {
  /** What is traded at now: the newest price that is trusted. Undefined while nothing is. */
  readonly trusted: Omit<PriceReference, 'candidate'> | undefined;
  /** What is to be remembered from now on; undefined where nothing new was learned. */
  readonly next: PriceReference | undefined;
}

/** How long a price has to stay where it jumped to before it is believed. */
export const settlesAfterMs = 10 * 60 * 1000;

/** A ticker says a new price every second, and nobody needs all of them. */
const rememberedEveryMs = 10_000;

/**
 * Decides whether a price may be traded at. One near the last trusted one takes its place; one that is further away waits as
 * a candidate until the market has said much the same for ten minutes, or something near the trusted one again. How long
 * ago the trusted one was said makes no difference: after a long silence the first price is believed no sooner.
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
  // Processes hear in their own order. From what was said before the newest that is known nothing is learned, and nobody
  // trades at it: the newest counts in all of them.
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
  // The jump itself tells nothing of how the price moves where it is now.
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
