/** The last trusted price of an asset, and the one that is too far from it where there is such. */
export interface PriceReference {
  readonly scaledUsd: bigint;
  readonly asOf: Date;
  readonly candidate: { readonly scaledUsd: bigint; readonly since: Date } | null;
}

/** What becomes of a price that was heard. */
export interface PriceVerdict {
  readonly isTrusted: boolean;
  /** What is to be remembered from now on; undefined where nothing new was learned. */
  readonly next: PriceReference | undefined;
}

/** How long a price has to stay where it jumped to before it is believed. */
export const settlesAfterMs = 10 * 60 * 1000;

/**
 * Decides whether a price may be traded at. One near the last trusted one takes its place; one that is further away waits as
 * a candidate until the market has said much the same for ten minutes, or something near the trusted one again. How long
 * ago the trusted one was said makes no difference: after a long silence the first price is believed no sooner.
 */
export function judgePrice(
  reference: PriceReference | undefined,
  { scaledUsd, asOf }: Pick<PriceReference, 'scaledUsd' | 'asOf'>,
  jumpBps: number,
): PriceVerdict {
  const believed: PriceReference = { scaledUsd, asOf, candidate: null };
  if (reference === undefined) return { isTrusted: true, next: believed };
  const { candidate } = reference;
  const isNearTrusted = isWithin(scaledUsd, reference.scaledUsd, jumpBps);
  // Processes hear in their own order. From what was said before the newest that is known nothing is learned.
  const isNews = asOf > (candidate?.since ?? reference.asOf);
  if (!isNews) return { isTrusted: candidate === null && isNearTrusted, next: undefined };
  if (isNearTrusted) return { isTrusted: true, next: believed };
  if (candidate === null || !isWithin(scaledUsd, candidate.scaledUsd, jumpBps)) {
    return { isTrusted: false, next: { ...reference, candidate: { scaledUsd, since: asOf } } };
  }
  const hasSettled = asOf.getTime() - candidate.since.getTime() >= settlesAfterMs;
  return hasSettled ? { isTrusted: true, next: believed } : { isTrusted: false, next: undefined };
}

function isWithin(price: bigint, middle: bigint, bps: number): boolean {
  const distance = price > middle ? price - middle : middle - price;
  return distance * 10_000n <= middle * BigInt(bps);
}
