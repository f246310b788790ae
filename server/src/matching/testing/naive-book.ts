import { limits } from '@mercury/contract/limits.ts';
import type { Command, Context, LimitOrder, NewOrder, StopLimitOrder } from '../command.ts';
import type { BookEvent, RefusalReason } from '../event.ts';
import type { MarketUnits, OpenOrder, OrderTerms, Side } from '../order.ts';

/**
 * The rules of the book in the plainest way: one list of orders that is searched from end to end for every question, and a copy
 * of the whole book wherever something is only tried. It shares nothing with the real one but its types.
 */
export interface NaiveBook {
  orders: OpenOrder[];
  seq: number;
  lastPrice: number | undefined;
}

interface Entering extends OrderTerms {
  readonly kind: 'limit' | 'market';
  readonly price: number;
  readonly quantity: number;
  readonly remaining: number;
  readonly budget: bigint | undefined;
  readonly timeInForce: OpenOrder['timeInForce'];
  readonly isPostOnly: boolean;
  readonly expiresAt: number | undefined;
}

/** An event as the model says it: without what follows from the others. */
export type Told = { readonly kind: BookEvent['kind'] } & Readonly<Record<string, unknown>>;

export function naiveBook(): NaiveBook {
  return { orders: [], seq: 0, lastPrice: undefined };
}

export function naiveApply(
  book: NaiveBook,
  { command, context, units }: { command: Command; context: Context; units: MarketUnits },
): Told[] {
  const model = new Model(book, context, units);
  const due = book.orders
    .filter(({ expiresAt }) => expiresAt !== undefined && expiresAt <= context.now)
    .sort((a, b) => (a.expiresAt ?? 0) - (b.expiresAt ?? 0) || a.seq - b.seq);
  for (const order of due.slice(0, context.expiriesMax)) model.remove(order, 'expired');
  model.fire();
  model.run(command);
  model.fire();
  return model.told;
}

class Model {
  readonly told: Told[] = [];
  readonly book: NaiveBook;
  readonly context: Context;
  readonly units: MarketUnits;
  traded: number[] = [];
  reached: string[] = [];
  fired = 0;
  met = 0;

  constructor(book: NaiveBook, context: Context, units: MarketUnits) {
    this.book = book;
    this.context = context;
    this.units = units;
    this.reached = book.orders
      .filter(({ queuedSeq }) => queuedSeq !== undefined)
      .sort((a, b) => (a.queuedSeq ?? 0) - (b.queuedSeq ?? 0))
      .map(({ orderId }) => orderId);
  }

  tell(kind: BookEvent['kind'], detail: Record<string, unknown>): number {
    this.book.seq += 1;
    this.told.push({ kind, seq: this.book.seq, ...detail });
    return this.book.seq;
  }

  refuse(
    { orderId, personId }: { orderId: string; personId: string },
    reason: RefusalReason,
    more = {},
  ): void {
    this.told.push({ kind: 'refused', orderId, personId, reason, ...more });
  }

  remove(order: OpenOrder, reason: string): void {
    this.book.orders = this.book.orders.filter(({ orderId }) => orderId !== order.orderId);
    this.reached = this.reached.filter((orderId) => orderId !== order.orderId);
    this.tell('removed', { orderId: order.orderId, remaining: order.remaining, reason });
  }

  change(orderId: string, change: Partial<OpenOrder>): void {
    this.book.orders = this.book.orders.map((order) =>
      order.orderId === orderId ? { ...order, ...change } : order,
    );
  }

  find(orderId: string): OpenOrder | undefined {
    return this.book.orders.find((order) => order.orderId === orderId);
  }

  run(command: Command): void {
    if (command.kind === 'place') return this.place(command.order);
    if (command.kind === 'amend') return this.amend(command);
    if (command.kind === 'sweep') return;
    const own = this.book.orders.filter(({ personId }) => personId === command.personId);
    if (command.kind === 'cancel_all') {
      for (const order of own.sort((a, b) => a.seq - b.seq)) this.remove(order, 'cancelled');
      return;
    }
    const order = own.find(({ orderId }) => orderId === command.orderId);
    if (order === undefined) this.refuse(command, 'unknown_order');
    else this.remove(order, 'cancelled');
  }

  isClosed(): boolean {
    return this.context.state === 'cancel_only' || this.context.state === 'halted';
  }

