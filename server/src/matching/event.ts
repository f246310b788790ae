import type { OpenOrder, SelfTradeMode, Side } from './order.ts';

export const refusalReasons = [
  /** A number outside its bounds, or terms that contradict each other: the caller did not check. */
  'invalid',
  'unknown_order',
  'market_closed',
  'market_post_only',
  'already_expired',
  'price_too_far',
  'would_cross',
  'would_trigger',
  'too_many_orders',
  'insufficient_funds',
  'quantity_traded',
  'stop_not_amendable',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Nothing happened, so it has no number: the log is without it. */
export interface Refused {
  readonly kind: 'refused';
  readonly orderId: string;
  readonly personId: string;
  readonly reason: RefusalReason;
  /** For what would have crossed: the nearest price that would not, if there is one. */
  readonly restingPrice: number | undefined;
  /** For funds: what the command would have had to reserve or spend. Of a market order it may be less, but more than there is. */
  readonly needed: bigint | undefined;
}

export interface Traded {
  readonly kind: 'traded';
  readonly seq: number;
  /** The maker's. */
  readonly price: number;
  readonly quantity: number;
  readonly takerSide: Side;
  readonly makerId: string;
  readonly makerPersonId: string;
  /** After it; at zero the maker is filled and out of the book. */
  readonly makerRemaining: number;
  readonly makerFeePpm: number;
  readonly takerId: string;
  readonly takerPersonId: string;
  /** Undefined in an order by budget, which is always ended by an event. */
  readonly takerRemaining: number | undefined;
  readonly takerFeePpm: number;
}

/** Two orders of one person met and did not trade. What becomes of them is said by the events that follow. */
export interface Prevented {
  readonly kind: 'prevented';
  readonly seq: number;
  readonly mode: SelfTradeMode;
  readonly personId: string;
  readonly makerId: string;
  readonly takerId: string;
  readonly takerSide: Side;
  readonly price: number;
  /** What would have been traded; with `decrement` both orders are that much smaller. */
  readonly quantity: number;
  readonly makerRemaining: number;
  readonly takerRemaining: number | undefined;
}

/** An open order is gone, other than by trading. */
export interface Removed {
  readonly kind: 'removed';
  readonly seq: number;
  readonly reason: 'cancelled' | 'expired' | 'self_trade' | 'replaced';
  readonly orderId: string;
  readonly personId: string;
  readonly side: Side;
  readonly price: number;
  readonly remaining: number;
  /** A stop: the public book never showed it. */
  readonly isStop: boolean;
}

export type EndReason =
  | 'immediate_or_cancel'
  | 'fill_or_kill'
  | 'no_liquidity'
  | 'price_range'
  | 'budget_spent'
  | 'self_trade'
  | 'too_many_fills'
  | 'post_only';

/** What is left of an order that entered and does not rest. */
export interface Ended {
  readonly kind: 'ended';
  readonly seq: number;
  readonly reason: EndReason;
  readonly orderId: string;
  readonly personId: string;
  readonly side: Side;
  /** Undefined in an order by budget. */
  readonly remaining: number | undefined;
}

/** Made smaller in its place. */
export interface Amended {
  readonly kind: 'amended';
  readonly seq: number;
  readonly orderId: string;
  readonly personId: string;
  readonly side: Side;
  readonly price: number;
  readonly quantity: number;
  readonly remaining: number;
  /** What it was before. */
  readonly remainingBefore: number;
}

/** A stop leaves its waiting and enters. */
export interface Triggered {
  readonly kind: 'triggered';
  readonly seq: number;
  readonly orderId: string;
  readonly personId: string;
  readonly side: Side;
  readonly price: number;
  readonly remaining: number;
}

/**
 * Events that change the book, numbered without a gap in each market. An order that is not refused is accepted; one with nothing
 * remaining after a trade is filled: no event of its own says either.
 */
export type LoggedEvent =
  | Traded
  | Prevented
  | Removed
  | Ended
  | Amended
  | Triggered
  /** The rest of an order stands in the book, behind all others of its price. */
  | { readonly kind: 'rested'; readonly seq: number; readonly order: OpenOrder }
  /** A stop waits for its price. */
  | { readonly kind: 'waiting'; readonly seq: number; readonly order: OpenOrder }
  /** The price of a stop was reached, but the command had fired as many as it may: it goes before the next. */
  | { readonly kind: 'queued'; readonly seq: number; readonly orderId: string };

export type BookEvent = LoggedEvent | Refused;
