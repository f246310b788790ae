import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { startMarketStandIn, type MarketStandIn } from '../../test/market-stand-in.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { startTickerStandIn, type TickerStandIn } from '../../test/ticker-stand-in.ts';

/** Where a market tells its prices as they change, offers are made of these, and are seconds old. */

let service: MarketStandIn;
let ticker: TickerStandIn;
let testApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  [service, ticker] = await Promise.all([startMarketStandIn(), startTickerStandIn()]);
  service.coin('bitcoin').price = '50000';
  testApp = await createTestApp({ ...service.environment, MARKET_TICKER_URL: ticker.url });
  person = await makePerson(testApp);
  await giveMoney(testApp, person, 'USD', '10000');
  await vi.waitUntil(() => ticker.asked.length === 1);
});
afterAll(async () => {
  await testApp.close();
  await Promise.all([service.close(), ticker.close()]);
});

function ask() {
  const body = { type: 'BUY', fromCurrency: 'USD', toCurrency: 'BTC', fromAmount: '1000' };
  return testApp.call('POST', '/quotes', { token: person.token, body });
}

async function quoteAt(price: string) {
  ticker.tell('BTC/USD', price, price);
  return vi.waitUntil(async () => {
    const { quote } = succeeded(endpoints.createQuote, await ask());
    return quote.prices[1]?.usd === price ? quote : undefined;
  });
}

it('an offer is made of what the ticker told a moment ago, with the plain spread', async () => {
  const beganMs = Date.now();
  const quote = await quoteAt('50100.00');
  expect(quote).toMatchObject({ spreadBps: 50, prices: [{}, { source: 'live' }] });
  expect(Date.parse(quote.prices[1]?.asOf ?? '')).toBeGreaterThanOrEqual(beganMs);
});

it('an offer covers what the two sources differ by: who moves one of them gains nothing', async () => {
  const quote = await quoteAt('54900.00');
  // |54,900 − 50,000| of 50,000
  expect(quote.spreadBps).toBe(980);
});

it('an offer is refused as soon as the ticker has told that the market went on', async () => {
  const quote = await quoteAt('50200.00');
  await quoteAt('50600.00');
  const { id, fromAmount, toAmount } = quote;
  const reply = await testApp.call('POST', `/quotes/${id}/accept`, {
    token: person.token,
    body: { fromAmount, toAmount },
  });
  expect(refused(reply)).toMatchObject({
    error: 'QuoteMoved',
    quote: { prices: [{}, { usd: '50600.00' }] },
  });
});

it('offers are made also while the other service is away', async () => {
  service.outage = 503;
  expect((await quoteAt('50700.00')).prices[1]?.usd).toBe('50700.00');
  service.outage = undefined;
});
