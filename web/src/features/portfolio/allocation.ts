import type { Holding } from '@mercury/contract/api/portfolio.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { formatDecimal, parseDecimal } from '@mercury/contract/money/decimal.ts';

/** A part of the whole; null stands for all that are too small for a part of their own. */
export interface Part {
  currency: AssetCode | null;
  /** In hundredths of a percent: 10,000 are the whole. */
  share: number;
}

/** More parts than these nobody tells apart. */
const partsMax = 6;

const percentDecimals = 2;

/** Whole hundredths, at most 10,000 of them. */
function shareOf({ sharePercent }: Pick<Holding, 'sharePercent'>): number {
  return Number(parseDecimal(sharePercent ?? '0', percentDecimals) ?? 0n);
}

/** What the whole is made of, the largest first. What is worth nothing, or nobody knows what, is no part of it. */
export function partsOf(holdings: readonly Pick<Holding, 'currency' | 'sharePercent'>[]): Part[] {
  const parts = holdings
    .map((holding): Part => ({ currency: holding.currency, share: shareOf(holding) }))
    .filter(({ share }) => share > 0)
    .toSorted((one, other) => other.share - one.share);
  if (parts.length <= partsMax) return parts;
  const named = parts.slice(0, partsMax - 1);
  const rest = parts.slice(partsMax - 1).reduce((sum, { share }) => sum + share, 0);
  return [...named, { currency: null, share: rest }];
}

/** A share as the decimal that percentages are written as. */
export function percentText(share: number): string {
  return formatDecimal(BigInt(share), percentDecimals);
}
