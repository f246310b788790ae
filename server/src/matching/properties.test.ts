import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seedOf } from '../test/seeded-random.ts';
import {
  apply,
  applyEvents,
  bookFromOrders,
  createBook,
  levelsChanged,
  openOrdersOf,
  reservationChange,
  reservationOf,
  topLevels,
  tradeAmounts,
  type Book,
  type BookEvent,
  type BookLevels,
} from './book.ts';
import { naiveApply, naiveBook, type Told } from './testing/naive-book.ts';
import { steps, testUnits, type Step } from './testing/random-commands.ts';

const seed = seedOf('MATCHING_SEED');
const depthOfAll = 1_000;

/** 40 markets of 250 commands: ten thousand. */
const runs = {
  numRuns: 40,
  seed,
  // The first failure is enough to know; with its seed it is then looked for in the smallest case.
  endOnFailure: process.env['MATCHING_SEED'] === undefined,
};
const market = steps(250);

function isSameAs(event: BookEvent, told: Told): boolean {
  const said: Readonly<Record<string, unknown>> =
    'order' in event ? { ...event.order, ...event } : { ...event };
  return Object.entries(told).every(([name, value]) => said[name] === value);
}

function expectTold(events: readonly BookEvent[], told: readonly Told[]): void {
  const isTold =
    events.length === told.length &&
    told.every((each, index) => {
      const event = events[index];
      return event !== undefined && isSameAs(event, each);
    });
  expect(isTold ? told : events).toEqual(told);
}

function expectSame(one: unknown, other: unknown): void {
  // Strictly, and the slow comparison only where there is something to show.
  expect(isDeepStrictEqual(one, other) ? other : one).toStrictEqual(other);
}

/** What another process has: the same orders, the same place in the log. */
function contentOf(book: Book) {
  return { seq: book.seq, lastPrice: book.lastPrice, orders: openOrdersOf(book) };
}

describe(`ten thousand random commands (seed ${seed})`, () => {
  it('give what a book without any cleverness gives', () => {
    fc.assert(
      fc.property(market, (all) => {
        const book = createBook(testUnits);
        const naive = naiveBook();
        for (const step of all) {
          const told = naiveApply(naive, { ...step, units: testUnits });
          expectTold(apply(book, step.command, step.context), told);
          expectSame(contentOf(book), {
            seq: naive.seq,
            lastPrice: naive.lastPrice,
            orders: naive.orders.toSorted((one, other) => one.seq - other.seq),
          });
        }
      }),
      runs,
    );
  });

  it('leave a book that is right in itself after each', () => {
    fc.assert(
      fc.property(market, (all) => {
        const book = createBook(testUnits);
        for (const { command, context } of all) {
          apply(book, command, context);
          expectSame(findingsOf(book), []);
        }
      }),
      runs,
    );
  });

  it('trade nothing that they must not', () => {
    fc.assert(
      fc.property(market, (all) => {
        const book = createBook(testUnits);
        for (const step of all) {
          expectSame(offencesOf(apply(book, step.command, step.context), step), []);
        }
      }),
      runs,
    );
  });

  it('reserve exactly what the open orders can spend', () => {
    fc.assert(
      fc.property(market, (all) => {
        const book = createBook(testUnits);
        const reserved = new Map<string, bigint>();
        const add = (sums: Map<string, bigint>, key: string, amount: bigint) =>
          sums.set(key, (sums.get(key) ?? 0n) + amount);
        for (const { command, context } of all) {
          for (const event of apply(book, command, context)) {
            const change = event.kind === 'refused' ? undefined : reservationChange(testUnits, event);
            if (change !== undefined) add(reserved, `${change.personId} ${change.asset}`, change.amount);
          }
          const open = new Map<string, bigint>();
          for (const order of openOrdersOf(book)) {
            const asset = order.side === 'BUY' ? 'quote' : 'base';
            add(open, `${order.personId} ${asset}`, reservationOf(testUnits, order));
          }
          // A Map is the same in any sequence.
          expectSame(new Map([...reserved].filter(([, amount]) => amount !== 0n)), open);
        }
      }),
      runs,
    );
  });

  it('give the same again, from the log as from the open orders, and another copy follows by the events', () => {
    fc.assert(
      fc.property(market, fc.nat({ max: 249 }), (all, restartAt) => {
        const book = createBook(testUnits);
        const again = createBook(testUnits);
        const following = createBook(testUnits);
        let rebuilt = createBook(testUnits);
        all.forEach(({ command, context }, index) => {
          if (index === restartAt) rebuilt = bookFromOrders(testUnits, contentOf(rebuilt));
          const events = apply(book, command, context);
          expectSame(apply(again, command, context), events);
          expectSame(apply(rebuilt, command, context), events);
          applyEvents(following, events);
          expectSame(contentOf(following), contentOf(book));
        });
        // What follows behaves as what it follows, in what no list of orders shows too.
        const last = all.at(-1)?.context;
        if (last === undefined) return;
        const far = { ...last, now: last.now + 1_000, stopsMax: 100, expiriesMax: 1_000, fillsMax: 1_000 };
        expectSame(apply(following, { kind: 'sweep' }, far), apply(book, { kind: 'sweep' }, far));
        expectSame(
          apply(following, { kind: 'cancel_all', personId: 'ann' }, far),
          apply(book, { kind: 'cancel_all', personId: 'ann' }, far),
        );
      }),
      runs,
    );
  });

  it('change the levels that are said to have changed, and no other', () => {
    fc.assert(
      fc.property(market, (all) => {
        const book = createBook(testUnits);
        const seen = { bids: new Map<number, number>(), asks: new Map<number, number>() };
        for (const { command, context } of all) {
          follow(seen, levelsChanged(book, apply(book, command, context)));
          const { bids, asks } = topLevels(book, depthOfAll);
          expectSame(
            [...seen.bids].toSorted(([one], [other]) => other - one),
            bids.map(({ price, quantity }) => [price, quantity]),
          );
          expectSame(
            [...seen.asks].toSorted(([one], [other]) => one - other),
            asks.map(({ price, quantity }) => [price, quantity]),
          );
        }
      }),
      runs,
    );
  });
});

