import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, refused, succeeded, type TestApp, type TestReply } from '../test/app.ts';
import { openMarket, untilWaiting, withLock } from '../test/markets.ts';
import { giveMoney } from '../test/money.ts';
import { operateOn } from '../test/operator.ts';
import { makePerson, type SignedInPerson } from '../test/person.ts';
import { operate } from './operate.ts';

let testApp: TestApp;
let ada: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  ada = await makePerson(testApp);
  await giveMoney(testApp, ada, 'USD', '1000');
});
afterEach(() => testApp.call('DELETE', '/orders', { token: ada.token }));
afterAll(() => testApp.close());

async function done(...words: string[]): Promise<string> {
  const { exitCode, output, complaint } = await operateOn(testApp, words);
  expect({ exitCode, complaint }).toEqual({ exitCode: 0, complaint: '' });
  return output;
}

async function refusal(...words: string[]): Promise<string> {
  const { exitCode, complaint } = await operateOn(testApp, words);
  expect(exitCode).toBe(1);
  return complaint;
}

const terms = {
  'MRCY-USD': { price: '0.55', quantity: '10' },
  'BTC-USD': { price: '40000', quantity: '0.001' },
  'ETH-BTC': { price: '0.05', quantity: '0.001' },
  'ETH-USD': { price: '1500', quantity: '0.001' },
} as const;
type Symbol = keyof typeof terms;

function buy(market: Symbol, more: object = {}): Promise<TestReply> {
  const body = { market, side: 'BUY', type: 'LIMIT', ...terms[market], ...more };
  return testApp.call('POST', '/orders', { token: ada.token, body });
}

async function bought(market: Symbol): Promise<string> {
  return succeeded(endpoints.placeOrder, await buy(market)).order.id;
}

const amend = (id: string) =>
  testApp.call('PATCH', `/orders/${id}`, { token: ada.token, body: { quantity: '5' } });
const cancel = async (id: string) =>
  (await testApp.call('DELETE', `/orders/${id}`, { token: ada.token })).status;

const lineOf = async (symbol: Symbol): Promise<string | undefined> =>
  (await done('list-markets')).split('\n').find((line) => line.startsWith(`${symbol} `));

async function shownState(symbol: Symbol): Promise<string> {
  const reply = await testApp.call('GET', `/markets/${symbol}`);
  return succeeded(endpoints.getMarket, reply).market.state;
}

test('a new market takes no order before its operator opens it', async () => {
  expect((await done('list-markets')).match(/ halted +halted +0 +-$/gm)).toHaveLength(13);
  expect(refused(await buy('MRCY-USD'))).toMatchObject({ status: 422, error: 'MarketClosed' });
  expect(await done('set-market-state', 'mrcy-usd', 'open')).toBe('MRCY-USD is open (was halted)\n');
  await bought('MRCY-USD');
  expect(await lineOf('MRCY-USD')).toMatch(/^MRCY-USD +open +open +1 +-$/);
  const { rows } = await testApp.db.pool.query(
    `select actor, before, after from audit_entry where action = 'trading.set_market_state'`,
  );
  expect(rows).toEqual([{ actor: 'Grace', before: { 'MRCY-USD': 'halted' }, after: { 'MRCY-USD': 'open' } }]);
});

test.each(['cancel_only', 'halted'] as const)(
  '%s: what is open can be cancelled, and nothing else',
  async (state) => {
    await openMarket(testApp);
    const id = await bought('MRCY-USD');
    await done('set-market-state', 'MRCY-USD', state);
    expect(await shownState('MRCY-USD')).toBe(state);
    expect(refused(await buy('MRCY-USD')).error).toBe('MarketClosed');
    expect(refused(await amend(id)).error).toBe('MarketClosed');
    expect(await cancel(id)).toBe(200);
  },
);

test('post_only: what rests is taken, what would trade is refused', async () => {
  await done('set-market-state', 'MRCY-USD', 'post_only');
  const grace = await makePerson(testApp);
  await giveMoney(testApp, grace, 'MRCY', '100');
  const id = await bought('MRCY-USD');
  const body = { market: 'MRCY-USD', side: 'SELL', type: 'LIMIT', price: '0.55', quantity: '10' };
  const reply = await testApp.call('POST', '/orders', { token: grace.token, body });
  expect(refused(reply).error).toBe('MarketPostOnly');
  expect(await cancel(id)).toBe(200);
});

