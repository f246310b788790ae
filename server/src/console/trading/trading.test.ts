import { endpoints } from '@mercury/contract/api/index.ts';
import * as trading from '@mercury/contract/console/trading.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, refused, succeeded, type TestApp, type TestReply } from '../../test/app.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { openMarket } from '../../test/markets.ts';
import {
  callConsole,
  consoleSuccess,
  makeStaff,
  newestEntry,
  type StaffPerson,
} from '../test/console-client.ts';

let testApp: TestApp;
let treasurer: StaffPerson;
let auditor: StaffPerson;
let ada: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp({ RATE_LIMIT_FACTOR: '1000000', TRADE_FEE_BPS: '30' });
  [treasurer, auditor] = [await makeStaff(testApp, 'treasurer'), await makeStaff(testApp, 'auditor')];
  await openMarket(testApp, 'MRCY-USD');
  ada = await makePerson(testApp);
  await giveMoney(testApp, ada, 'USD', '1000');
});
afterAll(() => testApp.close());

const reason = 'The market is wild';

async function look() {
  const reply = await callConsole(testApp, trading.getTrading, { token: auditor.token });
  return consoleSuccess(trading.getTrading, reply);
}
function halt(currency: string | null, token = treasurer.token): Promise<TestReply> {
  return callConsole(testApp, trading.haltTrading, { token, body: { currency, reason } });
}
function resume(currency: string | null): Promise<TestReply> {
  return callConsole(testApp, trading.resumeTrading, {
    token: treasurer.token,
    body: { currency, reason: 'It is calm' },
  });
}
function trust(currency: string, usd: string): Promise<TestReply> {
  const path = `/trading/prices/${currency}/trust` as const;
  return callConsole(
    testApp,
    { ...trading.trustPrice, path },
    { token: treasurer.token, body: { usd, reason } },
  );
}
function setState(market: string, state: string): Promise<TestReply> {
  const path = `/trading/markets/${market}/state` as const;
  return callConsole(
    testApp,
    { ...trading.setMarketState, path },
    { token: treasurer.token, body: { state, reason } },
  );
}
function quote(toCurrency: 'ETH' | 'MRCY'): Promise<TestReply> {
  const body = { type: 'BUY', fromCurrency: 'USD', toCurrency, fromAmount: '10' };
  return testApp.call('POST', '/quotes', { token: ada.token, body });
}
function order(): Promise<TestReply> {
  const body = { market: 'MRCY-USD', side: 'BUY', type: 'LIMIT', price: '0.5', quantity: '10' };
  return testApp.call('POST', '/orders', { token: ada.token, body });
}

describe('what is shown', () => {
  it('are prices with source and age, markets with what the house quotes, and the terms', async () => {
    const { prices, markets, terms } = await look();
    expect(prices.find(({ currency }) => currency === 'MRCY')).toEqual({
      currency: 'MRCY',
      usd: '0.57',
      asOf: null,
      source: 'operator',
      state: 'ok',
      jumpedTo: null,
      spreadBps: null,
      halt: null,
    });
    expect(prices.find(({ currency }) => currency === 'BTC')).toMatchObject({
      source: 'pretend',
      state: 'ok',
      asOf: expect.any(String),
    });
    expect(markets.find(({ market }) => market === 'MRCY-USD')).toEqual({
      market: 'MRCY-USD',
      quote: 'USD',
      state: 'open',
      inForce: 'open',
      lastPrice: null,
      houseQuotes: { isOn: true, bids: 0, asks: 0 },
    });
    expect(terms).toMatchObject({ feeBps: 30, spreadBps: 50, exposureUsdMax: '250000.00' });
  });
});

