/** The order book of a market. This is the door: what is behind it keeps a book right only as a whole. */
export { apply } from './apply.ts';
export { applyEvents, EventGapError } from './apply-events.ts';
export {
  bookFromOrders,
  createBook,
  openOrdersOf,
  personOfOrder,
  sideOfOrder,
  type Book,
} from './book-state.ts';
export type { Command, Context, MarketState, NewOrder } from './command.ts';
export type { BookEvent, EndReason, LoggedEvent, Refused, RefusalReason, Traded } from './event.ts';
export {
  checksumOf,
  levelsChanged,
  topLevels,
  type BookLevel,
  type BookLevels,
  type DecimalStep,
} from './market-data.ts';
export {
  reservationOf,
  type MarketUnits,
  type OpenOrder,
  type SelfTradeMode,
  type Side,
  type TimeInForce,
} from './order.ts';
export { amountsOfTrade, reservationChange, type ReservationChange } from './reservations.ts';
