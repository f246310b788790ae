import { limits } from '@mercury/contract/limits.ts';
import { addOrder, countOpen, makersFor, type Book } from './book-state.ts';
import type {
  Context,
  LimitOrder,
  MarketOrder,
  NewOrder,
  StopLimitOrder,
  StopMarketOrder,
} from './command.ts';
import type { RefusalReason, Refused } from './event.ts';
import { execute, planOf, rest, wouldCross } from './match.ts';
import { reservationOf, takerOf, type Side, type Taker, type TimeInForce } from './order.ts';
import { bestLevel } from './price-levels.ts';
import { emit, isBeyondRange, isDue, nextSeq, type Run } from './run.ts';

export function placeOrder(run: Run, order: NewOrder): void {
  if (!isValid(order)) return refuse(run, order, 'invalid');
  switch (order.type) {
    case 'limit':
      return placeLimit(run, order);
    case 'market':
      return placeMarket(run, order);
    case 'stop_limit':
    case 'stop_market':
      return placeStop(run, order);
    default:
      order satisfies never;
  }
}

export function refuse(
  run: Run,
  { orderId, personId }: { orderId: string; personId: string },
  reason: RefusalReason,
  detail: Partial<Pick<Refused, 'restingPrice' | 'needed'>> = {},
): void {
  const { restingPrice, needed } = detail;
  emit(run, { kind: 'refused', orderId, personId, reason, restingPrice, needed });
}

function placeLimit(run: Run, order: LimitOrder): void {
  const { book, context } = run;
  const { side, price, quantity, timeInForce, expiresAt } = order;
  if (isClosed(context)) return refuse(run, order, 'market_closed');
  if (isDue({ expiresAt }, context)) return refuse(run, order, 'already_expired');
  if (isTooFar(price, context)) return refuse(run, order, 'price_too_far');
  const isTaking = onlyTakes(timeInForce);
  if (context.state === 'post_only' && isTaking) return refuse(run, order, 'market_post_only');
  const isCrossing = wouldCross(run, side, price);
  if (isCrossing && refuseCrossing(run, order)) return;
  if (!isTaking && countOpen(book, order.personId) >= limits.openOrdersMax) {
    return refuse(run, order, 'too_many_orders');
  }
  const spending = { side, price, remaining: quantity };
  if (!isClearlyFunded(run, spending) && refuseUnfunded(run, order, reservationOf(book.units, spending)))
    return;
  if (isCrossing || isTaking || isBeyondRange(side, price, context))
    execute(run, takerOf(order, { price, quantity, remaining: quantity }));
  else rest(run, order, quantity);
}

function placeMarket(run: Run, order: MarketOrder): void {
  const { context } = run;
  if (isClosed(context)) return refuse(run, order, 'market_closed');
  if (context.state === 'post_only') return refuse(run, order, 'market_post_only');
  const { amount, side } = order;
  const isByQuantity = 'quantity' in amount;
  const quantity = isByQuantity ? amount.quantity : 0;
  const taker: Taker = {
    orderId: order.orderId,
    personId: order.personId,
    side,
    selfTrade: order.selfTrade,
    makerFeePpm: order.makerFeePpm,
    takerFeePpm: order.takerFeePpm,
    // The price range is its bound.
    price: side === 'BUY' ? Number.POSITIVE_INFINITY : 0,
    quantity,
    remaining: quantity,
    budget: isByQuantity ? undefined : amount.budget,
    timeInForce: 'IOC',
    isMarket: true,
    isPostOnly: false,
    expiresAt: undefined,
  };
  if (refuseUnfunded(run, order, costOf(run, taker))) return;
  execute(run, taker);
}

/** A seller's quantity and a buyer's budget are known; otherwise it is what the order would trade now, or too much of it. */
function costOf(run: Run, taker: Taker): bigint {
  const { spendable } = run.context;
  if (taker.side === 'BUY') return taker.budget ?? planOf(run, taker, spendable).quote;
  const quantity = taker.budget === undefined ? taker.quantity : planOf(run, taker, spendable).quantity;
  return BigInt(quantity) * run.book.units.baseUnitsPerLot;
}

function placeStop(run: Run, order: StopLimitOrder | StopMarketOrder): void {
  const { book, context } = run;
  const { orderId, personId, side, stopPrice, quantity } = order;
  const terms = stopTermsOf(order, context);
  const { price, expiresAt } = terms;
  if (isClosed(context)) return refuse(run, order, 'market_closed');
  if (isDue({ expiresAt }, context)) return refuse(run, order, 'already_expired');
  const isLimitTooFar = order.type === 'stop_limit' && isTooFar(price, context);
  if (isLimitTooFar || isTooFar(stopPrice, context)) return refuse(run, order, 'price_too_far');
  if (isReached(book, side, stopPrice)) return refuse(run, order, 'would_trigger');
  if (countOpen(book, personId) >= limits.openOrdersMax) return refuse(run, order, 'too_many_orders');
  if (refuseUnfunded(run, order, reservationOf(book.units, { side, price, remaining: quantity }))) return;
  const stop = {
    orderId,
    personId,
    side,
    selfTrade: order.selfTrade,
    makerFeePpm: order.makerFeePpm,
    takerFeePpm: order.takerFeePpm,
    price,
    quantity,
    remaining: quantity,
    seq: nextSeq(book),
    timeInForce: terms.timeInForce,
    isPostOnly: terms.isPostOnly,
    expiresAt,
    stopPrice,
    queuedSeq: undefined,
  };
  addOrder(book, stop);
  emit(run, { kind: 'waiting', seq: stop.seq, order: stop });
}

