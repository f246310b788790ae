import { limits } from '@mercury/contract/limits.ts';
import { describe, expect, it } from 'vitest';
import { bookFromOrders, openOrdersOf, topLevels } from './book.ts';
import { limit, market, openBook, tell } from './testing/orders.ts';

const immediate = { timeInForce: 'IOC' } as const;
const whole = { timeInForce: 'FOK' } as const;
const postOnly = { isPostOnly: true } as const;

describe('priority', () => {
  it('goes to the better price, then to who came first, at the price of who was there', () => {
    const { place } = openBook();
    const later = limit('SELL', 101, 1);
    const [first, second] = [limit('SELL', 100, 1), limit('SELL', 100, 1)];
    for (const order of [later, first, second]) place(order);
    const events = place(limit('BUY', 102, 3));
    expect(tell(events)).toEqual(['1 at 100', '1 at 100', '1 at 101']);
    const makers = events.map((event) => (event.kind === 'traded' ? event.makerId : ''));
    expect(makers).toEqual([first.orderId, second.orderId, later.orderId]);
  });

  it('takes a seller to the highest bid first', () => {
    const { place } = openBook();
    for (const price of [98, 99, 97]) place(limit('BUY', price, 1));
    expect(tell(place(limit('SELL', 98, 5)))).toEqual(['1 at 99', '1 at 98', 'rests 3 at 98']);
  });

  it('of an order that was partly filled stays', () => {
    const { place } = openBook();
    const first = limit('SELL', 100, 5);
    place(first);
    place(limit('SELL', 100, 5));
    place(limit('BUY', 100, 2));
    expect(place(limit('BUY', 100, 3))).toMatchObject([{ makerId: first.orderId, makerRemaining: 0 }]);
  });
});

describe('a limit order', () => {
  it('meets a price that is its own, and rests a tick away', () => {
    const { place } = openBook();
    place(limit('SELL', 101, 1));
    expect(tell(place(limit('BUY', 100, 1)))).toEqual(['rests 1 at 100']);
    expect(tell(place(limit('BUY', 101, 1)))).toEqual(['1 at 101']);
  });

  it('of IOC ends what it can not have at once', () => {
    const { place } = openBook();
    place(limit('SELL', 100, 2));
    expect(tell(place(limit('BUY', 100, 3, immediate)))).toEqual(['2 at 100', 'ended immediate_or_cancel 1']);
  });

  it('of FOK has all or nothing', () => {
    const { place } = openBook();
    place(limit('SELL', 100, 2));
    place(limit('SELL', 101, 1));
    expect(tell(place(limit('BUY', 101, 4, whole)))).toEqual(['ended fill_or_kill 4']);
    expect(tell(place(limit('BUY', 100, 3, whole)))).toEqual(['ended fill_or_kill 3']);
    expect(tell(place(limit('BUY', 101, 3, whole)))).toEqual(['2 at 100', '1 at 101']);
  });

  it('is refused with more than five times the reference, or less than a fifth', () => {
    const { place } = openBook();
    expect(tell(place(limit('SELL', 501, 1)))).toEqual(['refused price_too_far']);
    expect(tell(place(limit('SELL', 500, 1)))).toEqual(['rests 1 at 500']);
    expect(tell(place(limit('BUY', 19, 1)))).toEqual(['refused price_too_far']);
    expect(tell(place(limit('BUY', 20, 1)))).toEqual(['rests 1 at 20']);
  });

  it('is refused with numbers that no market has, or terms that contradict each other', () => {
    const { book, place } = openBook();
    const wrong = [
      limit('BUY', 0, 1),
      limit('BUY', 100.5, 1),
      limit('BUY', 100, 0),
      limit('BUY', 100, -1),
      limit('BUY', 100, Number.NaN),
      limit('BUY', 100, limits.orderLotsMax + 1),
      limit('BUY', limits.orderTicksMax + 1, 1),
      limit('BUY', 100, 1, { isPostOnly: true, timeInForce: 'IOC' }),
      limit('BUY', 100, 1, { timeInForce: 'GTD' }),
      limit('BUY', 100, 1, { expiresAt: 2_000 }),
    ];
    for (const order of wrong) expect(tell(place(order))).toEqual(['refused invalid']);
    expect(book).toMatchObject({ seq: 0, orders: { size: 0 } });
    const most = limit('SELL', limits.orderTicksMax, limits.orderLotsMax);
    expect(tell(place(most, { referencePrice: limits.orderTicksMax }))).toHaveLength(1);
  });

  it('has an id of its own, or nothing happens', () => {
    const { book, place } = openBook();
    const order = limit('BUY', 99, 1);
    place(order);
    place(limit('SELL', 101, 1, { timeInForce: 'GTD', expiresAt: 2_000 }));
    place(limit('SELL', 101, 1));
    const before = { seq: book.seq, orders: openOrdersOf(book) };
    const again = { ...order, price: 101, quantity: 2, personId: 'nobody' };
    expect(() => place(again, { now: 2_000 })).toThrow('is that of another open order');
    expect({ seq: book.seq, orders: openOrdersOf(book) }).toEqual(before);
    expect(book.people.has('nobody')).toBe(false);
    expect(() => place({ ...again, timeInForce: 'IOC' })).toThrow('is that of another open order');
  });

  it('is refused to who has two hundred, and not to others or to what can not rest', () => {
    const { place, run } = openBook();
    const ann = { personId: 'ann' };
    const orders = Array.from({ length: limits.openOrdersMax }, () => limit('BUY', 99, 1, ann));
    for (const order of orders) expect(tell(place(order))).toEqual(['rests 1 at 99']);
    expect(tell(place(limit('BUY', 99, 1, ann)))).toEqual(['refused too_many_orders']);
    expect(tell(place(limit('BUY', 99, 1)))).toEqual(['rests 1 at 99']);
    expect(tell(place(limit('BUY', 99, 1, { ...ann, ...immediate })))).toEqual([
      'ended immediate_or_cancel 1',
    ]);
    run({ kind: 'cancel', orderId: orders[0]?.orderId ?? '', personId: 'ann' });
    expect(tell(place(limit('BUY', 99, 1, ann)))).toEqual(['rests 1 at 99']);
  });
});

