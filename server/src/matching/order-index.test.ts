import { describe, expect, it } from 'vitest';
import { openOrdersOf } from './book.ts';
import { findOrder } from './order-index.ts';
import { limit, openBook } from './testing/orders.ts';

describe('orders by id', () => {
  it('are all found, and only they, however many came and went and whatever their ids end in', () => {
    const { book, run, place } = openBook();
    // The last twelve letters choose the chain: some have one of their own, and six hundred share one.
    const idOf = (index: number) => (index % 5 === 0 ? `${index} and the same end` : `order ${index}`);
    const orders = Array.from({ length: 3_000 }, (_, index) => limit('BUY', 90, 1, { orderId: idOf(index) }));
    for (const order of orders) place(order);
    const gone = orders.filter((_, index) => index % 3 !== 0);
    const kept = orders.filter((_, index) => index % 3 === 0);
    for (const { orderId, personId } of gone) run({ kind: 'cancel', orderId, personId });
    expect(openOrdersOf(book).map(({ orderId }) => orderId)).toEqual(kept.map(({ orderId }) => orderId));
    expect(gone.filter(({ orderId }) => findOrder(book.orders, orderId) !== undefined)).toEqual([]);
    expect(kept.filter(({ orderId }) => findOrder(book.orders, orderId)?.terms.orderId !== orderId)).toEqual(
      [],
    );
    expect(findOrder(book.orders, '')).toBeUndefined();
  });
});
