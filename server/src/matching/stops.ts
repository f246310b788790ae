import { queueStop, removeOrder } from './book-state.ts';
import { execute } from './match.ts';
import { takerOf } from './order.ts';
import type { OrderNode, PriceLevels } from './price-levels.ts';
import { emit, isDue, nextSeq, remove, type Run } from './run.ts';

/**
 * Fires the stops whose price was traded at, as many as the caller allows, and those that their own trades reach. The others are
 * queued and go first next time. Only an open market fires any.
 */
export function fireStops(run: Run): void {
  const { book, context } = run;
  queueReached(run);
  while (run.stopsLeft > 0 && run.fillsLeft > 0 && context.state === 'open') {
    const stop = book.queuedStops[0];
    if (stop === undefined) break;
    run.stopsLeft -= 1;
    if (isDue(stop.terms, context)) remove(run, stop, 'expired');
    else fire(run, stop);
    queueReached(run);
  }
  for (const stop of book.queuedStops) {
    if (stop.queuedSeq !== undefined) continue;
    stop.queuedSeq = nextSeq(book);
    emit(run, { kind: 'queued', seq: stop.queuedSeq, orderId: stop.terms.orderId });
  }
}

/** Each price of the trades was the last one for a moment. What they reach goes in the sequence in which it came. */
function queueReached(run: Run): void {
  if (run.tradedMax === 0) return;
  const { book, tradedMin, tradedMax } = run;
  run.tradedMin = Number.POSITIVE_INFINITY;
  run.tradedMax = 0;
  const reached: OrderNode[] = [];
  collect(book.buyStops, (stopPrice) => stopPrice <= tradedMax, reached);
  collect(book.sellStops, (stopPrice) => stopPrice >= tradedMin, reached);
  for (const stop of reached.sort((one, other) => one.terms.seq - other.terms.seq)) queueStop(book, stop);
}

function collect(
  { levels }: PriceLevels,
  isReached: (stopPrice: number) => boolean,
  reached: OrderNode[],
): void {
  for (let index = levels.length - 1; index >= 0; index -= 1) {
    const level = levels[index];
    if (level === undefined || !isReached(level.price)) return;
    for (let stop = level.first; stop !== undefined; stop = stop.behind) reached.push(stop);
  }
}

function fire(run: Run, stop: OrderNode): void {
  const { terms } = stop;
  removeOrder(run.book, stop);
  emit(run, {
    kind: 'triggered',
    seq: nextSeq(run.book),
    orderId: terms.orderId,
    personId: terms.personId,
    side: terms.side,
    price: terms.price,
    remaining: stop.remaining,
  });
  execute(run, takerOf(terms, { price: terms.price, quantity: stop.quantity, remaining: stop.remaining }));
}
