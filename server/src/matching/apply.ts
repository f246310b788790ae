import { amendOrder } from './amend.ts';
import { ordersOfPerson, type Book } from './book-state.ts';
import type { Command, Context } from './command.ts';
import type { BookEvent } from './event.ts';
import { nextDue } from './expiry-queue.ts';
import { findOrder, requireNew } from './order-index.ts';
import { placeOrder, refuse } from './place.ts';
import { noEvents, remove, type Run } from './run.ts';
import { fireStops } from './stops.ts';

/**
 * Runs one command and returns what happened, in sequence. The same book, command and context give the same events everywhere:
 * nothing here reads a clock, waits or draws. A command that is refused changes nothing, but for the orders
 * that were due anyway or that it found left behind. It throws, and does nothing, where the caller gave an id twice.
 */
export function apply(book: Book, command: Command, context: Context): BookEvent[] {
  if (command.kind === 'place') requireNew(book.orders, command.order.orderId);
  const run: Run = {
    book,
    context,
    events: noEvents,
    tradedMin: Number.POSITIVE_INFINITY,
    tradedMax: 0,
    stopsLeft: context.stopsMax,
    fillsLeft: context.fillsMax,
  };
  for (let left = context.expiriesMax; left > 0; left -= 1) {
    const due = nextDue(book.expiries, context.now);
    if (due === undefined) break;
    remove(run, due, 'expired');
  }
  if (book.queuedStops.length > 0) fireStops(run);
  runCommand(run, command);
  if (run.tradedMax > 0) fireStops(run);
  return run.events === noEvents ? [] : run.events;
}

function runCommand(run: Run, command: Command): void {
  switch (command.kind) {
    case 'place':
      return placeOrder(run, command.order);
    case 'amend':
      return amendOrder(run, command);
    case 'cancel': {
      const node = findOrder(run.book.orders, command.orderId);
      if (node?.terms.personId !== command.personId) return refuse(run, command, 'unknown_order');
      return remove(run, node, 'cancelled');
    }
    case 'cancel_all':
      for (const node of ordersOfPerson(run.book, command.personId)) remove(run, node, 'cancelled');
      return;
    case 'sweep':
      return;
    default:
      command satisfies never;
  }
}
