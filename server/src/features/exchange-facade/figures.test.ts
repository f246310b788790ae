import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { endpoints } from '@mercury/contract/api/index.ts';
import { makeApiKey, type TestKey } from '../../test/api-keys.ts';
import { createTestApp, succeeded, type TestApp } from '../../test/app.ts';
import { askFacade, callFacade, sendFacade, signedText, type FacadeParams } from '../../test/facade-calls.ts';
import { openMarket } from '../../test/markets.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { giveAuthenticator } from '../../test/two-factor.ts';
import { withdrawWith } from '../../test/withdrawals.ts';

/** Figures and words by which programs decide what they do next. The own coin costs 0.57 US dollars. */
const symbol = 'MRCYUSD';

let testApp: TestApp;
let ada: { readonly person: SignedInPerson; readonly key: TestKey };
let grace: typeof ada;

beforeAll(async () => {
  testApp = await createTestApp();
  await openMarket(testApp);
});
beforeEach(async () => {
  [ada, grace] = [await makeTrader(), await makeTrader()];
  await giveMoney(testApp, ada.person, 'USD', '1000');
  await giveMoney(testApp, grace.person, 'MRCY', '1000');
});
afterAll(() => testApp.close());

async function makeTrader() {
  const person = await makePerson(testApp);
  return { person, key: await makeKey(person) };
}

const makeKey = (person: SignedInPerson): Promise<TestKey> =>
  makeApiKey(testApp, person, { kind: 'hmac', scopes: ['read', 'trade'] });

const terms = { symbol, type: 'LIMIT', timeInForce: 'GTC', side: 'BUY', price: '0.56', quantity: '10' };
const place = ({ key }: typeof ada, params: FacadeParams = {}) =>
  callFacade(testApp, key, ['POST', '/api/v3/order'], { ...terms, ...params });

test('a trade says whether the buyer was there before', async () => {
  await place(grace, { side: 'SELL' });
  await place(ada);
  await place(ada, { price: '0.55' });
  await place(grace, { side: 'SELL', price: '0.55' });
  const trades = await askFacade(testApp, ['GET', '/api/v3/trades'], { symbol, limit: 2 });
  const told = trades.body.map(({ price, isBuyerMaker }: Record<string, unknown>) => [price, isBuyerMaker]);
  expect(told).toEqual([
    ['0.5600', false],
    ['0.5500', true],
  ]);
});

test('trades up to a time end with those of that millisecond', async () => {
  // Of one maker, so that their numbers follow each other.
  await place(grace, { side: 'SELL', quantity: '20' });
  const { orderId } = (await place(ada)).body;
  const [trade] = (await callFacade(testApp, ada.key, ['GET', '/api/v3/myTrades'], { symbol, orderId })).body;
  await place(ada);
  // As if a second lay between them.
  const { pool } = testApp.ownerDb;
  await pool.query('alter table fill disable trigger user');
  await pool.query(`update fill set created_at = created_at + interval '1 s' where seq > $1`, [trade.id]);
  await pool.query('alter table fill enable trigger user');
  const until = async (endTime: number) => {
    const { body } = await askFacade(testApp, ['GET', '/api/v3/aggTrades'], { symbol, endTime });
    return body.at(-1)?.a;
  };
  expect(await until(trade.time)).toBe(trade.id);
  expect(await until(trade.time - 1)).not.toBe(trade.id);
});

test('of a market whose first trade is an hour old: its change, and its candles from a time on', async () => {
  const { pool } = testApp.ownerDb;
  await pool.query(`update market set last_price = 5500 where symbol = 'LTC-USD'`);
  const { rows } = await pool.query<{ minute: Date }>(
    `insert into candle (market, minute, open, high, low, close, volume, quote_volume, fill_count)
     values ('LTC-USD', date_trunc('minute', now() - interval '1 hour'), 5000, 5500, 5000, 5500, 1, 1, 1)
     returning minute`,
  );
  const { body } = await askFacade(testApp, ['GET', '/api/v3/ticker/24hr'], { symbol: 'LTCUSD' });
  expect(body).toMatchObject({ openPrice: '50.00', priceChange: '5.00', priceChangePercent: '10.000' });
  const beganAt = rows[0]?.minute.getTime() ?? 0;
  const begins = async (startTime: number) => {
    const asked = { symbol: 'LTCUSD', interval: '1m', startTime, limit: 1 };
    return (await askFacade(testApp, ['GET', '/api/v3/klines'], asked)).body[0][0];
  };
  expect(await begins(beganAt)).toBe(beganAt);
  // What had begun before is not of it.
  expect(await begins(beganAt + 1)).toBe(beganAt + 60_000);
});

test('what withdrawals hold is locked, as what orders may spend is', async () => {
  const { person, key } = ada;
  await giveMoney(testApp, person, 'BTC', '1');
  await giveAuthenticator(testApp, person);
  await testApp.db.pool.query('update session set proved_at = now() where user_id = $1', [person.user.id]);
  succeeded(endpoints.withdraw, await withdrawWith(testApp, person));
  const { rows } = await testApp.db.pool.query<{ held: string }>(
    `select sum(balance)::text as held from account where owner_id = $1 and kind = 'held'`,
    [person.user.id],
  );
  const { body } = await callFacade(testApp, key, ['GET', '/api/v3/account']);
  const btc = body.balances.find(({ asset }: { asset: string }) => asset === 'BTC');
  const units = (digits: string) => digits.replace('.', '').replace(/^0+/, '');
  expect(Number(rows[0]?.held)).toBeGreaterThan(0);
  expect(units(btc.locked)).toBe(rows[0]?.held);
});

test('an order with an end is told as one without: clients know no other', async () => {
  const { token } = ada.person;
  const end = { timeInForce: 'GTD', expiresAt: '2099-01-31T12:00:00Z' };
  const body = { market: 'MRCY-USD', side: 'BUY', type: 'LIMIT', price: '0.55', quantity: '10', ...end };
  succeeded(endpoints.placeOrder, await testApp.call('POST', '/orders', { token, body }));
  const { body: open } = await callFacade(testApp, ada.key, ['GET', '/api/v3/openOrders'], { symbol });
  expect(open).toMatchObject([{ timeInForce: 'GTC' }]);
});

test('the same call by two keys of a person is two orders', async () => {
  const timestamp = Date.now();
  const send = (key: TestKey) => {
    const text = signedText(key, { ...terms, price: '0.55' }, timestamp);
    return sendFacade(testApp, ['POST', '/api/v3/order'], { text, headers: { 'x-mbx-apikey': key.id } });
  };
  const [one, other] = [await send(ada.key), await send(await makeKey(ada.person))];
  expect([one.status, other.status]).toEqual([200, 200]);
  expect(one.body.orderId).not.toBe(other.body.orderId);
});
