import { describe, expect, it } from 'vitest';
import { apply, applyEvents, bookFromOrders, createBook, openOrdersOf } from './book.ts';
import { limit, market, openBook, openMarket, stopLimit, stopMarket, tell } from './testing/orders.ts';
import { testUnits } from './testing/random-commands.ts';

/** One trade at this price. */
function tradeAt(price: number, { place }: ReturnType<typeof openBook>, context = {}) {
  place(limit('SELL', price, 1));
  return place(limit('BUY', price, 1), context);
}

describe('a stop', () => {
  it('that was queued first fires first, also in a book that is read anew', () => {
    const market = openBook();
    tradeAt(100, market);
    for (const price of [105, 103]) market.place(stopLimit('BUY', price, { price, quantity: 1 }));
    for (const price of [103, 105]) {
      for (const side of ['SELL', 'BUY'] as const) market.place(limit(side, price, 1), { stopsMax: 0 });
    }
    const { book } = market;
    const { units, seq, lastPrice } = book;
    const anew = bookFromOrders(units, { seq, lastPrice, orders: openOrdersOf(book) });
    const fired = (one: typeof book) => apply(one, { kind: 'sweep' }, openMarket);
    const events = fired(book);
    expect(tell(events)).toEqual(['triggered', 'rests 1 at 103', 'triggered', 'rests 1 at 105']);
    expect(fired(anew)).toEqual(events);
  });

  it('of a buyer fires at its price or above, of a seller at its price or below', () => {
    const market = openBook();
    tradeAt(100, market);
    market.place(stopLimit('BUY', 103, { price: 103, quantity: 1 }));
    market.place(stopLimit('SELL', 97, { price: 97, quantity: 1 }));
    expect(tell(tradeAt(102, market))).toEqual(['1 at 102']);
    expect(tell(tradeAt(103, market))).toEqual(['1 at 103', 'triggered', 'rests 1 at 103']);
    market.run({ kind: 'cancel_all', personId: openOrdersOf(market.book)[1]?.personId ?? '' });
    expect(tell(tradeAt(98, market))).toEqual(['1 at 98']);
    expect(tell(tradeAt(97, market))).toEqual(['1 at 97', 'triggered', 'rests 1 at 97']);
  });

  it('fires at a price that a sweep has only passed', () => {
    const market = openBook();
    tradeAt(100, market);
    market.place(stopLimit('SELL', 97, { price: 95, quantity: 1 }));
    market.place(limit('SELL', 97, 1));
    market.place(limit('SELL', 101, 1));
    expect(tell(market.place(limit('BUY', 101, 2)))).toEqual([
      '1 at 97',
      '1 at 101',
      'triggered',
      'rests 1 at 95',
    ]);
  });

  it('is refused at a price that the last trade has reached, and taken a tick further', () => {
    const market = openBook();
    tradeAt(100, market);
    expect(tell(market.place(stopMarket('BUY', 100, 1)))).toEqual(['refused would_trigger']);
    expect(tell(market.place(stopMarket('SELL', 100, 1)))).toEqual(['refused would_trigger']);
    expect(tell(market.place(stopMarket('BUY', 101, 1)))).toEqual(['waits for 101']);
    expect(tell(market.place(stopMarket('SELL', 99, 1)))).toEqual(['waits for 99']);
  });

  it('shows nothing and meets nobody while it waits', () => {
    const { book, place } = openBook();
    place(stopLimit('SELL', 95, { price: 94, quantity: 1 }));
    expect(tell(place(market('BUY', { quantity: 1 })))).toEqual(['ended no_liquidity 1']);
    expect(book.asks.levels).toEqual([]);
  });

  it('without a limit sells at what there is within the price range', () => {
    const market = openBook();
    market.place(stopMarket('SELL', 95, 3));
    market.place(limit('BUY', 90, 1));
    market.place(limit('BUY', 89, 1));
    expect(tell(tradeAt(95, market))).toEqual(['1 at 95', 'triggered', '1 at 90', 'ended price_range 2']);
  });

  it('without a limit reserves as far above its price as the range goes, and never spends more', () => {
    const market = openBook();
    const needed = 110n * 2n * 3n;
    expect(market.place(stopMarket('BUY', 100, 2), { spendable: needed - 1n })).toMatchObject([{ needed }]);
    expect(market.place(stopMarket('BUY', 100, 2), { spendable: needed })).toMatchObject([
      { order: { price: 110 } },
    ]);
    market.place(limit('SELL', 110, 1));
    market.place(limit('SELL', 111, 5));
    const wide = { priceMax: 200 };
    expect(tell(tradeAt(100, market, wide))).toEqual([
      '1 at 100',
      'triggered',
      '1 at 110',
      'ended immediate_or_cancel 1',
    ]);
  });

  it('that is post-only ends where it would take', () => {
    const market = openBook();
    market.place(stopLimit('BUY', 100, { price: 101, quantity: 1, isPostOnly: true }));
    market.place(limit('SELL', 101, 1));
    expect(tell(tradeAt(100, market))).toEqual(['1 at 100', 'triggered', 'ended post_only 1']);
  });

  it('is checked like any order: prices, funds, end, state, number', () => {
    const { place } = openBook();
    expect(tell(place(stopMarket('BUY', 501, 1)))).toEqual(['refused price_too_far']);
    expect(tell(place(stopMarket('BUY', 500, 1)))).toEqual(['waits for 500']);
    expect(tell(place(stopLimit('BUY', 100, { price: 501, quantity: 1 })))).toEqual([
      'refused price_too_far',
    ]);
    expect(tell(place(stopMarket('SELL', 95, 1), { spendable: 6n }))).toEqual(['refused insufficient_funds']);
    expect(tell(place(stopMarket('SELL', 95, 1), { spendable: 7n }))).toEqual(['waits for 95']);
    expect(tell(place(stopMarket('SELL', 0, 1)))).toEqual(['refused invalid']);
    expect(tell(place(stopMarket('SELL', 95, 1), { state: 'halted' }))).toEqual(['refused market_closed']);
    const ended = { timeInForce: 'GTD', expiresAt: 1_000 } as const;
    expect(tell(place(stopLimit('SELL', 95, { price: 94, quantity: 1, ...ended })))).toEqual([
      'refused already_expired',
    ]);
    for (let count = 0; count < 200; count += 1) place(stopMarket('SELL', 90, 1, { personId: 'ann' }));
    expect(tell(place(stopMarket('SELL', 90, 1, { personId: 'ann' })))).toEqual(['refused too_many_orders']);
    expect(tell(place(limit('SELL', 105, 1, { personId: 'ann' })))).toEqual(['refused too_many_orders']);
  });
});

