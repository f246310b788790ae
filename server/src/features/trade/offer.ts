import type { TradePriceSource, TradeType } from '@mercury/contract/api/trade.ts';
import type { Amount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Price } from '@mercury/contract/money/price.ts';

/** A price that somebody may be held to. */
export interface FirmPrice extends Price {
  readonly source: TradePriceSource;
  readonly asOf: Date;
}

/** One that somebody is held to now, and how sure it is. */
export interface TrustedPrice extends FirmPrice {
  /** Of its relative changes of late, in (10^-6)^2 a second. */
  readonly variance: bigint;
  /** How far from it the price may be as well, in hundredths of a percent; nothing where nobody says otherwise. */
  readonly doubtBps?: number | undefined;
}

/** One exchange with the house, worked out to the last unit. */
export interface Offer {
  readonly type: TradeType;
  /** What leaves the person's balance, fee and all. */
  readonly from: Amount;
  /** In the asset of `from`, and within it. */
  readonly fee: Amount;
  readonly to: Amount;
  /** One whole unit of `base` costs so much of the other asset, in units of 10^-12: spread included, fee not. */
  readonly rate: { readonly base: AssetCode; readonly scaled: bigint };
  /** How much less than its worth is given, in hundredths of a percent. */
  readonly spreadBps: number;
  /** Before the spread. */
  readonly fromPrice: FirmPrice;
  readonly toPrice: FirmPrice;
  /** What `from` is worth. */
  readonly usdValue: Amount;
}
