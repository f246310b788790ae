import { type MarketRange, marketRanges } from '@mercury/contract/api/market.ts';
import { assetOfMarket, topUpCodes } from '@mercury/contract/money/asset.ts';
import { formatDecimal, parseDecimal } from '@mercury/contract/money/decimal.ts';
import { formatPrice, priceDecimals } from '@mercury/contract/money/price.ts';
import { divide } from '@mercury/contract/money/rounding.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPretendFeed } from './pretend-feed.ts';
import { pretendGrowth, pretendSwing } from './pretend-walk.ts';

const dayMs = 24 * 60 * 60 * 1000;

const moments = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2060, 0) });
const ids = createPretendFeed(() => 0)
  .listCoins()
  .coins.map(({ id }) => id);
const anyId = fc.constantFrom(...ids);

function found<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('the pretend feed has no such thing');
  return thing;
}

describe('pretend prices', () => {
  it('are of twelve coins: all that a wallet can hold, and one that none can', () => {
    expect(ids).toHaveLength(12);
    const assets = ids.map((id) => assetOfMarket(id)?.code);
    expect(assets.filter((asset) => asset !== undefined).toSorted()).toEqual(topUpCodes().toSorted());
  });

  it('are the same for every process at every moment of a minute, and say from when they are', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 0, max: 59_999 }), (moment, later) => {
        const minuteMs = Math.floor(moment / 60_000) * 60_000;
        const one = createPretendFeed(() => minuteMs).listCoins();
        expect(createPretendFeed(() => minuteMs + later).listCoins()).toEqual(one);
        expect(one).toMatchObject({
          source: 'pretend',
          isStale: false,
          asOf: new Date(minuteMs).toISOString(),
        });
      }),
    );
  });

  it('have a past that ends at the present price, in even steps', () => {
    fc.assert(
      fc.property(moments, anyId, fc.constantFrom(...marketRanges), (moment, id, range) => {
        const feed = createPretendFeed(() => moment);
        const { coin, asOf } = found(feed.findCoin(id));
        const { points } = found(feed.findHistory(id, range));
        expect(points.at(-1)).toEqual({ at: asOf, price: coin.currentPrice });
        expect(coin.week.at(-1)).toBe(coin.currentPrice);
        const times = points.map(({ at }) => Date.parse(at));
        const steps = new Set(times.slice(1).map((time, index) => time - (times[index] ?? 0)));
        expect(steps.size).toBe(1);
        const days = { day: 1, week: 7, month: 30, year: 365, all: 3645 }[range];
        expect(Date.parse(asOf) - (times[0] ?? 0)).toBe(days * dayMs);
      }),
    );
  });

  it('changed in 24 hours by what lies between the ends of the day', () => {
    fc.assert(
      fc.property(moments, anyId, (moment, id) => {
        const feed = createPretendFeed(() => moment);
        const { coin } = found(feed.findCoin(id));
        const [first, last] = [0, -1].map((position) => {
          const point = found(feed.findHistory(id, 'day')?.points.at(position));
          return found(parseDecimal(point.price, priceDecimals));
        });
        const change = (found(last) - found(first)) * 10_000n;
        expect(coin.change24h).toBe(formatDecimal(divide(change, found(first), 'half-even'), 2));
      }),
    );
  });

  it('stay what they were: today’s price is tomorrow’s past', () => {
    fc.assert(
      fc.property(moments, anyId, (moment, id) => {
        const { coin, asOf } = found(createPretendFeed(() => moment).findCoin(id));
        const tomorrow = found(createPretendFeed(() => moment + dayMs).findHistory(id, 'day'));
        expect(tomorrow.points[0]).toEqual({ at: asOf, price: coin.currentPrice });
      }),
    );
  });

  it('swing within 15% of their middle, a little from one minute to the next', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), fc.string(), (second, name) => {
        const swing = pretendSwing(name, second);
        expect(Math.abs(swing)).toBeLessThanOrEqual(150_000);
        expect(Math.abs(pretendSwing(name, second + 60) - swing)).toBeLessThan(1_000);
      }),
    );
  });

  it('grew over the years, without a jump from one day to the next', () => {
    const feed = createPretendFeed(() => Date.UTC(2026, 5));
    const pastOf = (id: string) =>
      found(feed.findHistory(id, 'all')).points.map(({ price }) => Number(price));
    for (const id of ids.filter((each) => each !== 'tether' && each !== 'usd-coin')) {
      const prices = pastOf(id);
      expect(found(prices[0]) * 2).toBeLessThan(found(prices.at(-1)));
    }
    expect(new Set(pastOf('tether'))).toEqual(new Set([1]));
    for (let day = 16_000; day < 21_000; day += 1) {
      const [before, after] = [day, day + 1].map((each) => pretendGrowth(each * 24 * 60 * 60));
      expect(Math.abs(found(after) - found(before))).toBeLessThan(10_000);
    }
  });

  it('have figures that agree with each other, with the list and with the charts', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2025, 6), max: Date.UTC(2060, 0) }), anyId, (moment, id) => {
        const feed = createPretendFeed(() => moment);
        const { coin } = found(feed.findCoin(id));
        const { coins } = feed.listCoins();
        const { rank, marketValue, volume24h, high24h, low24h, allTimeHigh, circulatingSupply } = found(
          coin.statistics,
        );
        const value = Number(coin.currentPrice) * Number(circulatingSupply);
        expect(Number(marketValue) / value).toBeCloseTo(1, 6);
        expect(Number(volume24h)).toBeLessThan(Number(marketValue));
        const values = coins.map(({ statistics }) => Number(statistics?.marketValue));
        expect(values).toEqual(values.toSorted((one, other) => other - one));
        expect(coins[found(rank) - 1]?.id).toBe(id);
        const highestOf = (range: MarketRange) =>
          Math.max(...found(feed.findHistory(id, range)).points.map(({ price }) => Number(price)));
        expect(Number(high24h)).toBe(highestOf('day'));
        expect(Number(low24h)).toBeLessThanOrEqual(Number(coin.currentPrice));
        // A coin that is tied to the dollar has none.
        const highest = Number(allTimeHigh?.price ?? 1);
        for (const range of marketRanges) expect(highestOf(range)).toBeLessThanOrEqual(highest);
      }),
      { numRuns: 30 },
    );
  });

  it('have no high of all time before it was reached', () => {
    const highAt = (moment: number) =>
      createPretendFeed(() => moment).findCoin('bitcoin')?.coin.statistics?.allTimeHigh;
    expect(highAt(Date.UTC(2020, 0))).toBeUndefined();
    expect(Date.parse(found(highAt(Date.UTC(2026, 0))).at)).toBeLessThan(Date.UTC(2022, 5));
  });

  it('stay at a dollar where the coin is tied to it', () => {
    fc.assert(
      fc.property(moments, fc.constantFrom('tether', 'usd-coin'), (moment, id) => {
        const { coin } = found(createPretendFeed(() => moment).findCoin(id));
        expect(coin.currentPrice).toBe('1.00');
      }),
    );
  });

  it('value a wallet at the price that the market shows', () => {
    const feed = createPretendFeed(() => Date.UTC(2026, 5));
    const price = found(feed.priceOf('BTC'));
    expect(formatPrice(price)).toBe(feed.findCoin('bitcoin')?.coin.currentPrice);
    expect(feed.priceOf('MRCY')).toBeUndefined();
  });

  it('know nothing of other coins', () => {
    const feed = createPretendFeed(() => 0);
    expect(feed.findCoin('shiba-inu')).toBeUndefined();
    expect(feed.findHistory('shiba-inu', 'day')).toBeUndefined();
  });
});
