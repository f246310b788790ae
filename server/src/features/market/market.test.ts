import { endpoints } from '@mercury/contract/api/index.ts';
import { limits } from '@mercury/contract/limits.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import { marketIds } from '@mercury/contract/money/asset.ts';
import { parsePrice, valueInUsd } from '@mercury/contract/money/price.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSiblingApp, createTestApp, refused, succeeded } from '../../test/app.ts';
import { findCoin, listCoins, startLiveMarket, type LiveMarket } from '../../test/live-market.ts';
import { startMarketStandIn } from '../../test/market-stand-in.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

let market: LiveMarket;

beforeAll(async () => {
  market = await startLiveMarket();
});
beforeEach(() => {
  market.standIn.coin('bitcoin').figures = undefined;
  return market.begin();
});
afterEach(() => market.end());
afterAll(() => market.close());

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describe('the largest coins', () => {
  it('are asked for with the query and the key that the service wants', async () => {
    market.pass(minuteMs);
    await listCoins(market.testApp);
    expect(market.largestCalls()).toMatchObject([
      {
        query: {
          vs_currency: 'usd',
          order: 'market_cap_desc',
          per_page: '12',
          page: '1',
          price_change_percentage: '24h',
          sparkline: 'true',
        },
        headers: { 'x-cg-demo-api-key': 'CG-stand-in-key' },
      },
    ]);
  });

  it('are twelve with the very digits that the service wrote, and with marks of our own', async () => {
    const { source, isStale, asOf, coins } = await listCoins(market.testApp);
    expect({ source, isStale, asOf }).toEqual({
      source: 'live',
      isStale: false,
      asOf: new Date().toISOString(),
    });
    expect(coins).toHaveLength(limits.marketCoinCount);
    expect(coins[0]).toMatchObject({
      id: 'bitcoin',
      name: 'Bitcoin',
      symbol: 'BTC',
      currentPrice: '64392.123456789012',
      change24h: '-2.37105',
      image: '/coins/btc.svg',
    });
    const of = (symbol: string) => coins.find((each) => each.symbol === symbol);
    expect(of('SHIB')).toMatchObject({ currentPrice: '0.000000001', image: '/coins/unknown.svg' });
    expect(of('ADA')).toMatchObject({ change24h: null });
    expect(of('SOL')).toMatchObject({ currentPrice: '140.00' });
    expect(of('DOGE')).toMatchObject({ change24h: '0.0000003' });
    expect(of('USDT')).toMatchObject({ change24h: '-0.00003' });
  });

  it('have a line of their last week in steps of three hours that ends at its end', async () => {
    const week = (await listCoins(market.testApp)).coins[0]?.week ?? [];
    expect(week).toHaveLength(56);
    expect(week.slice(-2)).toEqual(['264.9124', '267.9124']);
  });

  it('have the figures of the same answer, each as it was written', async () => {
    const [bitcoin] = (await listCoins(market.testApp)).coins;
    expect(bitcoin?.statistics).toEqual({
      rank: 1,
      marketValue: '1317802988326.00',
      volume24h: '35213456789.50',
      high24h: '65120.50',
      low24h: '63012.00',
      allTimeHigh: { price: '73738.00', at: '2024-03-14T07:10:36.635Z' },
      circulatingSupply: '19812343.00',
    });
  });

  it.each([
    ['nothing', ''],
    ['null', ',"total_volume":null,"high_24h":null,"ath":null,"ath_date":null,"circulating_supply":null'],
    [
      'what is no figure',
      ',"total_volume":"much","high_24h":-1,"ath":{},"ath_date":"once","circulating_supply":0',
    ],
    ['a high without its day', ',"ath":73738'],
  ])('lack a figure of which the service says %s, and nothing else', async (_what, figures) => {
    market.standIn.coin('bitcoin').figures = `"low_24h":63012${figures}`;
    market.pass(minuteMs);
    const [bitcoin] = (await listCoins(market.testApp)).coins;
    expect(bitcoin).toMatchObject({ id: 'bitcoin', currentPrice: '64392.123456789012' });
    expect(bitcoin?.statistics).toEqual({ rank: 1, marketValue: '1317802988326.00', low24h: '63012.00' });
  });

  it('are without one that nobody trades', async () => {
    const ripple = market.standIn.coin('ripple');
    ripple.price = 'null';
    market.pass(minuteMs);
    expect((await listCoins(market.testApp)).coins.map(({ id }) => id)).not.toContain('ripple');
    ripple.price = '0.61';
  });

  it('are asked for once, however many want to know at once', async () => {
    market.pass(minuteMs);
    await Promise.all(Array.from({ length: 20 }, () => listCoins(market.testApp)));
    expect(market.largestCalls()).toHaveLength(1);
  });

  it('are kept for a minute, not a moment longer', async () => {
    market.pass(limits.marketKeptMs - 1);
    await listCoins(market.testApp);
    expect(market.largestCalls()).toHaveLength(0);
    market.pass(1);
    await listCoins(market.testApp);
    expect(market.largestCalls()).toHaveLength(1);
  });

  it('may be kept on their way for what is left of that minute', async () => {
    const cacheControl = async () =>
      (await market.testApp.call('GET', '/market/coins')).headers['cache-control'];
    expect(await cacheControl()).toBe('public, max-age=60');
    market.pass(45_500);
    expect(await cacheControl()).toBe('public, max-age=14');
    market.standIn.outage = 500;
    market.pass(30_000);
    expect(await cacheControl()).toBe('public, max-age=0');
  });
});

