import { divide } from '@mercury/contract/money/rounding.ts';
import { amountsOfTrade, type MarketUnits, type Traded } from '../../matching/book.ts';

/** What a trade does to both sides, in smallest units. */
export interface TradeAmounts {
  readonly base: bigint;
  readonly quote: bigint;
  /** Each of what its side receives. */
  readonly takerFee: bigint;
  readonly makerFee: bigint;
}

/** A fee is rounded up, to the smallest unit. */
export function tradeAmounts(units: MarketUnits, trade: Traded): TradeAmounts {
  const { base, quote } = amountsOfTrade(units, trade);
  const [takerReceives, makerReceives] = trade.takerSide === 'BUY' ? [base, quote] : [quote, base];
  return {
    base,
    quote,
    takerFee: divide(takerReceives * BigInt(trade.takerFeePpm), 1_000_000n, 'up'),
    makerFee: divide(makerReceives * BigInt(trade.makerFeePpm), 1_000_000n, 'up'),
  };
}