function follow(seen: { bids: Map<number, number>; asks: Map<number, number> }, changed: BookLevels): void {
  for (const side of ['bids', 'asks'] as const) {
    for (const { price, quantity } of changed[side]) {
      if (quantity === 0) seen[side].delete(price);
      else seen[side].set(price, quantity);
    }
  }
}

/** What is wrong with the book, of what is never to be. */
function findingsOf(book: Book): string[] {
  const findings: string[] = [];
  const claim = (isTrue: boolean, name: string): unknown => isTrue || findings.push(name);
  const { bids, asks } = topLevels(book, depthOfAll);
  claim((bids[0]?.price ?? 0) < (asks[0]?.price ?? Number.POSITIVE_INFINITY), 'crossed');
  let count = 0;
  for (const side of [book.bids, book.asks, book.buyStops, book.sellStops]) {
    let rankBefore = Number.NEGATIVE_INFINITY;
    for (const level of side.levels) {
      const rank = level.price * side.direction;
      claim(rank > rankBefore, 'the best price is last');
      rankBefore = rank;
      let sum = 0;
      let seq = 0;
      for (let node = level.first; node !== undefined; node = node.behind) {
        claim(node.remaining > 0 && node.isOpen, 'something remains of an open order');
        claim(node.terms.seq > seq, 'first come, first in line');
        claim(
          node.behind === undefined ? level.last === node : node.behind.ahead === node,
          'linked both ways',
        );
        sum += node.remaining;
        seq = node.terms.seq;
        count += 1;
      }
      claim(sum > 0 && level.quantity === sum, 'a level is the sum of its orders');
    }
  }
  claim(book.orders.size === count + book.queuedStops.length, 'every order has its place');
  const countOfPeople = [...book.people.values()].reduce((sum, person) => sum + person.count, 0);
  claim(countOfPeople === book.orders.size, 'every order is somebody’s');
  return findings;
}

/** What the events of one command did that none may do. */
function offencesOf(events: readonly BookEvent[], { command, context }: Step): string[] {
  const offences: string[] = [];
  const claim = (isTrue: boolean, name: string): unknown => isTrue || offences.push(name);
  const order = command.kind === 'place' ? command.order : undefined;
  let lots = 0;
  let decremented = 0;
  let left = 0;
  let quote = 0n;
  for (const event of events) {
    if (event.kind === 'traded') {
      claim(event.makerPersonId !== event.takerPersonId, 'nobody trades with themselves');
      claim(event.price >= context.priceMin && event.price <= context.priceMax, 'within the price range');
      claim(event.quantity > 0, 'a trade is of something');
      if (event.takerId !== order?.orderId) continue;
      lots += event.quantity;
      quote += tradeAmounts(testUnits, event).quote;
      const direction = order.side === 'BUY' ? 1 : -1;
      claim(order.type !== 'limit' || (order.price - event.price) * direction >= 0, 'at the limit or better');
    } else if (event.kind === 'prevented' && event.takerId === order?.orderId) {
      if (event.mode === 'decrement') decremented += event.quantity;
    } else if (event.kind === 'rested') {
      const { side, price } = event.order;
      claim(side === 'BUY' ? price <= context.priceMax : price >= context.priceMin, 'no stale order rests');
      if (event.order.orderId === order?.orderId) left = event.order.remaining;
    } else if (event.kind === 'ended' && event.orderId === order?.orderId) left = event.remaining ?? 0;
  }
  const countOf = (kind: BookEvent['kind']) => events.filter((event) => event.kind === kind).length;
  const expired = events.filter((event) => event.kind === 'removed' && event.reason === 'expired').length;
  const { stopsMax, expiriesMax, fillsMax } = context;
  claim(countOf('traded') + countOf('prevented') <= fillsMax, 'no more orders are met than may be');
  claim(expired <= expiriesMax + fillsMax + stopsMax, 'no more orders expire than may');
  const isRefused = events.some(({ kind }) => kind === 'refused');
  if (order === undefined || isRefused || order.type === 'stop_limit' || order.type === 'stop_market')
    return offences;
  const spent = order.side === 'BUY' ? quote : BigInt(lots) * testUnits.baseUnitsPerLot;
  claim(spent <= context.spendable, 'no more is spent than there is');
  const { budget, quantity } = {
    budget: undefined,
    quantity: 0,
    ...order,
    ...('amount' in order ? order.amount : {}),
  };
  if (budget !== undefined) claim(quote <= budget, 'a budget is never overspent');
  else claim(lots + decremented + left === quantity, 'no lot from nowhere, and none lost');
  return offences;
}