describe('funds', () => {
  // 3 units of the quote a lot and tick, 7 of the base a lot.
  it('pay for the whole of a limit order at its own price, or it is refused with what it needs', () => {
    const { place } = openBook();
    const needed = [{ kind: 'refused', reason: 'insufficient_funds', needed: 3_000n }];
    expect(place(limit('BUY', 100, 10), { spendable: 2_999n })).toMatchObject(needed);
    expect(tell(place(limit('BUY', 100, 10), { spendable: 3_000n }))).toEqual(['rests 10 at 100']);
    expect(place(limit('SELL', 101, 10), { spendable: 69n })).toMatchObject([{ needed: 70n }]);
    expect(tell(place(limit('SELL', 101, 10), { spendable: 70n }))).toEqual(['rests 10 at 101']);
  });

  it('pay for what a market order trades, not for what it might', () => {
    const { place } = openBook();
    place(limit('SELL', 100, 1));
    place(limit('SELL', 101, 1));
    place(limit('SELL', 102, 1));
    expect(place(market('BUY', { quantity: 2 }), { spendable: 602n })).toMatchObject([{ needed: 603n }]);
    expect(tell(place(market('BUY', { quantity: 2 }), { spendable: 603n }))).toEqual([
      '1 at 100',
      '1 at 101',
    ]);
    expect(tell(place(market('BUY', { quantity: 5 }), { spendable: 306n }))).toEqual([
      '1 at 102',
      'ended no_liquidity 4',
    ]);
  });

  it('cover a budget, a quantity to sell, and what a budget sells', () => {
    const { place } = openBook();
    place(limit('SELL', 100, 9));
    place(limit('BUY', 99, 9));
    expect(place(market('BUY', { budget: 300n }), { spendable: 299n })).toMatchObject([{ needed: 300n }]);
    expect(tell(place(market('BUY', { budget: 300n }), { spendable: 300n }))[0]).toBe('1 at 100');
    expect(place(market('SELL', { quantity: 2 }), { spendable: 13n })).toMatchObject([{ needed: 14n }]);
    expect(tell(place(market('SELL', { quantity: 2 }), { spendable: 14n }))).toEqual(['2 at 99']);
    expect(place(market('SELL', { budget: 600n }), { spendable: 13n })).toMatchObject([{ needed: 14n }]);
    expect(tell(place(market('SELL', { budget: 600n }), { spendable: 14n }))).toEqual([
      '2 at 99',
      'ended budget_spent',
    ]);
  });

  it('are counted exactly where a product is more than a number holds', () => {
    const { place } = openBook();
    const order = limit('BUY', 4_000_000_000, 3_000_000_007);
    const needed = 4_000_000_000n * 3_000_000_007n * 3n;
    const far = { referencePrice: 4_000_000_000, priceMax: 4_000_000_000 };
    expect(place(order, { ...far, spendable: needed - 1n })).toMatchObject([{ needed }]);
    expect(tell(place(order, { ...far, spendable: needed }))).toEqual(['rests 3000000007 at 4000000000']);
  });
});

