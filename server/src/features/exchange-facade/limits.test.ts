import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeApiKey } from '../../test/api-keys.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { askFacade, callFacade, sendFacade, signedText } from '../../test/facade-calls.ts';
import { openMarket } from '../../test/markets.ts';
import { makePerson } from '../../test/person.ts';

const symbol = 'MRCYUSD';
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ RATE_LIMIT_FACTOR: '1' });
  await openMarket(testApp);
});
afterAll(() => testApp.close());

async function makeKey() {
  return makeApiKey(testApp, await makePerson(testApp), { kind: 'hmac', scopes: ['read', 'trade'] });
}

test('limits are told in headers, and beyond them is when to come back', async () => {
  const key = await makeKey();
  // Another key of the same network spends nothing of this one.
  await callFacade(testApp, await makeKey(), ['GET', '/api/v3/account']);
  const account = () => callFacade(testApp, key, ['GET', '/api/v3/account']);
  expect((await account()).headers).toMatchObject({ 'x-mbx-used-weight-1m': '4' });
  expect((await account()).headers).toMatchObject({ 'x-mbx-used-weight-1m': '8' });
  const info = await askFacade(testApp, ['GET', '/api/v3/exchangeInfo']);
  expect(info.body.rateLimits).toContainEqual({
    rateLimitType: 'REQUEST_WEIGHT',
    interval: 'MINUTE',
    intervalNum: 1,
    limit: 1200,
  });
  const heaviest = () => callFacade(testApp, key, ['GET', '/api/v3/openOrders']);
  const more = await Promise.all(Array.from({ length: 120 }, heaviest));
  const refused = more.find(({ status }) => status !== 200);
  expect(refused).toMatchObject({ status: 429, body: { code: -1003 } });
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
});

describe('without a key', () => {
  const countAdmitted = async (
    path: string,
    { times, ...sent }: { readonly times: number; readonly text: string; readonly networkAddress: string },
  ) => {
    const ask = () => sendFacade(testApp, ['GET', `/api/v3/${path}`], sent);
    const replies = await Promise.all(Array.from({ length: times }, ask));
    return replies.filter(({ status }) => status !== 429).length;
  };

  test.each([
    ['klines', 'symbol=MRCYUSD&interval=1d', 30, '203.0.113.1'],
    ['klines', 'symbol=MRCYUSD&interval=1m', 30, '203.0.113.2'],
    ['ticker/24hr', '', 30, '203.0.113.3'],
    ['ticker/24hr', 'symbol=MRCYUSD', 300, '203.0.113.4'],
    ['depth', 'symbol=NONE&limit=1000', 300, '203.0.113.5'],
    ['time', '', 300, '203.0.113.6'],
  ])('%s?%s counts as the call of /v1: %d a minute', async (path, text, admitted, networkAddress) => {
    expect(await countAdmitted(path, { text, networkAddress, times: admitted + 5 })).toBe(admitted);
  });

  test('a network spends nothing that its keys need to cancel', async () => {
    const key = await makeKey();
    const networkAddress = '203.0.113.7';
    const heaviest = { text: 'symbol=NONE&limit=1000', networkAddress, times: 305 };
    expect(await countAdmitted('depth', heaviest)).toBe(300);
    const text = signedText(key, { symbol });
    const headers = { 'x-mbx-apikey': key.id };
    const cancelled = await sendFacade(testApp, ['DELETE', '/api/v3/openOrders'], {
      text,
      headers,
      networkAddress,
    });
    expect(cancelled).toMatchObject({ status: 400, body: { code: -2011 } });
    expect(cancelled.headers['ratelimit']).toMatch(/"network";r=2399;/);
  });

  test.each(['price', 'bookTicker'])('ticker/%s reads no candles', async (name) => {
    await testApp.ownerDb.pool.query('alter table candle rename to candle_away');
    try {
      const { status, body } = await askFacade(testApp, ['GET', `/api/v3/ticker/${name}`]);
      expect(status).toBe(200);
      expect(body.length).toBeGreaterThan(1);
    } finally {
      await testApp.ownerDb.pool.query('alter table candle_away rename to candle');
    }
  });
});