  isFar(price: number): boolean {
    const { referencePrice } = this.context;
    return price / referencePrice > 5 || referencePrice / price > 5;
  }

  cost(side: Side, price: number, lots: number): bigint {
    return side === 'SELL'
      ? BigInt(lots) * this.units.baseUnitsPerLot
      : BigInt(price) * BigInt(lots) * this.units.quoteUnitsPerTickLot;
  }

  makers(side: Side): OpenOrder[] {
    const better = side === 'BUY' ? 1 : -1;
    return this.book.orders
      .filter((order) => order.stopPrice === undefined && order.side !== side)
      .sort((a, b) => (a.price - b.price) * better || a.seq - b.seq);
  }

  crosses(side: Side, price: number): boolean {
    return this.next(side, price) !== undefined;
  }

  /** Who is met next. Nobody meets what is due or was left behind: it goes instead. */
  next(side: Side, price: number): OpenOrder | undefined {
    const [best] = this.makers(side);
    if (best === undefined || (side === 'BUY' ? price < best.price : price > best.price)) return undefined;
    const isStale = this.isDue(best) || this.isOutside(best);
    if (!isStale || this.met >= this.context.fillsMax) return best;
    this.met += 1;
    this.remove(best, 'expired');
    return this.next(side, price);
  }

  isDue({ expiresAt }: { readonly expiresAt: number | undefined }): boolean {
    return expiresAt !== undefined && expiresAt <= this.context.now;
  }

  /** Would pay or give more than the range allows. */
  isOutside({ side, price }: { readonly side: Side; readonly price: number }): boolean {
    return side === 'BUY' ? price > this.context.priceMax : price < this.context.priceMin;
  }

  /** True if it refused. */
  refuseCrossing(order: OrderTerms & { isPostOnly: boolean }, price: number): boolean {
    const isCrossing = this.crosses(order.side, price);
    const mustRest = order.isPostOnly || this.context.state === 'post_only';
    if (!mustRest || !isCrossing) return false;
    const best = this.makers(order.side)[0]?.price ?? 0;
    const restingPrice = best + (order.side === 'BUY' ? -1 : 1);
    this.refuse(order, order.isPostOnly ? 'would_cross' : 'market_post_only', {
      restingPrice: restingPrice < 1 ? undefined : restingPrice,
    });
    return true;
  }

  place(order: NewOrder): void {
    if (this.isClosed()) return this.refuse(order, 'market_closed');
    if (order.type === 'market') return this.placeMarket(order);
    const takes = order.type === 'limit' && ['IOC', 'FOK'].includes(order.timeInForce);
    const expiresAt = order.type === 'stop_market' ? undefined : order.expiresAt;
    if (expiresAt !== undefined && expiresAt <= this.context.now)
      return this.refuse(order, 'already_expired');
    if (order.type !== 'stop_market' && this.isFar(order.price)) return this.refuse(order, 'price_too_far');
    if (order.type !== 'limit') return this.placeStop(order);
    if (takes && this.context.state === 'post_only') return this.refuse(order, 'market_post_only');
    if (this.refuseCrossing(order, order.price)) return;
    if (!takes && this.hasTooMany(order.personId)) return this.refuse(order, 'too_many_orders');
    const needed = this.cost(order.side, order.price, order.quantity);
    if (needed > this.context.spendable) return this.refuse(order, 'insufficient_funds', { needed });
    this.enter({ ...order, kind: 'limit', remaining: order.quantity, budget: undefined });
  }

  hasTooMany(personId: string): boolean {
    return this.book.orders.filter((order) => order.personId === personId).length >= limits.openOrdersMax;
  }

  placeMarket(order: Extract<NewOrder, { type: 'market' }>): void {
    if (this.context.state === 'post_only') return this.refuse(order, 'market_post_only');
    const quantity = 'quantity' in order.amount ? order.amount.quantity : 0;
    const entering: Entering = {
      ...order,
      kind: 'market',
      price: order.side === 'BUY' ? 10 ** 15 : 0,
      quantity,
      remaining: quantity,
      budget: 'budget' in order.amount ? order.amount.budget : undefined,
      timeInForce: 'IOC',
      isPostOnly: false,
      expiresAt: undefined,
    };
    const { lots, quote } = this.tryOut(entering, this.context.spendable);
    const soldLots = entering.budget === undefined ? quantity : lots;
    const needed =
      order.side === 'BUY' ? (entering.budget ?? quote) : BigInt(soldLots) * this.units.baseUnitsPerLot;
    if (needed > this.context.spendable) return this.refuse(order, 'insufficient_funds', { needed });
    this.enter(entering);
  }

