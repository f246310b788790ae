import { addExpiry, createExpiryQueue, noteGone, type ExpiryQueue } from './expiry-queue.ts';
import {
  createOrderIndex,
  findOrder,
  indexOrder,
  ordersIn,
  requireNew,
  unindexOrder,
  type OrderIndex,
} from './order-index.ts';
import type { MarketUnits, OpenOrder, Side } from './order.ts';
import {
  append,
  createPriceLevels,
  takeOut,
  type FixedTerms,
  type OrderNode,
  type OrdersOfPerson,
  type PriceLevels,
} from './price-levels.ts';

/** The orders of one market in memory. Only `apply` and `applyEvents` change it. */
export interface Book {
  readonly units: MarketUnits;
  /** The number of the last event. */
  seq: number;
  /** The price of the last trade, which stops go by. */
  lastPrice: number | undefined;
  readonly bids: PriceLevels;
  readonly asks: PriceLevels;
  /** By stop price, the first to be reached at the best end. */
  readonly buyStops: PriceLevels;
  readonly sellStops: PriceLevels;
  /** Stops whose price was reached, the next to fire first. */
  readonly queuedStops: OrderNode[];
  readonly orders: OrderIndex;
  readonly people: Map<string, OrdersOfPerson>;
  readonly expiries: ExpiryQueue;
}

export function createBook(units: MarketUnits): Book {
  return {
    units,
    seq: 0,
    lastPrice: undefined,
    bids: createPriceLevels('highest'),
    asks: createPriceLevels('lowest'),
    buyStops: createPriceLevels('lowest'),
    sellStops: createPriceLevels('highest'),
    queuedStops: [],
    orders: createOrderIndex(),
    people: new Map(),
    expiries: createExpiryQueue(),
  };
}

/**
 * The book that had these open orders when its last event was `seq`. It behaves as that one did. The orders may come in any
 * sequence.
 */
export function bookFromOrders(
  units: MarketUnits,
  { seq, lastPrice, orders }: { seq: number; lastPrice: number | undefined; orders: readonly OpenOrder[] },
): Book {
  const book = createBook(units);
  book.seq = seq;
  book.lastPrice = lastPrice;
  for (const order of orders.toSorted((one, other) => one.seq - other.seq)) addOrder(book, order);
  book.queuedStops.sort((one, other) => (one.queuedSeq ?? 0) - (other.queuedSeq ?? 0));
  return book;
}

/** All that stands in the book and waits, in the sequence of arrival: what `bookFromOrders` takes. */
export function openOrdersOf(book: Book): OpenOrder[] {
  return ordersIn(book.orders)
    .map(toOpenOrder)
    .sort((one, other) => one.seq - other.seq);
}

/** Undefined for an order that is not in the book. */
export function sideOfOrder(book: Book, orderId: string): Side | undefined {
  return findOrder(book.orders, orderId)?.terms.side;
}

/** Undefined for an order that is not in the book. */
export function personOfOrder(book: Book, orderId: string): string | undefined {
  return findOrder(book.orders, orderId)?.terms.personId;
}

export function makersFor(book: Book, side: Side): PriceLevels {
  return side === 'BUY' ? book.asks : book.bids;
}

/** Puts the order where it belongs, behind all others of its price. */
export function addOrder(book: Book, order: OpenOrder): void {
  requireNew(book.orders, order.orderId);
  const node: OrderNode = {
    terms: order,
    quantity: order.quantity,
    remaining: order.remaining,
    queuedSeq: order.queuedSeq,
    isOpen: true,
    idHash: 0,
    nextInBucket: undefined,
    level: undefined,
    ahead: undefined,
    behind: undefined,
    person: personOf(book, order.personId),
    personAhead: undefined,
    personBehind: undefined,
  };
  indexOrder(book.orders, node);
  addToPerson(node);
  if (order.expiresAt !== undefined) addExpiry(book.expiries, node);
  if (order.queuedSeq !== undefined) book.queuedStops.push(node);
  else append(placeOf(book, order), order.stopPrice ?? order.price, node);
}

export function removeOrder(book: Book, node: OrderNode): void {
  node.isOpen = false;
  unindexOrder(book.orders, node);
  removeFromPerson(book, node);
  if (node.terms.expiresAt !== undefined) noteGone(book.expiries);
  if (node.level !== undefined) takeOut(placeOf(book, node.terms), node);
  else book.queuedStops.splice(book.queuedStops.indexOf(node), 1);
}

/** The stop's price was reached: it waits for its turn alone. */
export function queueStop(book: Book, node: OrderNode): void {
  takeOut(placeOf(book, node.terms), node);
  book.queuedStops.push(node);
}

function placeOf(book: Book, { side, stopPrice }: FixedTerms): PriceLevels {
  if (stopPrice !== undefined) return side === 'BUY' ? book.buyStops : book.sellStops;
  return side === 'BUY' ? book.bids : book.asks;
}

function personOf({ people }: Book, personId: string): OrdersOfPerson {
  let person = people.get(personId);
  if (person === undefined) {
    person = { count: 0, last: undefined };
    people.set(personId, person);
  }
  return person;
}

function addToPerson(node: OrderNode): void {
  const { person } = node;
  person.count += 1;
  node.personAhead = person.last;
  if (person.last !== undefined) person.last.personBehind = node;
  person.last = node;
}

function removeFromPerson({ people }: Book, node: OrderNode): void {
  const { person, personAhead, personBehind } = node;
  person.count -= 1;
  if (person.count === 0) people.delete(node.terms.personId);
  if (personAhead !== undefined) personAhead.personBehind = personBehind;
  if (personBehind === undefined) person.last = personAhead;
  else personBehind.personAhead = personAhead;
}

export function countOpen({ people }: Book, personId: string): number {
  return people.get(personId)?.count ?? 0;
}

/** In the sequence of arrival, which a rebuilt book has too. */
export function ordersOfPerson({ people }: Book, personId: string): OrderNode[] {
  const nodes: OrderNode[] = [];
  for (let node = people.get(personId)?.last; node !== undefined; node = node.personAhead) nodes.push(node);
  return nodes.sort((one, other) => one.terms.seq - other.terms.seq);
}

function toOpenOrder({ terms, quantity, remaining, queuedSeq }: OrderNode): OpenOrder {
  return { ...terms, quantity, remaining, queuedSeq };
}
