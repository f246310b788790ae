import { divide } from '@mercury/contract/money/rounding.ts';
import type { LoggedEvent, Traded } from './event.ts';
import { quoteOf, reservationOf, type MarketUnits, type Side } from './order.ts';

export interface ReservationChange {
  readonly personId: string;
  /** A buyer reserves of the quote, a seller of the base. */
  readonly asset: 'base' | 'quote';
  readonly amount: bigint;
}

/**
 * How an event moves what a person has reserved. Orders that trade as they enter reserve nothing for it: what they spend leaves
 * the balance in the same transaction.
 */
export function reservationChange(units: MarketUnits, event: LoggedEvent): ReservationChange | undefined {
  switch (event.kind) {
    case 'rested':
    case 'waiting':
      return change(event.order, reservationOf(units, event.order));
    case 'removed':
    case 'triggered':
      return change(event, -reservationOf(units, event));
    case 'amended': {
      const { side, price, remaining, remainingBefore } = event;
      return change(event, -reservationOf(units, { side, price, remaining: remainingBefore - remaining }));
    }
    case 'traded':
      return ofMaker(units, event, event.makerPersonId);
    case 'prevented':
      return event.mode === 'decrement' ? ofMaker(units, event, event.personId) : undefined;
    case 'queued':
    case 'ended':
      return undefined;
    default:
      return event satisfies never;
  }
}

function change(
  { personId, side }: { readonly personId: string; readonly side: Side },
  amount: bigint,
): ReservationChange {
  return { personId, asset: side === 'BUY' ? 'quote' : 'base', amount };
}

/** A maker trades at its own price, so its reservation is the price of what was traded. */
function ofMaker(
  units: MarketUnits,
  { takerSide, price, quantity }: Pick<Traded, 'takerSide' | 'price' | 'quantity'>,
  personId: string,
): ReservationChange {
  const side = takerSide === 'BUY' ? 'SELL' : 'BUY';
  return change({ personId, side }, -reservationOf(units, { side, price, remaining: quantity }));
}

/** What changes hands in a trade, in smallest units, before fees: the seller gives the base, the buyer the quote. */
export interface TradeAmounts {
  readonly base: bigint;
  readonly quote: bigint;
  /** Each of what its side receives. */
  readonly takerFee: bigint;
  readonly makerFee: bigint;
}

/** A fee is rounded up, to the smallest unit. */
export function tradeAmounts(units: MarketUnits, trade: Traded): TradeAmounts {
  const base = BigInt(trade.quantity) * units.baseUnitsPerLot;
  const quote = quoteOf(units, trade.price, trade.quantity);
  const [takerReceives, makerReceives] = trade.takerSide === 'BUY' ? [base, quote] : [quote, base];
  return {
    base,
    quote,
    takerFee: divide(takerReceives * BigInt(trade.takerFeePpm), 1_000_000n, 'up'),
    makerFee: divide(makerReceives * BigInt(trade.makerFeePpm), 1_000_000n, 'up'),
  };
}
