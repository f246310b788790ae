import { describe, expect, it } from 'vitest';
import { openOrdersOf } from './book.ts';
import { limit, market, openBook, stopLimit, tell } from './testing/orders.ts';

const until = (expiresAt: number) => ({ timeInForce: 'GTD', expiresAt }) as const;
const whole = { timeInForce: 'FOK' } as const;

describe('who can not pay for a market order', () => {
  it('is told so at the first trade that is too much, without a look at the rest of the book', () => {
    const { place } = openBook();
    for (const price of [100, 101, 102]) place(limit('SELL', price, 1));
    for (const price of [99, 98, 97]) place(limit('BUY', price, 1));
    expect(place(market('BUY', { quantity: 3 }), { spendable: 599n })).toMatchObject([{ needed: 603n }]);
    expect(place(market('SELL', { budget: 900n }), { spendable: 7n })).toMatchObject([{ needed: 14n }]);
  });
});

describe('orders that are due', () => {
  it('expire as many at a time as are allowed, the others before the next command', () => {
    const { run, place } = openBook();
    for (let count = 0; count < 3; count += 1) place(limit('BUY', 90, 1, until(2_000)));
    const due = { now: 2_000, expiriesMax: 2 };
    expect(tell(run({ kind: 'sweep' }, due))).toEqual(['removed expired', 'removed expired']);
    expect(tell(run({ kind: 'sweep' }, due))).toEqual(['removed expired']);
    expect(tell(run({ kind: 'sweep' }, due))).toEqual([]);
  });

  it('meet nobody, though there was no room for them', () => {
    const { place } = openBook();
    const due = { now: 2_000, expiriesMax: 0 };
    place(limit('SELL', 99, 1, until(2_000)));
    place(limit('SELL', 100, 1));
    place(limit('SELL', 100, 1, until(2_001)));
    const order = market('BUY', { quantity: 1 });
    expect(place(order, { ...due, spendable: 299n })).toMatchObject([{ needed: 300n }]);
    expect(tell(place(order, { ...due, spendable: 300n }))).toEqual(['removed expired', '1 at 100']);
    expect(tell(place(limit('BUY', 100, 1), due))).toEqual(['1 at 100']);
  });

  it('are neither fired nor amended', () => {
    const { run, place } = openBook();
    const due = { now: 2_000, expiriesMax: 0 };
    const order = limit('BUY', 90, 2, until(2_000));
    place(order);
    const { orderId, personId } = order;
    const amend = { kind: 'amend', orderId, personId, price: undefined, quantity: 1 } as const;
    expect(tell(run(amend, due))).toEqual(['refused already_expired']);
    place(stopLimit('SELL', 95, { price: 90, quantity: 1, ...until(2_000) }));
    place(limit('SELL', 95, 1));
    expect(tell(place(limit('BUY', 95, 1), due))).toEqual(['1 at 95', 'removed expired']);
  });
});

describe('one command meets only so many orders', () => {
  function openWithThree() {
    const { book, run, place } = openBook();
    for (const price of [100, 101, 102]) place(limit('SELL', price, 1));
    return { book, run, place };
  }

  it('and what is left of the one that comes ends', () => {
    expect(tell(openWithThree().place(limit('BUY', 102, 3), { fillsMax: 2 }))).toEqual([
      '1 at 100',
      '1 at 101',
      'ended too_many_fills 1',
    ]);
    expect(tell(openWithThree().place(limit('BUY', 102, 4), { fillsMax: 3 })).at(-1)).toBe('rests 1 at 102');
    expect(tell(openWithThree().place(market('BUY', { budget: 909n }), { fillsMax: 2 })).at(-1)).toBe(
      'ended too_many_fills',
    );
  });

  it('so FOK with more does not trade, and a market order pays for no more', () => {
    const { place } = openWithThree();
    expect(tell(place(limit('BUY', 102, 3, whole), { fillsMax: 2 }))).toEqual(['ended fill_or_kill 3']);
    const order = market('BUY', { quantity: 3 });
    expect(tell(place(order, { fillsMax: 2, spendable: 603n })).at(-1)).toBe('ended too_many_fills 1');
  });

  it('orders of one’s own and stale ones among them', () => {
    const { book, place } = openBook();
    const ann = { personId: 'ann' };
    place(limit('SELL', 99, 1, until(2_000)));
    for (const price of [100, 101]) place(limit('SELL', price, 1, ann));
    const order = limit('BUY', 102, 1, { ...ann, selfTrade: 'expire_maker' });
    expect(tell(place(order, { now: 2_000, expiriesMax: 0, fillsMax: 2 }))).toEqual([
      'removed expired',
      'expire_maker 1 at 100',
      'removed self_trade',
      'ended too_many_fills 1',
    ]);
    expect(openOrdersOf(book)).toHaveLength(1);
  });

  it('and stops that it has no room for keep their turn', () => {
    const { run, place } = openWithThree();
    place(stopLimit('BUY', 100, { price: 101, quantity: 1 }));
    expect(tell(place(limit('BUY', 100, 1), { fillsMax: 1 }))).toEqual(['1 at 100', 'queued']);
    expect(tell(run({ kind: 'sweep' }, { fillsMax: 1 }))).toEqual(['triggered', '1 at 101']);
  });
});
