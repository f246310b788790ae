import { limits } from '@mercury/contract/limits.ts';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSiblingApp, createTestApp, refused, type TestApp } from '../../test/app.ts';
import { startLiveMarket, type LiveMarket } from '../../test/live-market.ts';
import { startMarketStandIn, type MarketStandIn } from '../../test/market-stand-in.ts';
import { giveMoney, runJob } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { createRealRail } from '../../test/withdrawals.ts';
import { requireTrusted } from './firm-price.ts';
import { settlesAfterMs } from './price-jump.ts';

let market: LiveMarket;
let person: SignedInPerson;

beforeAll(async () => {
  market = await startLiveMarket();
  person = await makePerson(market.testApp);
});
beforeEach(() => market.begin());
afterEach(() => market.end());
afterAll(() => market.close());

const minuteMs = 60_000;

function sell(fromCurrency: string, app: TestApp = market.testApp) {
  return app.call('POST', '/quotes', {
    token: person.token,
    body: { type: 'SELL', fromCurrency, toCurrency: 'USD', toAmount: '100' },
  });
}

/** The price that a quote was made of, or the error why there is none. */
async function priceOf(asset: string, app: TestApp = market.testApp): Promise<string> {
  const reply = await sell(asset, app);
  return reply.status === 201 ? reply.body.quote.prices[0].usd : refused(reply).error;
}

/** From the next minute on the service says so. */
function say(id: string, price: string): void {
  market.standIn.coin(id).price = price;
  market.pass(minuteMs);
}

describe('where a market-data service is set', () => {
  it('a quote is made of what it says, with the time at which it said so', async () => {
    market.pass(minuteMs);
    const reply = await sell('SOL');
    expect(reply.body.quote).toMatchObject({
      prices: [
        { currency: 'SOL', usd: '140.00', source: 'live', asOf: new Date().toISOString() },
        { currency: 'USD', usd: '1.00', source: 'par' },
      ],
    });
  });

  it('quotes need at most one call a minute, however many there are', async () => {
    await priceOf('SOL');
    market.standIn.calls.length = 0;
    for (let minute = 0; minute < 3; minute += 1) {
      market.pass(minuteMs);
      await Promise.all(Array.from({ length: 10 }, () => priceOf('SOL')));
    }
    expect(market.standIn.calls.filter(({ query }) => query['ids'] !== undefined)).toHaveLength(3);
  });

  it('a price of five minutes is still good, an older one is not', async () => {
    await priceOf('LTC');
    market.standIn.outage = 503;
    market.pass(limits.quotePriceAgeMaxMs);
    expect(await priceOf('LTC')).toBe('70.15');
    market.pass(1);
    expect(refused(await sell('LTC'))).toMatchObject({ status: 503, error: 'PriceStale' });
    market.standIn.outage = undefined;
    market.pass(minuteMs);
    expect(await priceOf('LTC')).toBe('70.15');
  });

  it('a price is as old as the service says it is, however often it repeats it', async () => {
    // The list of the largest coins, which is asked for at another time, says nothing of it.
    const toncoin = market.standIn.coin('the-open-network');
    const updatedAtMs = Date.now() - minuteMs;
    toncoin.lastUpdated = JSON.stringify(new Date(updatedAtMs));
    market.pass(minuteMs);
    expect((await sell('TON')).body.quote.prices[0]).toMatchObject({
      usd: '5.25',
      asOf: new Date(updatedAtMs).toISOString(),
    });
    market.pass(limits.quotePriceAgeMaxMs - 2 * minuteMs);
    expect(await priceOf('TON')).toBe('5.25');
    market.pass(minuteMs);
    expect(await priceOf('TON')).toBe('PriceStale');
    expect(await priceOf('SOL')).toBe('140.00');
    toncoin.lastUpdated = undefined;
  });

  it('a price is never of the future, whatever the service says', async () => {
    market.standIn.coin('the-open-network').lastUpdated = JSON.stringify(
      new Date(Date.now() + 60 * minuteMs),
    );
    market.pass(minuteMs);
    expect((await sell('TON')).body.quote.prices[0].asOf).toBe(new Date().toISOString());
    market.standIn.coin('the-open-network').lastUpdated = undefined;
  });

  it.each(['null', '""', '"yesterday"', '"2026-02-30T00:00:00.000Z"', '1700000000', '{}'])(
    'a price of the time %s is missing, and the others are not',
    async (lastUpdated) => {
      market.standIn.coin('the-open-network').lastUpdated = lastUpdated;
      market.pass(minuteMs);
      expect(await priceOf('TON')).toBe('PriceMissing');
      expect(await priceOf('SOL')).toBe('140.00');
      market.standIn.coin('the-open-network').lastUpdated = undefined;
    },
  );

  it('a quote is made of the newest price that any process trusts', async () => {
    expect(await priceOf('XRP')).toBe('0.61');
    market.pass(minuteMs / 2);
    const asOf = new Date();
    const { db, settings } = market.testApp;
    const heardElsewhere = { asset: 'XRP', scaledUsd: 620_000_000_000n, source: 'live', asOf } as const;
    await requireTrusted({ db, settings, log: pino({ level: 'silent' }) }, heardElsewhere);
    expect((await sell('XRP')).body.quote.prices[0]).toMatchObject({
      usd: '0.62',
      asOf: asOf.toISOString(),
    });
  });
});

