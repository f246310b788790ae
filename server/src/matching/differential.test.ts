import fc from 'fast-check';
import { OrderBook, Side, type IProcessOrder, type LimitOrderOptions } from 'nodejs-order-book';
import { describe, expect, it } from 'vitest';
import { seedOf } from '../test/seeded-random.ts';
import { apply, createBook, topLevels, type BookEvent } from './book.ts';
import { limit, market, openMarket } from './testing/orders.ts';
import { testUnits } from './testing/random-commands.ts';

const seed = seedOf('MATCHING_SEED');

const drawn = fc.record({
  kind: fc.constantFrom('limit', 'limit', 'limit', 'limit', 'IOC', 'FOK', 'market', 'cancel'),
  side: fc.constantFrom('BUY', 'SELL'),
  price: fc.integer({ min: 92, max: 108 }),
  quantity: fc.integer({ min: 1, max: 20 }),
  back: fc.integer({ min: 1, max: 15 }),
});

type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never;

/** Orders that were filled, in sequence, and how much was traded: what both books say of a command. */
interface Outcome {
  readonly filled: readonly string[];
  readonly traded: number;
}

function ourOutcome(events: readonly BookEvent[]): Outcome {
  const trades = events.filter((event) => event.kind === 'traded');
  return {
    filled: trades.filter(({ makerRemaining }) => makerRemaining === 0).map(({ makerId }) => makerId),
    traded: trades.reduce((sum, { quantity }) => sum + quantity, 0),
  };
}

function theirOutcome(
  { done, quantityLeft, err }: IProcessOrder,
  orderId: string,
  quantity: number,
): Outcome {
  return {
    filled: done.map(({ id }) => id).filter((id) => id !== orderId),
    traded: err === null ? quantity - quantityLeft : 0,
  };
}

const wide = { ...openMarket, priceMin: 1, priceMax: 1_000 };

function openBoth() {
  const ours = createBook(testUnits);
  const theirs = new OrderBook();
  const placed: { orderId: string; personId: string }[] = [];
  const run = ({ kind, side, price, quantity, back }: Drawn): [Outcome, Outcome] => {
    const theirSide = side === 'BUY' ? Side.BUY : Side.SELL;
    if (kind === 'cancel') {
      const order = placed.at(-back) ?? { orderId: 'none', personId: 'nobody' };
      apply(ours, { kind: 'cancel', ...order }, wide);
      theirs.cancel(order.orderId);
      return [ourOutcome([]), ourOutcome([])];
    }
    if (kind === 'market') {
      const order = market(side, { quantity });
      const answer = theirs.market({ id: order.orderId, side: theirSide, size: quantity });
      const events = apply(ours, { kind: 'place', order }, wide);
      return [ourOutcome(events), theirOutcome(answer, order.orderId, quantity)];
    }
    const timeInForce = kind === 'limit' ? 'GTC' : kind;
    const order = limit(side, price, quantity, { timeInForce });
    placed.push(order);
    const answer = theirs.limit({
      id: order.orderId,
      side: theirSide,
      size: quantity,
      price,
      // Its enum is not among what it exports; the values are these.
      timeInForce: timeInForce as NonNullable<LimitOrderOptions['timeInForce']>,
    });
    const events = apply(ours, { kind: 'place', order }, wide);
    return [ourOutcome(events), theirOutcome(answer, order.orderId, quantity)];
  };
  const depths = () => {
    const { bids, asks } = topLevels(ours, 1_000);
    const pairs = (levels: typeof bids) => levels.map(({ price, quantity }) => [price, quantity]);
    return [{ asks: pairs(asks), bids: pairs(bids) }, depthOf(theirs)];
  };
  return { run, depths };
}

function depthOf(book: OrderBook) {
  const [asks, bids] = book.depth();
  return { asks, bids };
}

describe(`beside a book of npm (seed ${seed})`, () => {
  it('limit orders, market orders and cancellations give the same trades and the same depth', () => {
    fc.assert(
      fc.property(fc.array(drawn, { minLength: 250, maxLength: 250, size: 'max' }), (all) => {
        const { run, depths } = openBoth();
        for (const each of all) {
          const [ours, theirs] = run(each);
          expect(ours).toEqual(theirs);
          const [ourDepth, theirDepth] = depths();
          expect(ourDepth).toEqual(theirDepth);
        }
      }),
      { numRuns: 12, seed, endOnFailure: process.env['MATCHING_SEED'] === undefined },
    );
  });
});