/**
 * A stop without a limit still reserves, and never spends more: a buyer goes as far above the stop price as the price range goes
 * above the reference now. What a seller reserves has no price.
 */
function stopTermsOf(
  order: StopLimitOrder | StopMarketOrder,
  { priceMax, referencePrice }: Context,
): Pick<Taker, 'price' | 'timeInForce' | 'isPostOnly' | 'expiresAt'> {
  if (order.type === 'stop_limit') return order;
  const bound = (BigInt(order.stopPrice) * BigInt(priceMax)) / BigInt(referencePrice);
  const highest = Math.min(Number(bound), limits.orderTicksMax);
  const price = order.side === 'BUY' ? Math.max(order.stopPrice, highest) : 1;
  return { price, timeInForce: 'IOC', isPostOnly: false, expiresAt: undefined };
}

function isReached({ lastPrice }: Book, side: Side, stopPrice: number): boolean {
  if (lastPrice === undefined) return false;
  return side === 'BUY' ? lastPrice >= stopPrice : lastPrice <= stopPrice;
}

export function isClosed({ state }: Context): boolean {
  switch (state) {
    case 'open':
    case 'post_only':
      return false;
    case 'cancel_only':
    case 'halted':
      return true;
    default:
      return state satisfies never;
  }
}

export function isTooFar(price: number, { referencePrice }: Context): boolean {
  const factor = limits.orderPriceFactorMax;
  return price > referencePrice * factor || price * factor < referencePrice;
}

/** Refuses an order that would cross where nothing may be taken, and says what price would rest. True if it did. */
export function refuseCrossing(
  run: Run,
  order: {
    readonly orderId: string;
    readonly personId: string;
    readonly side: Side;
    readonly isPostOnly: boolean;
  },
): boolean {
  const { book, context } = run;
  if (!order.isPostOnly && context.state !== 'post_only') return false;
  const best = bestLevel(makersFor(book, order.side))?.price ?? 0;
  const restingPrice = order.side === 'BUY' ? best - 1 : best + 1;
  refuse(run, order, order.isPostOnly ? 'would_cross' : 'market_post_only', {
    restingPrice: restingPrice > 0 ? restingPrice : undefined,
  });
  return true;
}

/** Most can pay many times over: only who can't needs the exact product, which costs as much as all the rest. */
function isClearlyFunded(
  { book, context }: Run,
  { side, price, remaining }: { side: Side; price: number; remaining: number },
): boolean {
  const needed =
    side === 'BUY'
      ? price * remaining * Number(book.units.quoteUnitsPerTickLot)
      : remaining * Number(book.units.baseUnitsPerLot);
  // Far more than four roundings can hide.
  return needed * 1.001 < Number(context.spendable);
}

/** True if it refused. */
export function refuseUnfunded(
  run: Run,
  order: { orderId: string; personId: string },
  needed: bigint,
): boolean {
  if (needed <= run.context.spendable) return false;
  refuse(run, order, 'insufficient_funds', { needed });
  return true;
}

function onlyTakes(timeInForce: TimeInForce): boolean {
  return timeInForce === 'IOC' || timeInForce === 'FOK';
}

export function isTicks(price: number): boolean {
  return Number.isInteger(price) && price > 0 && price <= limits.orderTicksMax;
}

export function isLots(quantity: number): boolean {
  return Number.isInteger(quantity) && quantity > 0 && quantity <= limits.orderLotsMax;
}

function isValid(order: NewOrder): boolean {
  switch (order.type) {
    case 'market':
      return 'quantity' in order.amount ? isLots(order.amount.quantity) : order.amount.budget > 0n;
    case 'limit':
      return isValidLimit(order);
    case 'stop_limit':
      return isValidLimit(order) && isTicks(order.stopPrice);
    case 'stop_market':
      return isLots(order.quantity) && isTicks(order.stopPrice);
    default:
      return order satisfies never;
  }
}

function isValidLimit({
  price,
  quantity,
  timeInForce,
  isPostOnly,
  expiresAt,
}: LimitOrder | StopLimitOrder): boolean {
  if (!isTicks(price) || !isLots(quantity)) return false;
  if (isPostOnly && onlyTakes(timeInForce)) return false;
  return timeInForce === 'GTD' ? Number.isInteger(expiresAt) : expiresAt === undefined;
}