describe('a market order', () => {
  it('by budget buys whole lots and never overspends', () => {
    const { place } = openBook();
    place(limit('SELL', 100, 2));
    place(limit('SELL', 101, 2));
    expect(tell(place(market('BUY', { budget: 902n })))).toEqual(['2 at 100', 'ended budget_spent']);
    place(limit('SELL', 100, 2));
    expect(tell(place(market('BUY', { budget: 903n })))).toEqual([
      '2 at 100',
      '1 at 101',
      'ended budget_spent',
    ]);
    expect(tell(place(market('BUY', { budget: 302n })))).toEqual(['ended budget_spent']);
  });

  it('ends where nobody is left', () => {
    const { place } = openBook();
    place(limit('BUY', 99, 2));
    expect(tell(place(market('SELL', { quantity: 3 })))).toEqual(['2 at 99', 'ended no_liquidity 1']);
    expect(tell(place(market('SELL', { budget: 10n })))).toEqual(['ended no_liquidity']);
  });

  it('is refused without an amount', () => {
    const { place } = openBook();
    expect(tell(place(market('BUY', { budget: 0n })))).toEqual(['refused invalid']);
    expect(tell(place(market('BUY', { quantity: 0 })))).toEqual(['refused invalid']);
  });
});

describe('a post-only order', () => {
  it('rests a tick from the other side, and is refused there with the price that would rest', () => {
    const { place } = openBook();
    place(limit('SELL', 101, 1));
    expect(place(limit('BUY', 101, 1, postOnly))).toMatchObject([
      { reason: 'would_cross', restingPrice: 100 },
    ]);
    expect(tell(place(limit('BUY', 100, 1, postOnly)))).toEqual(['rests 1 at 100']);
    expect(place(limit('SELL', 99, 1, postOnly))).toMatchObject([
      { reason: 'would_cross', restingPrice: 101 },
    ]);
  });

  it('is told no price where there is none', () => {
    const { place } = openBook();
    const low = { referencePrice: 1, priceMin: 1 };
    place(limit('SELL', 1, 1), low);
    const [event] = place(limit('BUY', 1, 1, postOnly), low);
    expect(event).toMatchObject({ reason: 'would_cross', restingPrice: undefined });
  });
});

describe('orders with an end', () => {
  const until = (expiresAt: number) => ({ timeInForce: 'GTD', expiresAt }) as const;

  it('are gone at that millisecond, before whoever comes then', () => {
    const { place } = openBook();
    place(limit('SELL', 100, 1, until(2_000)));
    place(limit('SELL', 100, 1, until(2_001)));
    expect(tell(place(limit('BUY', 100, 2), { now: 2_000 }))).toEqual([
      'removed expired',
      '1 at 100',
      'rests 1 at 100',
    ]);
  });

  it('are refused with an end that has come', () => {
    const { place } = openBook();
    expect(tell(place(limit('SELL', 100, 1, until(1_000))))).toEqual(['refused already_expired']);
    expect(tell(place(limit('SELL', 100, 1, until(1_001))))).toEqual(['rests 1 at 100']);
  });

  it('are swept by their time, and forgotten when they went before', () => {
    const { book, place, run } = openBook();
    const orders = Array.from({ length: 300 }, (_, index) => limit('BUY', 90, 1, until(5_000 - index * 7)));
    for (const order of orders) place(order);
    for (const { orderId, personId } of orders.slice(0, 200)) run({ kind: 'cancel', orderId, personId });
    expect(book.expiries.entries.length).toBeLessThan(200);
    const swept = run({ kind: 'sweep' }, { now: 5_000 });
    const wanted = orders.slice(200).toReversed();
    expect(swept.map((event) => (event.kind === 'removed' ? event.orderId : ''))).toEqual(
      wanted.map(({ orderId }) => orderId),
    );
  });
});

