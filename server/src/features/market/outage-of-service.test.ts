import { limits } from '@mercury/contract/limits.ts';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSiblingApp, createTestApp, refused } from '../../test/app.ts';
import {
  findCoin,
  findHistory,
  listCoins,
  startLiveMarket,
  type LiveMarket,
} from '../../test/live-market.ts';
import { startMarketStandIn, type MarketFault } from '../../test/market-stand-in.ts';
import { runJob } from '../../test/money.ts';

let market: LiveMarket;

beforeAll(async () => {
  market = await startLiveMarket({ marketPatienceMs: 1_000 });
});
beforeEach(() => market.begin());
afterEach(() => market.end());
afterAll(() => market.close());

describe('while the service is away', () => {
  const faults: readonly (readonly [string, MarketFault])[] = [
    ['fails', 500],
    ['refuses the key', 401],
    ['leads elsewhere', 'redirect'],
    ['is no JSON', 'no-json'],
    ['has another shape', 'wrong-shape'],
    ['knows no coins', 'no-coins'],
    ['names a price below zero', 'negative-price'],
    ['is of three million bytes', 'huge'],
    ['breaks off', 'cut'],
  ];
  it.each(faults)('serves the last good prices where its answer %s', async (_what, fault) => {
    const before = await listCoins(market.testApp);
    market.standIn.faults.push(fault, fault);
    market.pass(limits.marketKeptMs);
    expect(await listCoins(market.testApp)).toEqual(before);
    expect(market.largestCalls()).toHaveLength(1);
  });

  it('keeps nobody waiting who can be shown the last good prices', async () => {
    const before = await listCoins(market.testApp);
    market.standIn.faults.push('hang', 'hang');
    market.pass(limits.marketKeptMs);
    const beganAt = performance.now();
    expect(await listCoins(market.testApp)).toEqual(before);
    expect(performance.now() - beganAt).toBeLessThan(4_000);
    market.standIn.letGo();
    await listCoins(market.testApp);
  });

  it('says from when prices are, and that they are stale once they are older than five minutes', async () => {
    const { asOf } = await listCoins(market.testApp);
    market.standIn.outage = 503;
    market.pass(limits.marketStaleAfterMs);
    expect(await listCoins(market.testApp)).toMatchObject({ source: 'live', asOf, isStale: false });
    market.pass(1);
    expect(await listCoins(market.testApp)).toMatchObject({ source: 'live', asOf, isStale: true });
    expect(await findCoin(market.testApp, 'bitcoin')).toMatchObject({ asOf, isStale: true });
  });

  it('asks again later and later, a minute apart at most, and is well again with the first answer', async () => {
    market.standIn.outage = 500;
    market.pass(limits.marketKeptMs);
    for (let second = 0; second < 300; second += 1) {
      await listCoins(market.testApp);
      market.pass(1_000);
    }
    // At once, after 5, 10, 20 and 40 seconds, then each minute.
    expect(market.largestCalls()).toHaveLength(8);
    market.standIn.outage = undefined;
    market.pass(limits.marketKeptMs);
    expect(await listCoins(market.testApp)).toMatchObject({ isStale: false, asOf: new Date().toISOString() });
  });

  it.each([
    ['as it asks for in seconds', () => '120', 120_000],
    // A date has no fraction of a second.
    ['as it asks for by a date', () => new Date(Date.now() + 120_000).toUTCString(), 119_000],
    ['a minute if it allows no more calls and names no time', () => 'soon', 60_000],
  ])('leaves it alone for as long %s, charts among it', async (_what, retryAfter, waitMs) => {
    market.pass(limits.marketKeptMs);
    market.standIn.outage = { status: 429, retryAfter: retryAfter() };
    await listCoins(market.testApp);
    market.standIn.calls.length = 0;
    market.pass(waitMs - 1);
    await listCoins(market.testApp);
    await findHistory(market.testApp, 'bitcoin', 'day');
    expect(market.standIn.calls).toHaveLength(0);
    market.pass(1_001);
    await listCoins(market.testApp);
    expect(market.largestCalls()).toHaveLength(1);
  });
});

describe('where no service has ever answered', () => {
  it('nobody waits who can be shown pretended prices, once it has failed', async () => {
    const unwell = await startMarketStandIn();
    unwell.outage = 500;
    const app = await createTestApp(unwell.environment, { marketPatienceMs: 100 });
    await listCoins(app);
    unwell.outage = 'hang';
    market.pass(60_000);
    const beganAt = performance.now();
    expect(await listCoins(app)).toMatchObject({ source: 'pretend' });
    expect(performance.now() - beganAt).toBeLessThan(4_000);
    unwell.letGo();
    await app.close();
    await unwell.close();
  });

  it('an outage from the start is one line in the log, however long it lasts', async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
    // Nothing listens on the port of "discard".
    const app = await createTestApp({ MARKET_DATA_URL: 'http://127.0.0.1:9/api/v3' }, { log });
    for (let minute = 0; minute < 10; minute += 1) {
      await listCoins(app);
      await findHistory(app, 'bitcoin', 'day');
      await runJob(app, 'settle-prices', {});
      market.pass(60_000);
    }
    expect(lines.filter((line) => /market|price/.test(line))).toEqual(['market prices can’t be had']);
    await app.close();
  });

  it('prices are pretended and marked so, until the first answer', async () => {
    const unwell = await startMarketStandIn();
    unwell.outage = 500;
    const app = await createTestApp(unwell.environment);
    const said = await listCoins(app);
    expect(said).toMatchObject({ source: 'pretend', isStale: false });
    expect(said.coins).toHaveLength(limits.marketCoinCount);
    const line = await findHistory(app, 'bitcoin', 'year');
    expect(line.source).toBe('pretend');
    expect(line.points.at(-1)?.price).toBe(said.coins[0]?.currentPrice);
    expect(refused(await app.call('GET', '/market/coins/unknown')).error).toBe('NotFound');

    unwell.outage = undefined;
    market.pass(60_000);
    expect(await listCoins(app)).toMatchObject({ source: 'live' });

    unwell.outage = 500;
    market.pass(24 * 60 * 60_000);
    expect(await listCoins(app)).toMatchObject({ source: 'live', isStale: true });
    const restarted = await createSiblingApp(app, unwell.environment);
    expect(await listCoins(restarted)).toMatchObject({ source: 'live', isStale: true });
    await restarted.close();
    await app.close();
    await unwell.close();
  });
});
