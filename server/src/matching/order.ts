/**
 * Units, wherever nothing else is said: a price is in ticks and a quantity in lots of its market, both whole numbers above zero;
 * times are in milliseconds since 1970; money is a bigint in the smallest unit of its asset.
 */

export type Side = 'BUY' | 'SELL';

/** Who gives way when an order would meet another one of the same person; the taker's word counts. */
export type SelfTradeMode = 'expire_taker' | 'expire_maker' | 'expire_both' | 'decrement';

export type TimeInForce = 'GTC' | 'GTD' | 'IOC' | 'FOK';

/** Both are whole: a market whose tick times lot is no whole number of smallest units is refused when it is set up. */
export interface MarketUnits {
  /** Smallest units of the base in one lot. */
  readonly baseUnitsPerLot: bigint;
  /** Smallest units of the quote that one lot costs at a price of one tick. */
  readonly quoteUnitsPerTickLot: bigint;
}

/** What an order has from its beginning to its end. */
export interface OrderTerms {
  /** Made by the caller for this order alone. */
  readonly orderId: string;
  /** All keys and sessions of a person are one person. */
  readonly personId: string;
  readonly side: Side;
  readonly selfTrade: SelfTradeMode;
  /** In millionths of what is received, frozen at entry. Carried for the caller, who takes the fees. */
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
}

/** An order in the book, or a stop that waits: all that the book knows of it, and all that it is rebuilt from. */
export interface OpenOrder extends OrderTerms {
  /** The worst price that it takes. Of a stop without a limit: the bound of what it may spend, or one tick. */
  readonly price: number;
  /** What was asked for, after amendments; less `remaining` is what was traded. */
  readonly quantity: number;
  readonly remaining: number;
  /** Its place among orders of the same price: the number of the event that put it there. */
  readonly seq: number;
  readonly timeInForce: TimeInForce;
  readonly isPostOnly: boolean;
  readonly expiresAt: number | undefined;
  /** Of a stop that waits. */
  readonly stopPrice: number | undefined;
  /** Of a stop whose price was reached in a command that had no room for it: the event that says so. */
  readonly queuedSeq: number | undefined;
}

/** What an order has that can rest, and keeps when it does. */
export interface RestingTerms extends OrderTerms {
  /** The worst price that it takes. */
  readonly price: number;
  readonly timeInForce: TimeInForce;
  readonly isPostOnly: boolean;
  readonly expiresAt: number | undefined;
}

/** What is on its way into the book: as it came, by amendment, or from a stop. */
export interface Taker extends RestingTerms {
  quantity: number;
  /** Zero, and meaningless, in an order by budget. */
  remaining: number;
  /** What it may still pay, or a seller still receive: smallest units of the quote. */
  budget: bigint | undefined;
  readonly isMarket: boolean;
}

/** A limit order that enters, for the first time or again: a stop that fires, or an order that is amended. */
export function takerOf(
  order: RestingTerms,
  { price, quantity, remaining }: Pick<OpenOrder, 'price' | 'quantity' | 'remaining'>,
): Taker {
  return {
    orderId: order.orderId,
    personId: order.personId,
    side: order.side,
    selfTrade: order.selfTrade,
    makerFeePpm: order.makerFeePpm,
    takerFeePpm: order.takerFeePpm,
    price,
    quantity,
    remaining,
    budget: undefined,
    timeInForce: order.timeInForce,
    isMarket: false,
    isPostOnly: order.isPostOnly,
    expiresAt: order.expiresAt,
  };
}

/** True if a taker of this price trades with a maker of that one. */
export function crosses(side: Side, price: number, makerPrice: number): boolean {
  return side === 'BUY' ? price >= makerPrice : price <= makerPrice;
}

export function quoteOf(units: MarketUnits, price: number, quantity: number): bigint {
  return BigInt(price) * BigInt(quantity) * units.quoteUnitsPerTickLot;
}

/** What an order can still spend: a buyer of the quote, a seller of the base. */
export function reservationOf(
  units: MarketUnits,
  { side, price, remaining }: Pick<OpenOrder, 'side' | 'price' | 'remaining'>,
): bigint {
  return side === 'BUY' ? quoteOf(units, price, remaining) : BigInt(remaining) * units.baseUnitsPerLot;
}