  placeStop(order: Extract<NewOrder, { stopPrice: number }>): void {
    const { stopPrice, side } = order;
    if (this.isFar(stopPrice)) return this.refuse(order, 'price_too_far');
    const last = this.book.lastPrice;
    if (last !== undefined && (side === 'BUY' ? last >= stopPrice : last <= stopPrice)) {
      return this.refuse(order, 'would_trigger');
    }
    if (this.hasTooMany(order.personId)) return this.refuse(order, 'too_many_orders');
    const terms = this.termsOfStop(order);
    const needed = this.cost(side, terms.price, order.quantity);
    if (needed > this.context.spendable) return this.refuse(order, 'insufficient_funds', { needed });
    const seq = this.tell('waiting', { orderId: order.orderId });
    this.add({ ...order, ...terms, remaining: order.quantity, stopPrice, seq });
  }

  termsOfStop(
    order: Extract<NewOrder, { stopPrice: number }>,
  ): Pick<LimitOrder | StopLimitOrder, 'price' | 'timeInForce' | 'isPostOnly' | 'expiresAt'> {
    if (order.type === 'stop_limit') return order;
    const { priceMax, referencePrice } = this.context;
    const bound = Math.floor((order.stopPrice * priceMax) / referencePrice);
    return {
      price: order.side === 'BUY' ? Math.max(order.stopPrice, bound) : 1,
      timeInForce: 'IOC',
      isPostOnly: false,
      expiresAt: undefined,
    };
  }

  add(order: Omit<OpenOrder, 'queuedSeq'>): void {
    const { orderId, personId, side, selfTrade, makerFeePpm, takerFeePpm, price, quantity, remaining } =
      order;
    const { seq, timeInForce, isPostOnly, expiresAt, stopPrice } = order;
    const fixed = { orderId, personId, side, selfTrade, makerFeePpm, takerFeePpm };
    const changing = { price, quantity, remaining, seq, queuedSeq: undefined };
    this.book.orders.push({ ...fixed, ...changing, timeInForce, isPostOnly, expiresAt, stopPrice });
  }

  amend(command: Extract<Command, { kind: 'amend' }>): void {
    const order = this.find(command.orderId);
    if (order?.personId !== command.personId) return this.refuse(command, 'unknown_order');
    if (this.isClosed()) return this.refuse(command, 'market_closed');
    if (order.stopPrice !== undefined) return this.refuse(command, 'stop_not_amendable');
    if (this.isDue(order)) return this.refuse(command, 'already_expired');
    const price = command.price ?? order.price;
    const quantity = command.quantity ?? order.quantity;
    const remaining = quantity - order.quantity + order.remaining;
    if (remaining < 1) return this.refuse(command, 'quantity_traded');
    if (price === order.price && quantity <= order.quantity) {
      this.change(order.orderId, { quantity, remaining });
      this.tell('amended', { orderId: order.orderId, remaining, quantity });
      return;
    }
    if (this.isFar(price)) return this.refuse(command, 'price_too_far');
    if (this.refuseCrossing(order, price)) return;
    const needed =
      this.cost(order.side, price, remaining) - this.cost(order.side, order.price, order.remaining);
    if (needed > this.context.spendable) return this.refuse(command, 'insufficient_funds', { needed });
    this.remove(order, 'replaced');
    this.enter({ ...order, kind: 'limit', price, quantity, remaining, budget: undefined });
  }

  /** What would be traded, found out on a copy, up to the trade that can't be paid for. */
  tryOut(order: Entering, spendable?: bigint): { lots: number; quote: bigint } {
    const copy = new Model({ ...this.book, orders: [...this.book.orders] }, this.context, this.units);
    copy.met = this.met;
    copy.enter({ ...order, timeInForce: 'IOC' });
    let lots = 0;
    let quote = 0n;
    for (const { kind, price, quantity } of copy.told) {
      if (kind !== 'traded') continue;
      lots += Number(quantity);
      quote += this.cost('BUY', Number(price), Number(quantity));
      const spent = order.side === 'BUY' ? quote : this.cost('SELL', 1, lots);
      if (spendable !== undefined && spent > spendable) break;
    }
    return { lots, quote };
  }

