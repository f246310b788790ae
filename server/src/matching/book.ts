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
export {
  refusalReasons,
  type BookEvent,
  type EndReason,
  type LoggedEvent,
  type Refused,
  type RefusalReason,
  type Traded,
} from './event.ts';
export { checksumOf, levelsChanged, topLevels, type DecimalStep } from './market-data.ts';
export {
  reservationOf,
  type MarketUnits,
  type OpenOrder,
  type SelfTradeMode,
  type Side,
  type TimeInForce,
} from './order.ts';
export type { BookLevel, BookLevels } from './price-levels.ts';
export {
  reservationChange,
  tradeAmounts,
  type ReservationChange,
  type TradeAmounts,
} from './reservations.ts';
