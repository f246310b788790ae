import { addOrder, queueStop, removeOrder, type Book } from './book-state.ts';
import type { BookEvent, LoggedEvent } from './event.ts';
import { findOrder } from './order-index.ts';
import { reduce, type OrderNode } from './price-levels.ts';

/** The events do not follow on what the book has seen: whoever gets this reads the book anew. */
export class EventGapError extends Error {
  constructor(book: Book, event: LoggedEvent) {
    super(`the book is at ${book.seq}, and ${event.kind} ${event.seq} does not follow`);
    this.name = 'EventGapError';
  }
}

/**
 * Brings a copy of the book up to date with what another one did. Refusals among the events are passed over. Pass whole commands:
 * within one, an order that is amended is in no book.
 */
export function applyEvents(book: Book, events: readonly BookEvent[]): void {
  for (const event of events) {
    if (event.kind === 'refused') continue;
    if (event.seq !== book.seq + 1) throw new EventGapError(book, event);
    applyEvent(book, event);
    book.seq = event.seq;
  }
}

function applyEvent(book: Book, event: LoggedEvent): void {
  switch (event.kind) {
    case 'rested':
    case 'waiting':
      return addOrder(book, event.order);
    case 'removed':
    case 'triggered':
      return removeOrder(book, find(book, event.orderId, event));
    case 'queued': {
      const stop = find(book, event.orderId, event);
      queueStop(book, stop);
      stop.queuedSeq = event.seq;
      return;
    }
    case 'traded': {
      const maker = find(book, event.makerId, event);
      reduce(maker, event.quantity);
      if (event.makerRemaining === 0) removeOrder(book, maker);
      book.lastPrice = event.price;
      return;
    }
    case 'prevented': {
      if (event.mode !== 'decrement') return;
      const maker = find(book, event.makerId, event);
      reduce(maker, event.quantity);
      maker.quantity -= event.quantity;
      return;
    }
    case 'amended': {
      const node = find(book, event.orderId, event);
      reduce(node, node.remaining - event.remaining);
      node.quantity = event.quantity;
      return;
    }
    case 'ended':
      return;
    default:
      event satisfies never;
  }
}

function find(book: Book, orderId: string, event: LoggedEvent): OrderNode {
  const node = findOrder(book.orders, orderId);
  if (node === undefined) throw new EventGapError(book, event);
  return node;
}
