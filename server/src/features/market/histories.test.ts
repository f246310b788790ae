import { marketRanges } from '@mercury/contract/api/market.ts';
import { limits } from '@mercury/contract/limits.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refused } from '../../test/app.ts';
import {
  findCoin,
  findHistory,
  listCoins,
  startLiveMarket,
  type LiveMarket,
} from '../../test/live-market.ts';

let market: LiveMarket;

beforeAll(async () => {
  market = await startLiveMarket();
});
beforeEach(() => market.begin());
afterEach(() => market.end());
afterAll(() => market.close());

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describe('the history of a price', () => {
  it.each([
    ['day', '1'],
    ['week', '7'],
    ['month', '30'],
    ['year', '365'],
    ['all', 'max'],
  ] as const)('of a %s is asked for as %s days, and ends at the present price', async (range, days) => {
    const said = await findHistory(market.testApp, 'bitcoin', range);
    expect(market.historyCalls()).toMatchObject([{ query: { vs_currency: 'usd', days } }]);
    expect(said).toMatchObject({ source: 'live', isStale: false });
    expect(said.points.at(-1)).toEqual({ at: said.asOf, price: '64392.123456789012' });
    expect(said.points.length).toBeGreaterThan(100);
    expect(said.points.length).toBeLessThan(400);
    expect(said.points).toEqual(said.points.toSorted((one, other) => one.at.localeCompare(other.at)));
  });

  it('goes back a year where the service refuses more, and says nothing against the service', async () => {
    market.standIn.isYearTheMost = true;
    const daysAsked = () => market.historyCalls().map(({ query }) => query['days']);
    const { source, isStale, points } = await findHistory(market.testApp, 'dogecoin', 'all');
    expect({ source, isStale }).toEqual({ source: 'live', isStale: false });
    expect(Date.now() - Date.parse(points[0]?.at ?? '')).toBeGreaterThan(360 * 24 * hourMs);
    expect(daysAsked()).toEqual(['max', '365']);
    // What was refused once is not asked for again, and prices come as before.
    await findHistory(market.testApp, 'litecoin', 'all');
    expect(daysAsked()).toEqual(['max', '365', '365']);
    market.pass(limits.marketKeptMs);
    expect(await listCoins(market.testApp)).toMatchObject({ isStale: false });
    market.standIn.isYearTheMost = false;
  });

  it('is kept until there is another point of it, and still ends at the present price', async () => {
    await findHistory(market.testApp, 'ethereum', 'month');
    market.standIn.coin('ethereum').price = '3500.5';
    market.pass(limits.marketKeptMs);
    const said = await findHistory(market.testApp, 'ethereum', 'month');
    expect(market.historyCalls()).toHaveLength(1);
    expect(said.points.at(-1)).toEqual({ at: said.asOf, price: '3500.50' });
    market.pass(hourMs);
    await findHistory(market.testApp, 'ethereum', 'month');
    expect(market.historyCalls()).toHaveLength(2);
  });

  it('is the last good one while the service is away', async () => {
    const before = await findHistory(market.testApp, 'tron', 'day');
    market.standIn.outage = 500;
    market.pass(3 * minuteMs);
    expect((await findHistory(market.testApp, 'tron', 'day')).points).toEqual(before.points);
    market.pass(hourMs);
    const { isStale, points, asOf } = await findHistory(market.testApp, 'tron', 'day');
    expect({ isStale, asOf }).toEqual({ isStale: true, asOf: before.asOf });
    expect(points).toEqual(before.points);
  });

  it('ends where it ended, and is stale, where only the price is known since', async () => {
    const before = await findHistory(market.testApp, 'solana', 'day');
    market.pass(hourMs);
    await findCoin(market.testApp, 'solana');
    market.standIn.outage = 500;
    const said = await findHistory(market.testApp, 'solana', 'day');
    expect(said).toMatchObject({ isStale: true, asOf: before.asOf });
    expect(said.points).toEqual(before.points.slice(0, -1));
  });

  it('is empty and stale where nobody knows it', async () => {
    market.standIn.outage = 500;
    market.pass(minuteMs);
    expect(await findHistory(market.testApp, 'shiba-inu', 'year')).toMatchObject({
      isStale: true,
      points: [],
    });
  });

  it('never costs the prices their calls: twelve are asked for in a minute', async () => {
    const ids = (await listCoins(market.testApp)).coins.map(({ id }) => id);
    market.pass(minuteMs);
    for (const id of ids) for (const range of marketRanges) await findHistory(market.testApp, id, range);
    expect(market.historyCalls()).toHaveLength(12);
    expect(market.largestCalls()).toHaveLength(1);
  });

  it.each(['', '?range=decade', '?range=day&range=week', '?range=day&days=1'])(
    'is refused for the query "%s"',
    async (query) => {
      const reply = await market.testApp.call('GET', `/market/coins/bitcoin/history${query}`);
      expect(refused(reply).error).toBe('ValidationFailed');
    },
  );
});
