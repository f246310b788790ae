import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openOrdersOf, tradeAmounts, topLevels } from './book.ts';
import { previewCommand, type ShownMarket } from './preview.ts';
import { limit, market, openBook, openMarket, stopMarket } from './testing/orders.ts';

type OpenBook = ReturnType<typeof openBook>;

function shownOf({ book }: OpenBook, changes: Partial<ShownMarket> = {}): ShownMarket {
  return {
    units: book.units,
    levels: topLevels(book, 500),
    own: [],
    lastPrice: book.lastPrice,
    state: 'open',
    referencePrice: undefined,
    rangeBps: 1000,
    spendable: openMarket.spendable,
    ...changes,
  };
}

it('tells what really happens, for any order and any book of other people', () => {
  const maker = fc.record({
    price: fc.integer({ min: 90, max: 110 }),
    quantity: fc.integer({ min: 1, max: 9 }),
  });
  const taker = fc.record({
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    price: fc.integer({ min: 90, max: 110 }),
    amount: fc.integer({ min: 1, max: 60 }),
    kind: fc.constantFrom('limit', 'FOK', 'post-only', 'quantity', 'budget'),
  });
  fc.assert(
    fc.property(fc.array(maker, { maxLength: 20 }), taker, (makers, { side, price, amount, kind }) => {
      const open = openBook();
      for (const { price, quantity } of makers)
        open.place(limit(price > 100 ? 'SELL' : 'BUY', price, quantity));
      const order =
        kind === 'quantity'
          ? market(side, { quantity: amount })
          : kind === 'budget'
            ? market(side, { budget: BigInt(amount * 100) })
            : limit(side, price, amount, {
                timeInForce: kind === 'FOK' ? 'FOK' : 'GTC',
                isPostOnly: kind === 'post-only',
              });
      const preview = previewCommand(shownOf(open), { kind: 'place', order });
      const events = open.place(order);
      const trades = events.filter((event) => event.kind === 'traded');
      const sum = (of: 'quote' | 'base') =>
        trades.reduce((total, trade) => total + tradeAmounts(open.book.units, trade)[of], 0n);
      expect(preview).toMatchObject({
        filled: trades.reduce((total, { quantity }) => total + quantity, 0),
        base: sum('base'),
        quote: sum('quote'),
        firstPrice: trades[0]?.price,
        lastPrice: trades.at(-1)?.price,
        end: events.find((event) => event.kind === 'ended')?.reason,
        refusal: events.find((event) => event.kind === 'refused')?.reason,
        rests: events.some((event) => event.kind === 'rested'),
      });
    }),
  );
});

it('trades and takes only what the price range and the reference allow, where that is known', () => {
  const open = openBook();
  for (const price of [105, 110, 111]) open.place(limit('SELL', price, 2));
  const shown = shownOf(open, { referencePrice: 100 });
  const previewOf = (price: number) =>
    previewCommand(shown, { kind: 'place', order: limit('BUY', price, 9) });
  expect(previewOf(120)).toMatchObject({ filled: 4, lastPrice: 110, end: 'price_range', rests: false });
  expect(previewOf(110)).toMatchObject({ filled: 4, end: undefined, rests: true });
  expect(previewOf(500).refusal).toBeUndefined();
  expect(previewOf(501).refusal).toBe('price_too_far');
});

it('takes an order of one’s own as the last of its price, and stops there', () => {
  const open = openBook();
  const own = limit('SELL', 100, 2);
  open.place(own);
  open.place(limit('SELL', 100, 3));
  const buy = { ...market('BUY', { quantity: 5 }), personId: own.personId };
  const orders = openOrdersOf(open.book).filter(({ orderId }) => orderId === own.orderId);
  expect(previewCommand(shownOf(open, { own: orders }), { kind: 'place', order: buy })).toMatchObject({
    filled: 3,
    end: 'self_trade',
  });
});

it('knows what a stop reserves, and that its price was reached', () => {
  const open = openBook();
  const stop = stopMarket('BUY', 100, 10);
  const place = (changes: Partial<ShownMarket>) =>
    previewCommand(shownOf(open, changes), { kind: 'place', order: stop });
  const { quoteUnitsPerTickLot } = open.book.units;
  // A tenth above the stop price, as the range goes above the reference.
  const needed = 110n * 10n * quoteUnitsPerTickLot;
  expect(place({ spendable: needed })).toMatchObject({ refusal: undefined, rests: true });
  expect(place({ spendable: needed - 1n }).refusal).toBe('insufficient_funds');
  expect(place({ lastPrice: 100 }).refusal).toBe('would_trigger');
  expect(place({ state: 'halted' }).refusal).toBe('market_closed');
});
