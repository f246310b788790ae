import { describe, expect, it } from 'vitest';
import { applyEvents, createBook, openOrdersOf } from './book.ts';
import type { LimitOrder } from './command.ts';
import { limit, openBook, stopLimit, tell } from './testing/orders.ts';
import { testUnits } from './testing/random-commands.ts';

function open() {
  const { book, place, run } = openBook();
  const amend = (
    { orderId, personId }: LimitOrder,
    { price, quantity }: { price?: number; quantity?: number },
    context = {},
  ) => run({ kind: 'amend', orderId, personId, price, quantity }, context);
  return { book, place, run, amend };
}

describe('an amendment', () => {
  it('in its place reaches a copy of the book', () => {
    const { book, place, amend } = open();
    const order = limit('SELL', 100, 5);
    const events = [...place(order), ...place(limit('BUY', 100, 1)), ...amend(order, { quantity: 3 })];
    const copy = createBook(testUnits);
    applyEvents(copy, events);
    expect(openOrdersOf(copy)).toEqual(openOrdersOf(book));
    expect(openOrdersOf(copy)).toMatchObject([{ quantity: 3, remaining: 2 }]);
  });

  it('to less keeps the place, to the same too', () => {
    const { place, amend } = open();
    const order = limit('SELL', 100, 5);
    place(order);
    place(limit('SELL', 100, 5));
    expect(tell(amend(order, { quantity: 3 }))).toEqual(['amended to 3 of 3']);
    expect(tell(amend(order, { quantity: 3, price: 100 }))).toEqual(['amended to 3 of 3']);
    expect(place(limit('BUY', 100, 4))).toMatchObject([
      { makerId: order.orderId, quantity: 3 },
      { quantity: 1 },
    ]);
  });

  it.each([
    ['to more', { quantity: 6 }],
    ['of the price', { price: 101 }],
    ['of the price to less', { price: 101, quantity: 2 }],
  ])('%s goes behind the others, under the same id', (_name, change) => {
    const { book, place, amend } = open();
    const order = limit('SELL', 100, 5);
    place(order);
    place(limit('SELL', 100, 5));
    place(limit('SELL', 101, 5));
    expect(tell(amend(order, change))[0]).toBe('removed replaced');
    expect(openOrdersOf(book).at(-1)?.orderId).toBe(order.orderId);
  });

  it('that crosses takes', () => {
    const { place, amend } = open();
    place(limit('SELL', 101, 2));
    const order = limit('BUY', 99, 5);
    place(order);
    expect(tell(amend(order, { price: 101 }))).toEqual(['removed replaced', '2 at 101', 'rests 3 at 101']);
  });

  it('counts what was traded: not below it, and the rest is what remains', () => {
    const { place, amend } = open();
    const order = limit('SELL', 100, 5);
    place(order);
    place(limit('BUY', 100, 2));
    expect(tell(amend(order, { quantity: 2 }))).toEqual(['refused quantity_traded']);
    expect(tell(amend(order, { quantity: 3 }))).toEqual(['amended to 1 of 3']);
    expect(tell(amend(order, { quantity: 7 }))).toEqual(['removed replaced', 'rests 5 at 100']);
  });

  it('needs funds for what it adds alone, and leaves the order where they are missing', () => {
    const { book, place, amend } = open();
    const order = limit('BUY', 99, 10);
    place(order);
    // Reserved are 2,970.
    expect(amend(order, { price: 100 }, { spendable: 29n })).toMatchObject([{ needed: 30n }]);
    expect(openOrdersOf(book)).toMatchObject([{ price: 99 }]);
    expect(tell(amend(order, { price: 100 }, { spendable: 30n }))).toEqual([
      'removed replaced',
      'rests 10 at 100',
    ]);
    expect(tell(amend(order, { price: 98 }, { spendable: 0n }))).toEqual([
      'removed replaced',
      'rests 10 at 98',
    ]);
  });

  it('of a post-only order, or in a market that takes none, does not cross', () => {
    const { book, place, amend } = open();
    place(limit('SELL', 101, 2));
    const maker = limit('BUY', 99, 1, { isPostOnly: true });
    const other = limit('BUY', 98, 1);
    place(maker);
    place(other);
    expect(amend(maker, { price: 101 })).toMatchObject([{ reason: 'would_cross', restingPrice: 100 }]);
    const state = 'post_only';
    expect(amend(other, { price: 101 }, { state })).toMatchObject([{ reason: 'market_post_only' }]);
    expect(tell(amend(other, { price: 100 }, { state }))).toEqual(['removed replaced', 'rests 1 at 100']);
    expect(openOrdersOf(book)).toHaveLength(3);
  });

  it('is refused for others’ orders, stops, and prices and quantities that none may have', () => {
    const { place, run, amend } = open();
    const order = limit('BUY', 99, 5);
    const stop = stopLimit('SELL', 95, { price: 94, quantity: 5 });
    place(order);
    place(stop);
    const { orderId } = order;
    const foreign = { kind: 'amend', orderId, personId: 'thief', price: 98, quantity: undefined } as const;
    expect(tell(run(foreign))).toEqual(['refused unknown_order']);
    const { personId } = stop;
    const ofStop = {
      kind: 'amend',
      orderId: stop.orderId,
      personId,
      price: 93,
      quantity: undefined,
    } as const;
    expect(tell(run(ofStop))).toEqual(['refused stop_not_amendable']);
    expect(tell(amend(order, { price: 19 }))).toEqual(['refused price_too_far']);
    expect(tell(amend(order, { quantity: 0.5 }))).toEqual(['refused invalid']);
    expect(tell(amend(order, { price: -1 }))).toEqual(['refused invalid']);
  });
});
