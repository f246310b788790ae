import { expect, test } from 'vitest';
import type { MarketTerms } from '../orders/market-terms.ts';
import { planSide, type OwnOrder, type Room } from './plan.ts';

/** A lot is 10 units of the base, and costs a unit of the quote at a price of one tick. */
const market: MarketTerms = {
  symbol: 'MRCY-USD',
  base: 'MRCY',
  quote: 'USD',
  units: { baseUnitsPerLot: 10n, quoteUnitsPerTickLot: 1n },
  tickUnits: 1n,
  tick: { units: 1, decimals: 4 },
  lot: { units: 1, decimals: 2 },
  lotsMin: 1,
  rangeBps: 1000,
  areLevelsOn: false,
};
const bids = [
  { price: 100, lots: 5 },
  { price: 90, lots: 5 },
];
const plan = (room: Room, own: readonly OwnOrder[] = []) =>
  planSide(market, { side: 'BUY', ladder: { bids, asks: [], tolerance: 0 }, own, room });

test.each([
  ['what comes in', { base: 99n, quote: 10_000n }],
  ['what goes out', { base: 10_000n, quote: 949n }],
])('the furthest level is left out where %s has no more room', (_what, room) => {
  expect(plan(room).placed.map(({ level }) => level.price)).toEqual([100]);
  expect(plan({ base: 100n, quote: 950n }).placed.map(({ level }) => level.price)).toEqual([100, 90]);
});

test('an order that stands where there is no room any more is cancelled', () => {
  const own = bids.map(({ price, lots }): OwnOrder => ({
    id: String(price),
    market: market.symbol,
    side: 'BUY',
    price,
    remaining: lots,
    filled: 0,
  }));
  expect(plan({ base: 0n, quote: 0n }, own).cancelled).toEqual([]);
  expect(plan({ base: 0n, quote: -1n }, own).cancelled.map(({ id }) => id)).toEqual(['90']);
});
