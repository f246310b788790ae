import { addOrder, makersFor, removeOrder } from './book-state.ts';
import type { EndReason } from './event.ts';
import { crosses, quoteOf, type MarketUnits, type RestingTerms, type Side, type Taker } from './order.ts';
import { bestLevel, reduce, type OrderNode } from './price-levels.ts';
import { emit, isBeyondRange, isStale, nextSeq, remove, type Run } from './run.ts';

/** Why an order stopped trading: it has its all, nothing more is for it, or it must not go on. */
type Stopped = 'done' | 'no_maker' | 'price_range' | 'budget_spent' | 'too_many_fills' | 'self_trade';

/** Lets the order trade, and puts what is left of it in the book or ends it. */
export function execute(run: Run, taker: Taker): void {
  if (taker.timeInForce === 'FOK' && planOf(run, taker).quantity < taker.remaining) {
    end(run, taker, 'fill_or_kill');
    return;
  }
  if (taker.isPostOnly && wouldCross(run, taker.side, taker.price)) {
    end(run, taker, 'post_only');
    return;
  }
  const stopped = trade(run, taker);
  switch (stopped) {
    case 'done':
      return;
    case 'no_maker':
      leave(run, taker);
      return;
    case 'price_range':
    case 'budget_spent':
    case 'too_many_fills':
    case 'self_trade':
      end(run, taker, stopped);
      return;
    default:
      stopped satisfies never;
  }
}

/** Nobody is there to trade with: the rest stands in the book if it may. */
function leave(run: Run, taker: Taker): void {
  if (taker.isMarket) return end(run, taker, 'no_liquidity');
  if (taker.timeInForce === 'IOC' || taker.timeInForce === 'FOK') {
    return end(run, taker, 'immediate_or_cancel');
  }
  if (isBeyondRange(taker.side, taker.price, run.context)) return end(run, taker, 'price_range');
  rest(run, taker, taker.remaining);
}

/** Who is met next at this price or better. Removes what is stale on the way, as far as the command may go. */
function nextMaker(run: Run, side: Side, price: number): OrderNode | undefined {
  const makers = makersFor(run.book, side);
  for (;;) {
    const level = bestLevel(makers);
    const maker = level?.first;
    if (level === undefined || maker === undefined || !crosses(side, price, level.price)) return undefined;
    if (run.fillsLeft === 0 || !isStale(maker.terms, run.context)) return maker;
    run.fillsLeft -= 1;
    remove(run, maker, 'expired');
  }
}

function trade(run: Run, taker: Taker): Stopped {
  const { book, context } = run;
  for (;;) {
    const maker = nextMaker(run, taker.side, taker.price);
    if (maker === undefined) return 'no_maker';
    const { price } = maker.terms;
    if (isBeyondRange(taker.side, price, context)) return 'price_range';
    const quantity = Math.min(maker.remaining, wantedAt(book.units, taker, price));
    if (quantity === 0) return 'budget_spent';
    if (run.fillsLeft === 0) return 'too_many_fills';
    run.fillsLeft -= 1;
    if (maker.terms.personId === taker.personId) {
      if (prevent(run, { taker, maker, quantity })) return 'self_trade';
    } else {
      fill(run, { taker, maker, quantity });
      if (taker.budget === undefined && taker.remaining === 0) return 'done';
    }
  }
}

/** Lots that the order still takes at this price; its budget buys no part of a lot. */
function wantedAt(
  units: MarketUnits,
  { budget, remaining }: Pick<Taker, 'budget' | 'remaining'>,
  price: number,
): number {
  if (budget === undefined) return remaining;
  const affordable = budget / (BigInt(price) * units.quoteUnitsPerTickLot);
  // More than any maker has.
  return affordable > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(affordable);
}

interface Meeting {
  readonly taker: Taker;
  readonly maker: OrderNode;
  readonly quantity: number;
}

function spend(units: MarketUnits, taker: Taker, price: number, quantity: number): void {
  if (taker.budget === undefined) taker.remaining -= quantity;
  else taker.budget -= quoteOf(units, price, quantity);
}

function fill(run: Run, { taker, maker, quantity }: Meeting): void {
  const { book } = run;
  const { price } = maker.terms;
  spend(book.units, taker, price, quantity);
  reduce(maker, quantity);
  if (maker.remaining === 0) removeOrder(book, maker);
  book.lastPrice = price;
  if (price < run.tradedMin) run.tradedMin = price;
  if (price > run.tradedMax) run.tradedMax = price;
  emit(run, {
    kind: 'traded',
    seq: nextSeq(book),
    price,
    quantity,
    takerSide: taker.side,
    makerId: maker.terms.orderId,
    makerPersonId: maker.terms.personId,
    makerRemaining: maker.remaining,
    makerFeePpm: maker.terms.makerFeePpm,
    takerId: taker.orderId,
    takerPersonId: taker.personId,
    takerRemaining: taker.budget === undefined ? taker.remaining : undefined,
    takerFeePpm: taker.takerFeePpm,
  });
}

