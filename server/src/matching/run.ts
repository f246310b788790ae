import { removeOrder, type Book } from './book-state.ts';
import type { Context } from './command.ts';
import type { BookEvent, Removed } from './event.ts';
import type { RestingTerms, Side } from './order.ts';
import type { OrderNode } from './price-levels.ts';

/** One command on its way through the book. */
export interface Run {
  readonly book: Book;
  readonly context: Context;
  events: BookEvent[];
  /** The least and the greatest price of the trades whose stops were not looked for yet. */
  tradedMin: number;
  tradedMax: number;
  stopsLeft: number;
  fillsLeft: number;
}

/** What a run begins with. Never added to. */
export const noEvents: BookEvent[] = [];

/** Most commands have one event: an array that is made for it takes a tenth of the room of one that grows. */
export function emit(run: Run, event: BookEvent): void {
  if (run.events === noEvents) run.events = [event];
  else run.events.push(event);
}

/** The number of the event that is made now. */
export function nextSeq(book: Book): number {
  book.seq += 1;
  return book.seq;
}

export function isDue({ expiresAt }: Pick<RestingTerms, 'expiresAt'>, { now }: Context): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}

/** True of a price at which an order would pay more, or ask for less, than anybody may trade at now. It must not stand there. */
export function isBeyondRange(side: Side, price: number, { priceMin, priceMax }: Context): boolean {
  return side === 'BUY' ? price > priceMax : price < priceMin;
}

/** True of an order that stands in the book and meets nobody any more: its time has come, or the range has left it behind. */
export function isStale(terms: RestingTerms, context: Context): boolean {
  return isDue(terms, context) || isBeyondRange(terms.side, terms.price, context);
}

export function remove(run: Run, node: OrderNode, reason: Removed['reason']): void {
  const { terms } = node;
  removeOrder(run.book, node);
  emit(run, {
    kind: 'removed',
    seq: nextSeq(run.book),
    reason,
    orderId: terms.orderId,
    personId: terms.personId,
    side: terms.side,
    price: terms.price,
    remaining: node.remaining,
    isStop: terms.stopPrice !== undefined,
  });
}
