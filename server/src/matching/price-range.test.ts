import { describe, expect, it } from 'vitest';
import { openOrdersOf } from './book.ts';
import { limit, market, openBook, stopLimit, tell } from './testing/orders.ts';

const whole = { timeInForce: 'FOK' } as const;
const postOnly = { isPostOnly: true } as const;
/** The reference fell, or rose, by more than the range is wide. */
const fallen = { referencePrice: 80, priceMin: 72, priceMax: 88 };
const risen = { referencePrice: 130, priceMin: 117, priceMax: 143 };

describe('the price range', () => {
  it('trades on its bounds and nothing beyond them, for whatever order', () => {
    const { place } = openBook();
    for (const price of [110, 111]) place(limit('SELL', price, 1));
    for (const price of [90, 89]) place(limit('BUY', price, 1));
    expect(tell(place(market('BUY', { quantity: 2 })))).toEqual(['1 at 110', 'ended price_range 1']);
    expect(tell(place(limit('SELL', 80, 2)))).toEqual(['1 at 90', 'ended price_range 1']);
    expect(tell(place(limit('BUY', 111, 1, whole)))).toEqual(['ended fill_or_kill 1']);
    expect(tell(place(market('BUY', { budget: 5_000n })))).toEqual(['ended price_range']);
  });

  it('lets an order wait beyond it for a better price, and none that offers a worse one', () => {
    expect(tell(openBook().place(limit('SELL', 111, 1)))).toEqual(['rests 1 at 111']);
    expect(tell(openBook().place(limit('BUY', 89, 1)))).toEqual(['rests 1 at 89']);
    expect(tell(openBook().place(limit('BUY', 110, 1)))).toEqual(['rests 1 at 110']);
    expect(tell(openBook().place(limit('SELL', 90, 1)))).toEqual(['rests 1 at 90']);
    expect(tell(openBook().place(limit('BUY', 111, 1)))).toEqual(['ended price_range 1']);
    expect(tell(openBook().place(limit('SELL', 89, 1)))).toEqual(['ended price_range 1']);
  });

  it('is no means to block a side: who comes after a lot beyond it trades as before', () => {
    const { place } = openBook();
    place(limit('BUY', 130, 1));
    expect(tell(place(limit('SELL', 100, 1)))).toEqual(['rests 1 at 100']);
    expect(tell(place(limit('BUY', 130, 2)))).toEqual(['1 at 100', 'ended price_range 1']);
  });

  it('holds for what an amendment or a stop brings', () => {
    const { book, place, run } = openBook();
    const order = limit('BUY', 99, 1);
    place(order);
    const { orderId, personId } = order;
    const amended = run({ kind: 'amend', orderId, personId, price: 111, quantity: undefined });
    expect(tell(amended)).toEqual(['removed replaced', 'ended price_range 1']);
    place(stopLimit('SELL', 95, { price: 89, quantity: 1 }));
    place(limit('SELL', 95, 1));
    expect(tell(place(limit('BUY', 95, 1)))).toEqual(['1 at 95', 'triggered', 'ended price_range 1']);
    expect(openOrdersOf(book)).toEqual([]);
  });
});

describe('an order that the reference left behind', () => {
  it('is removed by the seller who meets it, and the seller goes on', () => {
    const { place } = openBook();
    for (const price of [100, 89, 88]) place(limit('BUY', price, 1));
    expect(tell(place(limit('SELL', 80, 2), fallen))).toEqual([
      'removed expired',
      'removed expired',
      '1 at 88',
      'rests 1 at 80',
    ]);
  });

  it('is removed by the buyer who meets it, and counts neither for FOK nor for the funds', () => {
    const { place } = openBook();
    for (const price of [100, 116]) place(limit('SELL', price, 1));
    place(limit('SELL', 117, 1));
    expect(tell(place(limit('BUY', 120, 2, whole), risen)).at(-1)).toBe('ended fill_or_kill 2');
    for (const price of [100, 116]) place(limit('SELL', price, 1));
    const order = market('BUY', { quantity: 1 });
    expect(place(order, { ...risen, spendable: 350n })).toMatchObject([{ needed: 351n }]);
    expect(tell(place(order, { ...risen, spendable: 351n }))).toEqual([
      'removed expired',
      'removed expired',
      '1 at 117',
    ]);
  });

  it('is in nobody’s way who does not want to trade', () => {
    const { place } = openBook();
    place(limit('BUY', 100, 1));
    expect(tell(place(limit('SELL', 85, 1, postOnly), fallen))).toEqual(['removed expired', 'rests 1 at 85']);
  });

  it('stays while nobody meets it, and trades when the reference comes back', () => {
    const { place } = openBook();
    place(limit('BUY', 100, 1));
    expect(tell(place(limit('SELL', 101, 1), fallen))).toEqual(['rests 1 at 101']);
    expect(tell(place(limit('SELL', 100, 1)))).toEqual(['1 at 100']);
  });
});
