import type { TradePriceSource, TradeType } from '@mercury/contract/api/trade.ts';
import type { Amount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Price } from '@mercury/contract/money/price.ts';

export interface FirmPrice extends Price {
  readonly source: TradePriceSource;
  readonly asOf: Date;
}

export interface TrustedPrice extends FirmPrice {
  /** Variance of its recent relative changes, in (10^-6)^2 per second. */
  readonly variance: bigint;
  /** How far the true price may be away, in hundredths of a percent; undefined if no source disagrees. */
  readonly doubtBps?: number | undefined;
}

/** One exchange with the house, exact to the last unit. */
export interface Offer {
  readonly type: TradeType;
  /** What leaves the person's balance, including the fee. */
  readonly from: Amount;
  /** In the asset of `from`, and included in it. */
  readonly fee: Amount;
  readonly to: Amount;
  /** Price of one whole unit of `base` in the other asset, in units of 10^-12: with spread, without fee. */
  readonly rate: { readonly base: AssetCode; readonly scaled: bigint };
  /** How much less than its worth the person gets, in hundredths of a percent. */
  readonly spreadBps: number;
  /** Before the spread. */
  readonly fromPrice: FirmPrice;
  readonly toPrice: FirmPrice;
  readonly usdValue: Amount;
}
