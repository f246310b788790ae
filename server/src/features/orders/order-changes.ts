import {
  tradeAmounts,
  type BookEvent,
  type Command,
  type EndReason,
  type MarketUnits,
  type OpenOrder,
  type Side,
} from '../../matching/book.ts';

export type OrderStatus = 'OPEN' | 'WAITING' | 'FILLED' | 'CANCELLED' | 'EXPIRED';
export type OrderType = 'LIMIT' | 'MARKET' | 'STOP' | 'STOP_LIMIT';

/** What an order is asked with, as it is kept; numbers in ticks and lots. */
export interface PlacedOrder {
  readonly id: string;
  readonly userId: string;
  readonly clientOrderId: string | undefined;
  readonly fingerprint: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: OpenOrder['timeInForce'];
  readonly isPostOnly: boolean;
  readonly selfTrade: OpenOrder['selfTrade'];
  readonly price: number | undefined;
  readonly stopPrice: number | undefined;
  readonly quantity: number | undefined;
  readonly budget: bigint | undefined;
  readonly expiresAt: number | undefined;
  readonly receivedAt: number;
  /** The session or key whose lost connection ends it. */
  readonly endsWith: string | undefined;
}

/** What a batch does to an order. Undefined: as it was. */
export interface OrderChange {
  readonly id: string;
  remaining: number | undefined;
  price: number | undefined;
  quantity: number | undefined;
  /** By which self-trade prevention made it smaller since `quantity`. */
  quantityTaken: number;
  filled: number;
  quoteFilled: bigint;
  fee: bigint;
  status: OrderStatus | undefined;
  reason: string | undefined;
  seq: number | undefined;
  queuedSeq: number | undefined;
  /** It left its place in the book, and may have got another. */
  isEntering: boolean;
}

export type OrderChanges = Map<string, OrderChange>;

function changeOf(changes: OrderChanges, id: string): OrderChange {
  let change = changes.get(id);
  if (change === undefined) {
    change = {
      id,
      remaining: undefined,
      price: undefined,
      quantity: undefined,
      quantityTaken: 0,
      filled: 0,
      quoteFilled: 0n,
      fee: 0n,
      status: undefined,
      reason: undefined,
      seq: undefined,
      queuedSeq: undefined,
      isEntering: false,
    };
    changes.set(id, change);
  }
  return change;
}

/** An order that enters again has its new terms, also where it does not rest. What an earlier command of the batch gave it is over. */
export function addNewTerms(changes: OrderChanges, command: Command): void {
  if (command.kind !== 'amend') return;
  const change = changeOf(changes, command.orderId);
  change.price = command.price ?? change.price;
  if (command.quantity === undefined) return;
  change.quantity = command.quantity;
  change.quantityTaken = 0;
}

/** Adds what an event does. */
export function addEvent(changes: OrderChanges, units: MarketUnits, event: BookEvent): void {
  switch (event.kind) {
    case 'rested':
    case 'waiting':
      return addPlace(changeOf(changes, event.order.orderId), event.order, event.kind);
    case 'removed':
      return addRemoval(changeOf(changes, event.orderId), event.reason);
    case 'triggered':
      Object.assign(changeOf(changes, event.orderId), { isEntering: true, remaining: 0, status: 'OPEN' });
      return;
    case 'queued':
      changeOf(changes, event.orderId).queuedSeq = event.seq;
      return;
    case 'amended': {
      const { quantity, remaining } = event;
      Object.assign(changeOf(changes, event.orderId), { quantity, remaining, quantityTaken: 0 });
      return;
    }
    case 'traded':
      return addTrade(changes, units, event);
    case 'prevented': {
      if (event.mode !== 'decrement') return;
      const maker = changeOf(changes, event.makerId);
      maker.quantityTaken += event.quantity;
      maker.remaining = event.makerRemaining;
      changeOf(changes, event.takerId).quantityTaken += event.quantity;
      return;
    }
    case 'ended':
      return addEnd(changeOf(changes, event.orderId), event.reason);
    case 'refused':
      return;
    default:
      event satisfies never;
  }
}

function addPlace(change: OrderChange, order: OpenOrder, kind: 'rested' | 'waiting'): void {
  change.status = kind === 'rested' ? 'OPEN' : 'WAITING';
  change.remaining = order.remaining;
  change.price = order.price;
  change.quantity = order.quantity;
  change.quantityTaken = 0;
  change.seq = order.seq;
}

function addRemoval(change: OrderChange, reason: Extract<BookEvent, { kind: 'removed' }>['reason']): void {
  change.remaining = 0;
  if (reason === 'replaced') {
    change.isEntering = true;
    return;
  }
  change.status = reason === 'cancelled' ? 'CANCELLED' : 'EXPIRED';
  change.reason = reason;
}

function addTrade(
  changes: OrderChanges,
  units: MarketUnits,
  event: Extract<BookEvent, { kind: 'traded' }>,
): void {
  const { quote, makerFee, takerFee } = tradeAmounts(units, event);
  const maker = changeOf(changes, event.makerId);
  maker.remaining = event.makerRemaining;
  if (event.makerRemaining === 0) maker.status = 'FILLED';
  maker.fee += makerFee;
  const taker = changeOf(changes, event.takerId);
  if (event.takerRemaining === 0) taker.status = 'FILLED';
  taker.fee += takerFee;
  for (const side of [maker, taker]) {
    side.filled += event.quantity;
    side.quoteFilled += quote;
  }
}

function addEnd(change: OrderChange, reason: EndReason): void {
  change.remaining = 0;
  const isDone = reason === 'budget_spent' && change.filled > 0;
  change.status = isDone ? 'FILLED' : 'EXPIRED';
  change.reason = isDone ? undefined : reason;
}

/** The row of a new order, as `book_commit` takes it. */
export function newRow(
  { budget, ...order }: PlacedOrder,
  change: OrderChange,
  { makerFeePpm, takerFeePpm }: { readonly makerFeePpm: number; readonly takerFeePpm: number },
) {
  const { quantityTaken } = change;
  const quantity = change.quantity ?? order.quantity;
  return {
    ...order,
    makerFeePpm,
    takerFeePpm,
    budget: budget?.toString(),
    price: change.price ?? order.price,
    quantity: quantity === undefined ? undefined : quantity - quantityTaken,
    remaining: change.remaining ?? 0,
    filled: change.filled,
    quoteFilled: change.quoteFilled.toString(),
    fee: change.fee.toString(),
    status: change.status,
    reason: change.reason,
    seq: change.seq,
    queuedSeq: change.queuedSeq,
  };
}

/** What changes of an order that was there before. */
export function changedRow({ quoteFilled, fee, ...change }: OrderChange) {
  return { ...change, quoteFilled: quoteFilled.toString(), fee: fee.toString() };
}
