import type { OrderTerms, TimeInForce } from './order.ts';

/** Each has what it needs and no more; `market` orders go as far as the price range. */
export type NewOrder = LimitOrder | MarketOrder | StopLimitOrder | StopMarketOrder;

interface LimitTerms extends OrderTerms {
  readonly price: number;
  readonly quantity: number;
  readonly timeInForce: TimeInForce;
  /** Never takes. Not with IOC or FOK, which only take. */
  readonly isPostOnly: boolean;
  /** With GTD, and only then: not at this time any more. */
  readonly expiresAt: number | undefined;
}

export interface LimitOrder extends LimitTerms {
  readonly type: 'limit';
}

export interface MarketOrder extends OrderTerms {
  readonly type: 'market';
  /** Lots, or smallest units of the quote: for a buyer what to pay at most, for a seller what to receive at most, before fees. */
  readonly amount: { readonly quantity: number } | { readonly budget: bigint };
}

export interface StopLimitOrder extends LimitTerms {
  readonly type: 'stop_limit';
  readonly stopPrice: number;
}

export interface StopMarketOrder extends OrderTerms {
  readonly type: 'stop_market';
  readonly stopPrice: number;
  readonly quantity: number;
}

export type Command =
  | { readonly kind: 'place'; readonly order: NewOrder }
  | {
      readonly kind: 'amend';
      readonly orderId: string;
      readonly personId: string;
      /** Undefined: as it is. */
      readonly price: number | undefined;
      /** The whole quantity, what was traded included, so that an amendment that crosses a trade never buys more than asked. */
      readonly quantity: number | undefined;
    }
  | { readonly kind: 'cancel'; readonly orderId: string; readonly personId: string }
  | { readonly kind: 'cancel_all'; readonly personId: string }
  /** Nothing but what every command begins with: orders that are due expire, stops that are queued fire. */
  | { readonly kind: 'sweep' };

/** `post_only` takes what rests, `cancel_only` and `halted` take cancellations alone: those always work. */
export type MarketState = 'open' | 'post_only' | 'cancel_only' | 'halted';

/** What the function may not find out by itself. Fixed while a command runs, stops that it fires included. */
export interface Context {
  readonly now: number;
  readonly state: MarketState;
  readonly referencePrice: number;
  /** The price range, both bounds within it: nothing trades outside. */
  readonly priceMin: number;
  readonly priceMax: number;
  /** What the person of the command can spend beside their reservations, of the asset that the command spends. */
  readonly spendable: bigint;
  /** Stops that may fire. A caller who runs several commands in a transaction passes what the ones before have left. */
  readonly stopsMax: number;
  /** Orders that are due and go before the command. What is left goes when it is met, or before the next one. */
  readonly expiriesMax: number;
  /** Orders that may be met in all: by trades, by self-trades, or to find that they are due. */
  readonly fillsMax: number;
}