test('while a price outside has jumped and nobody trusts it yet, orders rest and none trades', async () => {
  await openMarket(testApp, 'BTC-USD');
  const grace = await makePerson(testApp);
  await giveMoney(testApp, grace, 'BTC', '1');
  const sell = () => {
    const body = { market: 'BTC-USD', side: 'SELL', type: 'LIMIT', price: '45000', quantity: '0.001' };
    return testApp.call('POST', '/orders', { token: grace.token, body });
  };
  const ticks = 10n ** 12n;
  await testApp.db.pool.query(
    `insert into price_reference (asset, scaled_usd, as_of, candidate_scaled_usd, candidate_since)
     values ('BTC', $1, now() - interval '1 minute', $2, now())`,
    [45_000n * ticks, 90_000n * ticks],
  );
  expect(await shownState('BTC-USD')).toBe('post_only');
  expect(await lineOf('BTC-USD')).toMatch(/^BTC-USD +open +post_only/);
  await buy('BTC-USD', { price: '45000' });
  expect(refused(await sell()).error).toBe('MarketPostOnly');
  await done('trust-price', 'BTC', '90000');
  expect(await shownState('BTC-USD')).toBe('open');
  expect(succeeded(endpoints.placeOrder, await sell()).order.status).toBe('FILLED');
});

test('all markets that trade are stopped at once, and opened one by one', async () => {
  await done('set-market-state', 'ETH-USD', 'halted');
  await openMarket(testApp, 'MRCY-USD');
  await openMarket(testApp, 'BTC-USD');
  expect(await refusal('set-market-state', 'all', 'open')).toContain('one by one');
  expect(await done('set-market-state', 'all', 'cancel_only')).toBe(
    'BTC-USD is cancel_only (was open), MRCY-USD is cancel_only (was open)\n',
  );
  expect(refused(await buy('MRCY-USD')).error).toBe('MarketClosed');
  expect(refused(await buy('BTC-USD')).error).toBe('MarketClosed');
  expect(await lineOf('ETH-USD')).toMatch(/^ETH-USD +halted +halted/);
  expect(await done('set-market-state', 'all', 'cancel_only')).toBe('No market trades\n');
});

test('what is no market or no state is refused, and whoever does not own the tables', async () => {
  expect(await refusal('set-market-state', 'NONE-USD', 'open')).toContain('There is no market "NONE-USD"');
  expect(await refusal('set-market-state', 'MRCY-USD', 'closed')).toContain('"closed" is no state');
  const { connectionString, config } = testApp;
  const settings = { DATABASE_URL: connectionString, DATA_DIR: config.dataDir, MARKET_DATA_URL: 'none' };
  const { complaint } = await operate(['set-market', 'MRCY-USD', 'range=5'], settings);
  expect(complaint).toContain('Only the owner of the tables can do that');
});

test.each([
  ['MRCY-USD', ['set-market-state', 'MRCY-USD', 'halted']],
  ['BTC-USD', ['set-asset', 'BTC', 'active=no']],
] as const)('a batch of %s that is on its way ends before %j', async (symbol, words) => {
  await openMarket(testApp, symbol);
  const lock = `select from account where owner_id = '${ada.user.id}' for update`;
  const reply = await withLock(testApp, lock, async (client) => {
    const order = buy(symbol);
    await untilWaiting(testApp, 'book_commit');
    const command = done(...words);
    await untilWaiting(testApp, 'book_take');
    await client.query('commit');
    await command;
    return order;
  });
  expect(reply.status).toBe(201);
  expect(refused(await buy(symbol)).error).toBe('MarketClosed');
  await done('set-asset', 'BTC', 'active=yes');
});

describe('a currency that is switched off', () => {
  test('leaves its markets nothing but cancelling, whatever their state, until it is on again', async () => {
    for (const symbol of ['BTC-USD', 'ETH-BTC', 'ETH-USD'] as const) await openMarket(testApp, symbol);
    await giveMoney(testApp, ada, 'BTC', '1');
    const id = await bought('BTC-USD');
    await done('set-asset', 'BTC', 'active=no');
    expect(refused(await buy('BTC-USD')).error).toBe('MarketClosed');
    expect(refused(await buy('ETH-BTC')).error).toBe('MarketClosed');
    expect(await lineOf('BTC-USD')).toMatch(/^BTC-USD +open +cancel_only +1 /);
    expect(await lineOf('ETH-BTC')).toMatch(/^ETH-BTC +open +cancel_only /);
    expect(await cancel(id)).toBe(200);
    await bought('ETH-USD');
    await done('set-asset', 'BTC', 'active=yes');
    await bought('BTC-USD');
    await bought('ETH-BTC');
  });
});