describe('the state of the market', () => {
  it('post_only takes what rests and nothing else', () => {
    const { place } = openBook();
    place(limit('SELL', 101, 1));
    const state = 'post_only';
    expect(place(limit('BUY', 101, 1), { state })).toMatchObject([
      { reason: 'market_post_only', restingPrice: 100 },
    ]);
    expect(tell(place(limit('BUY', 100, 1), { state }))).toEqual(['rests 1 at 100']);
    expect(tell(place(limit('BUY', 99, 1, immediate), { state }))).toEqual(['refused market_post_only']);
    expect(tell(place(market('BUY', { quantity: 1 }), { state }))).toEqual(['refused market_post_only']);
  });

  it.each(['cancel_only', 'halted'] as const)('%s refuses all but cancellations', (state) => {
    const { place, run } = openBook();
    const [one, other] = [limit('SELL', 101, 2), limit('SELL', 101, 1)];
    place(one);
    place(other);
    expect(tell(place(limit('BUY', 90, 1), { state }))).toEqual(['refused market_closed']);
    expect(tell(place(market('BUY', { quantity: 1 }), { state }))).toEqual(['refused market_closed']);
    const { orderId, personId } = one;
    const amend = { kind: 'amend', orderId, personId, price: undefined, quantity: 1 } as const;
    expect(tell(run(amend, { state }))).toEqual(['refused market_closed']);
    expect(tell(run({ kind: 'cancel', orderId, personId }, { state }))).toEqual(['removed cancelled']);
    expect(tell(run({ kind: 'cancel_all', personId: other.personId }, { state }))).toEqual([
      'removed cancelled',
    ]);
  });
});

describe('a cancellation', () => {
  it('is its person’s own, and of one order that is there', () => {
    const { place, run } = openBook();
    const order = limit('BUY', 99, 1);
    place(order);
    expect(tell(run({ kind: 'cancel', orderId: order.orderId, personId: 'thief' }))).toEqual([
      'refused unknown_order',
    ]);
    expect(tell(run({ kind: 'cancel', orderId: 'none', personId: order.personId }))).toEqual([
      'refused unknown_order',
    ]);
    const cancel = { kind: 'cancel', orderId: order.orderId, personId: order.personId } as const;
    expect(tell(run(cancel))).toEqual(['removed cancelled']);
    expect(tell(run(cancel))).toEqual(['refused unknown_order']);
  });

  it('of all takes all of one person in the sequence of arrival, and of nobody else', () => {
    const { book, place, run } = openBook();
    const ann = { personId: 'ann' };
    const orders = [limit('SELL', 103, 1, ann), limit('BUY', 95, 1, ann), limit('BUY', 99, 1, ann)];
    for (const order of orders) place(order);
    place(limit('BUY', 98, 1));
    const events = run({ kind: 'cancel_all', personId: 'ann' });
    expect(events.map((event) => (event.kind === 'removed' ? event.orderId : ''))).toEqual(
      orders.map(({ orderId }) => orderId),
    );
    expect(topLevels(book, 10)).toEqual({ bids: [{ price: 98, quantity: 1 }], asks: [] });
    expect(run({ kind: 'cancel_all', personId: 'ann' })).toEqual([]);
  });
});

describe('the log', () => {
  it('numbers events without a gap, and refusals not at all', () => {
    const { book, place } = openBook();
    place(limit('SELL', 100, 1));
    place(limit('SELL', 100, 0));
    const events = place(limit('BUY', 100, 2));
    expect(events.map((event) => (event.kind === 'refused' ? 0 : event.seq))).toEqual([2, 3]);
    expect(book.seq).toBe(3);
  });

  it('and the open orders in any sequence give the book again', () => {
    const { book, place } = openBook();
    for (const price of [99, 98, 99]) place(limit('BUY', price, 2));
    place(limit('SELL', 99, 1));
    const orders = openOrdersOf(book);
    const again = bookFromOrders(book.units, {
      seq: book.seq,
      lastPrice: book.lastPrice,
      orders: orders.toReversed(),
    });
    expect(openOrdersOf(again)).toEqual(orders);
    expect(topLevels(again, 1)).toEqual({ bids: [{ price: 99, quantity: 3 }], asks: [] });
  });
});