describe('stops that fire together', () => {
  it('go in the sequence in which they came, whatever their prices, and their trades fire others', () => {
    const market = openBook();
    const [far, near, next] = [
      stopMarket('BUY', 102, 1),
      stopMarket('BUY', 101, 1),
      stopMarket('BUY', 104, 1),
    ];
    for (const stop of [next, far, near]) market.place(stop);
    for (const price of [103, 104, 105]) market.place(limit('SELL', price, 1));
    const events = tradeAt(102, market);
    expect(tell(events)).toEqual([
      '1 at 102',
      'triggered',
      '1 at 103',
      'triggered',
      '1 at 104',
      'triggered',
      '1 at 105',
    ]);
    const fired = events.flatMap((event) => (event.kind === 'triggered' ? [event.orderId] : []));
    expect(fired).toEqual([far.orderId, near.orderId, next.orderId]);
  });

  it('are as many as are allowed; the others go before the next command, though the price went back', () => {
    const market = openBook();
    for (let count = 0; count < 3; count += 1)
      market.place(stopLimit('BUY', 102, { price: 99, quantity: 1 }));
    expect(tell(tradeAt(102, market, { stopsMax: 1 }))).toEqual([
      '1 at 102',
      'triggered',
      'rests 1 at 99',
      'queued',
      'queued',
    ]);
    const { seq, lastPrice } = market.book;
    const again = bookFromOrders(testUnits, { seq, lastPrice, orders: openOrdersOf(market.book) });
    expect(again.queuedStops.map(({ terms }) => terms.orderId)).toEqual(
      market.book.queuedStops.map(({ terms }) => terms.orderId),
    );
    expect(tell(market.run({ kind: 'sweep' }, { state: 'post_only' }))).toEqual([]);
    expect(tell(market.run({ kind: 'sweep' }, { stopsMax: 1 }))).toEqual(['triggered', 'rests 1 at 99']);
    expect(tell(market.place(limit('SELL', 99, 3)))).toEqual([
      'triggered',
      'rests 1 at 99',
      '1 at 99',
      '1 at 99',
      '1 at 99',
    ]);
  });

  it('can be cancelled while they are queued', () => {
    const market = openBook();
    const stop = stopMarket('BUY', 102, 1);
    market.place(stop);
    tradeAt(102, market, { stopsMax: 0 });
    const { orderId, personId } = stop;
    expect(tell(market.run({ kind: 'cancel', orderId, personId }, { state: 'halted' }))).toEqual([
      'removed cancelled',
    ]);
    expect(tell(market.run({ kind: 'sweep' }))).toEqual([]);
  });
});

describe('a copy of the book', () => {
  it('refuses events that do not follow on what it has seen', () => {
    const { book, place } = openBook();
    const events = [...place(limit('BUY', 99, 1)), ...place(limit('BUY', 98, 1))];
    const copy = createBook(testUnits);
    expect(() => applyEvents(copy, events.slice(1))).toThrow(
      'the book is at 0, and rested 2 does not follow',
    );
    applyEvents(copy, events);
    expect(openOrdersOf(copy)).toEqual(openOrdersOf(book));
    expect(() => applyEvents(copy, events)).toThrow('does not follow');
  });
});