describe('where the service has allowed one call alone', () => {
  it('the coins of our wallets are listed, at true prices', async () => {
    const standIn = await startMarketStandIn();
    const app = await createTestApp(standIn.environment);
    await findCoin(app, 'bitcoin');
    // It is kept a moment after it was given.
    await expect
      .poll(async () => (await app.db.pool.query(`delete from market_answer where key = 'largest'`)).rowCount)
      .toBe(1);
    standIn.outage = { status: 429, retryAfter: '60' };
    const other = await createSiblingApp(app, standIn.environment);
    const { source, coins } = await listCoins(other);
    expect(source).toBe('live');
    expect(coins.map(({ symbol }) => symbol)).toContain('TON');
    expect(coins.map(({ symbol }) => symbol)).not.toContain('ADA');
    await other.close();
    await app.close();
    await standIn.close();
  });
});

describe('one coin', () => {
  it('is one of the twelve, or one of our currencies', async () => {
    expect((await findCoin(market.testApp, 'bitcoin')).coin.symbol).toBe('BTC');
    expect((await listCoins(market.testApp)).coins.map(({ id }) => id)).not.toContain('the-open-network');
    expect((await findCoin(market.testApp, 'the-open-network')).coin).toMatchObject({
      symbol: 'TON',
      currentPrice: '5.25',
      image: '/coins/ton.svg',
    });
  });

  it.each(['unknown', 'Bitcoin', '..%2f..%2fping', 'a'.repeat(65), '%00'])(
    'is not found by the id %s, which is never asked for',
    async (id) => {
      await findCoin(market.testApp, 'bitcoin');
      market.standIn.calls.length = 0;
      expect(refused(await market.testApp.call('GET', `/market/coins/${id}`)).error).toBe('NotFound');
      const reply = await market.testApp.call('GET', `/market/coins/${id}/history?range=day`);
      expect(refused(reply).error).toBe('NotFound');
      expect(market.standIn.calls).toHaveLength(0);
    },
  );
});

describe('the coins of this installation', () => {
  const assetPrices = async () =>
    succeeded(endpoints.listAssetPrices, await market.testApp.call('GET', '/market/assets'));

  it('are all that can be held here, also the one beyond the twelve, and none that can’t', async () => {
    const { source, isStale, coins } = await assetPrices();
    expect({ source, isStale }).toEqual({ source: 'live', isStale: false });
    const ids = coins.map(({ id }) => id);
    expect(ids).toContain('the-open-network');
    expect(ids).not.toContain('cardano');
    expect(ids.toSorted()).toEqual(marketIds().toSorted());
  });

  it('cost no call of their own within the minute, and are aged while the service is away', async () => {
    const { asOf } = await assetPrices();
    market.standIn.calls.length = 0;
    await assetPrices();
    expect(market.standIn.calls).toHaveLength(0);
    market.standIn.outage = 500;
    market.pass(hourMs);
    expect(await assetPrices()).toMatchObject({ source: 'live', asOf, isStale: true });
  });
});

