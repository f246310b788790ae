import { divide } from '@mercury/contract/money/rounding.ts';
import type { Reading } from './book-calls.ts';
import { amountsOfTrade, type MarketUnits, type Traded } from '../../matching/book.ts';

/** By what the person traded lately. Rounded up to a millionth. */
export function feesOf(
  { makerFeePpm, takerFeePpm, people }: Pick<Reading, 'makerFeePpm' | 'takerFeePpm' | 'people'>,
  userId: string,
): { readonly makerFeePpm: number; readonly takerFeePpm: number } {
  const { makerPercent = 100, takerPercent = 100 } = people?.find(({ id }) => id === userId) ?? {};
  return {
    makerFeePpm: Math.ceil((makerFeePpm * makerPercent) / 100),
    takerFeePpm: Math.ceil((takerFeePpm * takerPercent) / 100),
  };
}

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
