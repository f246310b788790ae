import type { Command } from './command.ts';
import { execute, wouldCross } from './match.ts';
import { reservationOf, takerOf } from './order.ts';
import { findOrder } from './order-index.ts';
import { isClosed, isLots, isTicks, isTooFar, refuse, refuseCrossing, refuseUnfunded } from './place.ts';
import { reduce, type OrderNode } from './price-levels.ts';
import { emit, isDue, nextSeq, remove, type Run } from './run.ts';

/** Smaller keeps its place. All else is cancelled and enters again in one: refused, it stays as it was. */
export function amendOrder(run: Run, command: Extract<Command, { kind: 'amend' }>): void {
  const { book, context } = run;
  const node = findOrder(book.orders, command.orderId);
  if (node?.terms.personId !== command.personId) return refuse(run, command, 'unknown_order');
  if (isClosed(context)) return refuse(run, command, 'market_closed');
  if (node.terms.stopPrice !== undefined) return refuse(run, command, 'stop_not_amendable');
  if (isDue(node.terms, context)) return refuse(run, command, 'already_expired');
  const { price = node.terms.price, quantity = node.quantity } = command;
  if (!isTicks(price) || !isLots(quantity)) return refuse(run, command, 'invalid');
  const remaining = quantity - (node.quantity - node.remaining);
  if (remaining <= 0) return refuse(run, command, 'quantity_traded');
  if (price === node.terms.price && quantity <= node.quantity) return shrink(run, node, quantity);
  if (isTooFar(price, context)) return refuse(run, command, 'price_too_far');
  if (wouldCross(run, node.terms.side, price) && refuseCrossing(run, node.terms)) return;
  const { side } = node.terms;
  const reserved = reservationOf(book.units, { side, price: node.terms.price, remaining: node.remaining });
  const needed = reservationOf(book.units, { side, price, remaining }) - reserved;
  if (refuseUnfunded(run, command, needed)) return;
  remove(run, node, 'replaced');
  execute(run, takerOf(node.terms, { price, quantity, remaining }));
}

function shrink(run: Run, node: OrderNode, quantity: number): void {
  const { terms } = node;
  const remainingBefore = node.remaining;
  reduce(node, node.quantity - quantity);
  node.quantity = quantity;
  emit(run, {
    kind: 'amended',
    seq: nextSeq(run.book),
    orderId: terms.orderId,
    personId: terms.personId,
    side: terms.side,
    price: terms.price,
    quantity,
    remaining: node.remaining,
    remainingBefore,
  });
}