/** True if the taker goes no further. */
function prevent(run: Run, { taker, maker, quantity }: Meeting): boolean {
  const { book } = run;
  const { price } = maker.terms;
  const { selfTrade } = taker;
  if (selfTrade === 'decrement') {
    spend(book.units, taker, price, quantity);
    taker.quantity -= quantity;
    reduce(maker, quantity);
    maker.quantity -= quantity;
  }
  emit(run, {
    kind: 'prevented',
    seq: nextSeq(book),
    mode: selfTrade,
    personId: maker.terms.personId,
    makerId: maker.terms.orderId,
    takerId: taker.orderId,
    takerSide: taker.side,
    price,
    quantity,
    makerRemaining: maker.remaining,
    takerRemaining: taker.budget === undefined ? taker.remaining : undefined,
  });
  switch (selfTrade) {
    case 'expire_taker':
      return true;
    case 'expire_maker':
      remove(run, maker, 'self_trade');
      return false;
    case 'expire_both':
      remove(run, maker, 'self_trade');
      return true;
    case 'decrement':
      if (maker.remaining === 0) remove(run, maker, 'self_trade');
      return taker.budget === undefined && taker.remaining === 0;
    default:
      return selfTrade satisfies never;
  }
}

/** Puts what is left of an order behind all others of its price. */
export function rest(run: Run, order: RestingTerms & { readonly quantity: number }, remaining: number): void {
  const { book } = run;
  const open = {
    orderId: order.orderId,
    personId: order.personId,
    side: order.side,
    selfTrade: order.selfTrade,
    makerFeePpm: order.makerFeePpm,
    takerFeePpm: order.takerFeePpm,
    price: order.price,
    quantity: order.quantity,
    remaining,
    seq: nextSeq(book),
    timeInForce: order.timeInForce,
    isPostOnly: order.isPostOnly,
    expiresAt: order.expiresAt,
    stopPrice: undefined,
    queuedSeq: undefined,
  };
  addOrder(book, open);
  emit(run, { kind: 'rested', seq: open.seq, order: open });
}

function end(run: Run, { orderId, personId, side, budget, remaining }: Taker, reason: EndReason): void {
  emit(run, {
    kind: 'ended',
    seq: nextSeq(run.book),
    reason,
    orderId,
    personId,
    side,
    remaining: budget === undefined ? remaining : undefined,
  });
}

export function wouldCross(run: Run, side: Side, price: number): boolean {
  return nextMaker(run, side, price) !== undefined;
}

/**
 * What the order would trade now, with the same rules and nothing changed. FOK goes by the quantity, and market orders, which
 * reserve nothing, are refused by the money: past what is `spendable` nothing more is looked at.
 */
export function planOf(
  { book, context, fillsLeft }: Run,
  taker: Taker,
  spendable?: bigint,
): { quantity: number; quote: bigint } {
  let meetingsLeft = fillsLeft;
  const left = { budget: taker.budget, remaining: taker.remaining };
  const plan = { quantity: 0, quote: 0n };
  const { levels } = makersFor(book, taker.side);
  for (let index = levels.length - 1; index >= 0; index -= 1) {
    const level = levels[index];
    if (level === undefined || !crosses(taker.side, taker.price, level.price)) break;
    if (isBeyondRange(taker.side, level.price, context)) break;
    for (let maker = level.first; maker !== undefined; maker = maker.behind) {
      if (meetingsLeft === 0) return plan;
      meetingsLeft -= 1;
      if (isStale(maker.terms, context)) continue;
      const isOwn = maker.terms.personId === taker.personId;
      if (isOwn && taker.selfTrade === 'expire_maker') continue;
      if (isOwn && taker.selfTrade !== 'decrement') return plan;
      const quantity = Math.min(maker.remaining, wantedAt(book.units, left, level.price));
      if (quantity === 0) return plan;
      const quote = quoteOf(book.units, level.price, quantity);
      if (left.budget === undefined) left.remaining -= quantity;
      else left.budget -= quote;
      if (isOwn) continue;
      plan.quantity += quantity;
      plan.quote += quote;
      if (spendable === undefined) continue;
      const cost = taker.side === 'BUY' ? plan.quote : BigInt(plan.quantity) * book.units.baseUnitsPerLot;
      if (cost > spendable) return plan;
    }
  }
  return plan;
}