  enter(order: Entering): void {
    const end = (reason: string, left: number | undefined) =>
      this.tell('ended', { orderId: order.orderId, reason, remaining: left });
    let { quantity, remaining, budget } = order;
    if (order.timeInForce === 'FOK' && this.tryOut(order).lots !== remaining) {
      end('fill_or_kill', remaining);
      return;
    }
    if (order.isPostOnly && this.crosses(order.side, order.price)) {
      end('post_only', remaining);
      return;
    }
    const left = () => (budget === undefined ? remaining : undefined);
    for (;;) {
      const maker = this.next(order.side, order.price);
      if (maker === undefined) break;
      if (this.isOutside({ side: order.side, price: maker.price })) return void end('price_range', left());
      let lots = Math.min(maker.remaining, remaining);
      if (budget !== undefined) {
        lots = maker.remaining;
        while (lots > 0 && this.cost('BUY', maker.price, lots) > budget) lots -= 1;
        if (lots === 0) return void end('budget_spent', undefined);
      }
      if (this.met >= this.context.fillsMax) return void end('too_many_fills', left());
      this.met += 1;
      const isOwn = maker.personId === order.personId;
      if (!isOwn || order.selfTrade === 'decrement') {
        if (budget === undefined) remaining -= lots;
        else budget -= this.cost('BUY', maker.price, lots);
        const makerRemaining = maker.remaining - lots;
        this.change(maker.orderId, { remaining: makerRemaining });
        if (isOwn) {
          quantity -= lots;
          this.change(maker.orderId, { quantity: maker.quantity - lots });
        }
      }
      const makerId = maker.orderId;
      const makerNow = this.find(makerId) ?? maker;
      const sum = { makerId, takerId: order.orderId, price: maker.price, quantity: lots };
      const after = { makerRemaining: makerNow.remaining, takerRemaining: left() };
      if (isOwn) {
        this.tell('prevented', { ...sum, ...after, mode: order.selfTrade });
        const isGone = order.selfTrade === 'decrement' && makerNow.remaining === 0;
        if (isGone || ['expire_maker', 'expire_both'].includes(order.selfTrade)) {
          this.remove(makerNow, 'self_trade');
        }
        const isSpent = order.selfTrade === 'decrement' && left() === 0;
        if (isSpent || ['expire_taker', 'expire_both'].includes(order.selfTrade)) {
          return void end('self_trade', left());
        }
        continue;
      }
      this.tell('traded', { ...sum, ...after });
      this.traded.push(maker.price);
      this.book.lastPrice = maker.price;
      this.book.orders = this.book.orders.filter((each) => each.remaining > 0);
      if (left() === 0) return;
    }
    if (order.timeInForce === 'GTC' || order.timeInForce === 'GTD') {
      if (this.isOutside(order)) return void end('price_range', left());
      const seq = this.tell('rested', { orderId: order.orderId });
      this.add({ ...order, quantity, remaining, seq, stopPrice: undefined });
    } else end(order.kind === 'market' ? 'no_liquidity' : 'immediate_or_cancel', left());
  }

  fire(): void {
    const reach = () => {
      const max = Math.max(...this.traded);
      const min = Math.min(...this.traded);
      const stops = this.book.orders
        .filter(({ stopPrice }) => stopPrice !== undefined)
        .filter(({ orderId }) => !this.reached.includes(orderId))
        .filter(({ side, stopPrice = 0 }) => (side === 'BUY' ? stopPrice <= max : stopPrice >= min))
        .sort((a, b) => a.seq - b.seq);
      this.reached.push(...stops.map(({ orderId }) => orderId));
      this.traded = [];
    };
    reach();
    const { stopsMax, fillsMax } = this.context;
    while (this.fired < stopsMax && this.met < fillsMax && this.context.state === 'open') {
      const stop = this.find(this.reached.shift() ?? '');
      if (stop === undefined) break;
      this.fired += 1;
      if (this.isDue(stop)) {
        this.remove(stop, 'expired');
        continue;
      }
      this.book.orders = this.book.orders.filter(({ orderId }) => orderId !== stop.orderId);
      this.tell('triggered', { orderId: stop.orderId });
      this.enter({ ...stop, kind: 'limit', budget: undefined });
      reach();
    }
    for (const orderId of this.reached) {
      if (this.find(orderId)?.queuedSeq === undefined) {
        this.change(orderId, { queuedSeq: this.tell('queued', { orderId }) });
      }
    }
  }
}