describe('a halt', () => {
  it('of a currency is in force at once, happens once, and ends; each is written down', async () => {
    consoleSuccess(trading.haltTrading, await halt('MRCY'));
    expect(await newestEntry(testApp)).toMatchObject({
      actor: treasurer.email,
      action: 'trading.halt',
      subject_id: 'MRCY',
      before: { halted: false },
      after: { halted: true },
      reason,
    });
    expect(refused(await quote('MRCY')).error).toBe('TradingHalted');
    expect(refused(await order()).error).toBe('MarketClosed');
    expect((await quote('ETH')).status).toBe(201);
    const { prices, markets, halt: ofAll } = await look();
    expect(ofAll).toBeNull();
    expect(prices.find(({ currency }) => currency === 'MRCY')?.halt?.by).toBe(treasurer.email);
    expect(markets.find(({ market }) => market === 'MRCY-USD')).toMatchObject({
      state: 'open',
      inForce: 'cancel_only',
    });
    expect((await halt('MRCY')).body.error).toBe('NothingToChange');
    consoleSuccess(trading.resumeTrading, await resume('MRCY'));
    expect(await newestEntry(testApp)).toMatchObject({
      action: 'trading.resume',
      before: { halted: true, by: treasurer.email },
      after: { halted: false },
      reason: 'It is calm',
    });
    expect((await quote('MRCY')).status).toBe(201);
    expect(succeeded(endpoints.placeOrder, await order()).order.status).toBe('OPEN');
    expect((await resume('MRCY')).body.error).toBe('NothingToChange');
  });

  it('of all trading stops everything', async () => {
    consoleSuccess(trading.haltTrading, await halt(null));
    expect(refused(await quote('ETH')).error).toBe('TradingHalted');
    expect((await look()).halt?.by).toBe(treasurer.email);
    consoleSuccess(trading.resumeTrading, await resume(null));
    expect((await quote('ETH')).status).toBe(201);
  });

  it('wants a reason, a known currency, and somebody who may', async () => {
    expect((await halt('GOLD')).body.error).toBe('ValidationFailed');
    expect((await halt(null, auditor.token)).body.error).toBe('PermissionMissing');
    const silent = { token: treasurer.token, body: { currency: null, reason: '' } };
    expect((await callConsole(testApp, trading.haltTrading, silent)).body.error).toBe('ValidationFailed');
    expect((await look()).halt).toBeNull();
  });
});

it('a price that jumped is trusted as it was looked at, or not at all', async () => {
  const dollars = (amount: bigint) => amount * 10n ** 12n;
  await testApp.db.pool.query(
    `insert into price_reference (asset, scaled_usd, as_of, candidate_scaled_usd, candidate_since)
     values ('SOL', $1, now() - interval '1 minute', $2, now())`,
    [dollars(150n), dollars(300n)],
  );
  expect((await trust('SOL', '301')).body.error).toBe('PriceNotWaiting');
  consoleSuccess(trading.trustPrice, await trust('SOL', '300'));
  expect(await newestEntry(testApp)).toMatchObject({
    actor: treasurer.email,
    action: 'trading.trust_price',
    subject_id: 'SOL',
    before: { usd: '150.00' },
    after: { usd: '300.00' },
    reason,
  });
  expect((await trust('SOL', '300')).body.error).toBe('PriceNotWaiting');
});

it('a market is in its new state at once, and what changes nothing is refused', async () => {
  consoleSuccess(trading.setMarketState, await setState('MRCY-USD', 'cancel_only'));
  expect(await newestEntry(testApp)).toMatchObject({
    action: 'trading.set_market_state',
    subject_id: 'MRCY-USD',
    before: { 'MRCY-USD': 'open' },
    after: { 'MRCY-USD': 'cancel_only' },
    reason,
  });
  expect(refused(await order()).error).toBe('MarketClosed');
  expect((await setState('MRCY-USD', 'cancel_only')).body.error).toBe('NothingToChange');
  expect((await setState('NONE-USD', 'open')).body.error).toBe('NotFound');
  consoleSuccess(trading.setMarketState, await setState('MRCY-USD', 'open'));
  expect((await order()).status).toBe(201);
});
