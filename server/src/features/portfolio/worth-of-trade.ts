import { divide } from '@mercury/contract/money/rounding.ts';

/** A trade as the books have it, in smallest units; its worth in US cents. */
export interface TradeTerms {
  readonly fromAsset: string;
  readonly fromAmount: bigint;
  /** Within fromAmount. */
  readonly fee: bigint;
  readonly toAsset: string;
  readonly toAmount: bigint;
  readonly usdValue: bigint;
}

/**
 * What one side of a trade was exchanged for, in US cents. Where the other side is dollars, those dollars: what was paid
 * is paid with its fee, what was got is got without it. Of coins for coins it is what they were worth, less the fee, for
 * both: so the fee is lost once, on what went, and not once more on what came.
 */
export function worthOfTrade({
  fromAsset,
  fromAmount,
  fee,
  toAsset,
  toAmount,
  usdValue,
}: TradeTerms): bigint {
  if (fromAsset === 'USD') return fromAmount;
  if (toAsset === 'USD') return toAmount;
  return usdValue - divide(usdValue * fee, fromAmount, 'half-even');
}