describe('where a market-data service has never answered', () => {
  const body = { type: 'SELL', fromCurrency: 'BTC', toCurrency: 'USD', fromAmount: '0.1' };
  let unwell: MarketStandIn;
  let app: TestApp | undefined;

  beforeEach(async () => {
    unwell = await startMarketStandIn();
    unwell.outage = 500;
  });
  afterEach(async () => {
    await app?.close();
    await unwell.close();
  });

  async function quote(token: string) {
    const reply = await app?.call('POST', '/quotes', { token, body });
    if (reply === undefined) throw new Error('there is no app to ask');
    return reply;
  }

  it('nothing is pretended where money is real: what it never said is missing', async () => {
    app = await createTestApp(unwell.environment, { rail: createRealRail({ canPayOut: true }) });
    const { token } = await makePerson(app);
    expect(refused(await quote(token))).toMatchObject({ status: 503, error: 'PriceMissing' });
  });

  it('a quote on the sandbox is made of a pretended price, of which nothing is left after the first answer', async () => {
    app = await createTestApp(unwell.environment);
    const { token } = await makePerson(app);
    const pretended = (await quote(token)).body.quote;
    expect(pretended.prices[0]).toMatchObject({ currency: 'BTC', source: 'pretend' });

    unwell.outage = undefined;
    unwell.coin('bitcoin').price = '20000';
    market.pass(minuteMs);
    // No jump from the pretended price to this one.
    expect((await quote(token)).body.quote.prices[0]).toMatchObject({ usd: '20000.00', source: 'live' });
    unwell.outage = 500;
    market.pass(limits.quotePriceAgeMaxMs + minuteMs);
    expect(refused(await quote(token)).error).toBe('PriceStale');
  });

  it('a quote that was made of a pretended price is refused after the first answer, with a new one', async () => {
    app = await createTestApp(unwell.environment);
    const person = await makePerson(app);
    await giveMoney(app, person, 'BTC', '0.1');
    const { id, fromAmount, toAmount } = (await quote(person.token)).body.quote;
    unwell.outage = undefined;
    market.pass(minuteMs);
    await app.call('GET', '/market/coins');
    const reply = await app.call('POST', `/quotes/${id}/accept`, {
      token: person.token,
      body: { fromAmount, toAmount },
    });
    expect(refused(reply)).toMatchObject({
      error: 'QuoteMoved',
      quote: { prices: [{ source: 'live' }, {}] },
    });
  });
});

describe('a price that jumps', () => {
  it('stops quotes until it has stayed for ten minutes, also where nobody asks meanwhile', async () => {
    expect(await priceOf('ETH')).toBe('3411.07');
    say('ethereum', '3800');
    expect(refused(await sell('ETH'))).toMatchObject({ status: 503, error: 'PriceJumped' });
    market.pass(settlesAfterMs - minuteMs);
    expect(await priceOf('ETH')).toBe('PriceJumped');
    market.pass(minuteMs);
    await runJob(market.testApp, 'settle-prices', {});
    const { rows } = await market.testApp.db.pool.query(
      `select candidate_since, scaled_usd from price_reference where asset = 'ETH'`,
    );
    expect(rows).toEqual([{ candidate_since: null, scaled_usd: 3_800n * 10n ** 12n }]);
    expect(await priceOf('ETH')).toBe('3800.00');
  });

  it('is forgotten as soon as it is back', async () => {
    expect(await priceOf('DOGE')).toBe('0.0832');
    say('dogecoin', '0.02');
    expect(await priceOf('DOGE')).toBe('PriceJumped');
    say('dogecoin', '0.0840');
    expect(await priceOf('DOGE')).toBe('0.084');
  });

  it('stops only what it is the price of', async () => {
    await priceOf('TRX');
    say('tron', '9');
    expect(await priceOf('TRX')).toBe('PriceJumped');
    expect(await priceOf('XRP')).toBe('0.61');
  });

  it('is the same to every process', async () => {
    const { testApp } = market;
    expect(await priceOf('BNB')).toBe('590.00');
    const sibling = await createSiblingApp(testApp, market.standIn.environment);
    say('binancecoin', '90');
    expect(await priceOf('BNB')).toBe('PriceJumped');
    expect(await priceOf('BNB', sibling)).toBe('PriceJumped');
    await sibling.close();
  });

  it('is written down and told once, however many hear of it at once', async () => {
    const lines: { level: number; msg: string }[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const { db, settings } = market.testApp;
    const heard = (scaledUsd: bigint, minutes: number) =>
      requireTrusted(
        { db, settings, log },
        // The market is asked about all others, also by the job of the minute.
        { asset: 'MRCY', scaledUsd, source: 'live', asOf: new Date(Date.now() + minutes * minuteMs) },
      ).then(
        () => 'trusted',
        (error: Error) => error.message,
      );
    const many = (scaledUsd: bigint, minutes: number) =>
      Promise.all(Array.from({ length: 20 }, () => heard(scaledUsd, minutes)));

    expect(new Set(await many(5n, 0))).toEqual(new Set(['trusted']));
    expect(new Set(await many(9n, 1))).toEqual(new Set(['PriceJumped']));
    expect(new Set(await many(9n, 2))).toEqual(new Set(['PriceJumped']));
    expect(new Set(await many(9n, 11))).toEqual(new Set(['trusted']));
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      [50, 'a price has jumped: nothing is traded at it until it settles or is trusted'],
      [30, 'a price that had jumped is traded at again'],
    ]);
  });
});