describe('another process', () => {
  it('shares what was said, and asks nothing within the minute', async () => {
    const before = await listCoins(market.testApp);
    await findCoin(market.testApp, 'the-open-network');
    market.standIn.calls.length = 0;
    const sibling = await createSiblingApp(market.testApp, market.standIn.environment);
    expect(await listCoins(sibling)).toEqual(before);
    expect(market.standIn.calls).toHaveLength(0);
    await sibling.close();
  });

  it('has the last good prices after a restart also where the service is away', async () => {
    const before = await listCoins(market.testApp);
    market.standIn.outage = 500;
    market.pass(hourMs);
    const restarted = await createSiblingApp(market.testApp, market.standIn.environment);
    expect(await listCoins(restarted)).toEqual({ ...before, isStale: true });
    await restarted.close();
  });

  it('asks anew where what is kept is of another shape, as an older version of the program wrote it', async () => {
    await market.testApp.db.pool.query(
      `update market_answer set answer = answer -> 'coins' where key in ('largest', 'ours')`,
    );
    const sibling = await createSiblingApp(market.testApp, market.standIn.environment);
    expect((await findCoin(sibling, 'the-open-network')).source).toBe('live');
    expect(market.standIn.calls.filter(({ path }) => path.endsWith('/coins/markets'))).toHaveLength(2);
    await sibling.close();
  });

  it('adopts what another has heard later', async () => {
    const sibling = await createSiblingApp(market.testApp, market.standIn.environment);
    await listCoins(sibling);
    market.pass(limits.marketKeptMs);
    const newer = await listCoins(market.testApp);
    market.standIn.calls.length = 0;
    expect(await listCoins(sibling)).toEqual(newer);
    expect(market.largestCalls()).toHaveLength(0);
    await sibling.close();
  });
});

describe('what a wallet is worth', () => {
  async function bitcoinOf(person: SignedInPerson, app = market.testApp) {
    const reply = await app.call('GET', '/wallets/balance', { token: person.token });
    const { wallets } = succeeded(endpoints.getBalance, reply);
    return wallets.find(({ currency }) => currency === 'BTC');
  }

  it('is what the market says, firmly; indicative once that is stale', async () => {
    const person = await makePerson(market.testApp);
    await giveMoney(market.testApp, person, 'BTC', '2');
    expect(await bitcoinOf(person)).toMatchObject({ usdValue: '128784.25', isUsdValueIndicative: false });
    market.standIn.outage = 500;
    market.pass(limits.marketStaleAfterMs + 1);
    const stale = await bitcoinOf(person);
    // Only aged, and nothing pretended in its place.
    expect(stale).toMatchObject({ usdValue: '128784.25', isUsdValueIndicative: true });
  });

  it.each([
    ['older than five minutes', () => JSON.stringify(new Date(Date.now() - limits.marketStaleAfterMs - 1))],
    ['of a time that the service does not say', () => 'null'],
  ])(
    'is indicative where the price is %s, however often the service repeats it',
    async (_when, lastUpdated) => {
      const person = await makePerson(market.testApp);
      await giveMoney(market.testApp, person, 'BTC', '2');
      market.standIn.coin('bitcoin').lastUpdated = lastUpdated();
      market.pass(minuteMs);
      await findCoin(market.testApp, 'bitcoin');
      expect(await bitcoinOf(person)).toMatchObject({ usdValue: '128784.25', isUsdValueIndicative: true });
      market.standIn.coin('bitcoin').lastUpdated = undefined;
    },
  );

  it('without a service is what the pretended market shows', async () => {
    const pretendApp = await createTestApp();
    const person = await makePerson(pretendApp);
    await giveMoney(pretendApp, person, 'BTC', '1');
    const price = parsePrice('BTC', (await findCoin(pretendApp, 'bitcoin')).coin.currentPrice);
    const oneBitcoin = amountOf('BTC', 100_000_000n);
    expect(await bitcoinOf(person, pretendApp)).toMatchObject({
      isUsdValueIndicative: true,
      usdValue: price && formatAmount(valueInUsd(oneBitcoin, price, 'half-even')),
    });
    await pretendApp.close();
  });
});

describe('a caller who asks without end', () => {
  it('is told to wait', async () => {
    const limited = await createTestApp({ RATE_LIMIT_FACTOR: '1' });
    const replies = await Promise.all(
      Array.from({ length: 301 }, () => limited.call('GET', '/market/coins')),
    );
    expect(
      replies
        .map(({ status }) => status)
        .toSorted((one, other) => one - other)
        .at(-1),
    ).toBe(429);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(300);
    await limited.close();
  });
});
