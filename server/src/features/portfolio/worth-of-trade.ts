import { stepOutside } from '@mercury/contract/money/asset.ts';
import { divideInSteps } from '@mercury/contract/money/rounding.ts';

/** A trade as booked, in smallest units; its worth in millionths of a US dollar. */
export interface TradeTerms {
  readonly fromAsset: string;
  readonly fromAmount: bigint;
  /** Contained in fromAmount. */
  readonly fee: bigint;
  readonly toAsset: string;
  readonly toAmount: bigint;
  readonly usdValue: bigint;
}

/**
 * The worth of one side of a trade, in millionths of a US dollar. If the other side is dollars, it is those dollars: payments include the fee,
 * proceeds exclude it. Between two coins, both sides count their worth minus the fee. So the fee is lost once, on the outflow,
 * and not again on the inflow.
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
  const toTheCent = { step: stepOutside('USD'), rounding: 'half-even' } as const;
  return usdValue - divideInSteps(usdValue * fee, fromAmount, toTheCent);
}
