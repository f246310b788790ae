import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makeApiKey, type TestKey } from '../../test/api-keys.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { askFacade, callFacade, type FacadeParams } from '../../test/facade-calls.ts';
import { openMarket } from '../../test/markets.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson } from '../../test/person.ts';

/** What a call may read. */
const symbol = 'MRCYUSD';

let testApp: TestApp;
let key: TestKey;

beforeAll(async () => {
  testApp = await createTestApp();
  await openMarket(testApp);
});
beforeEach(async () => {
  const person = await makePerson(testApp);
  await giveMoney(testApp, person, 'USD', '1000');
  key = await makeApiKey(testApp, person, { kind: 'hmac', scopes: ['read', 'trade'] });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => testApp.close());

const ask = (...[call, params]: [readonly ['GET' | 'POST' | 'DELETE', string], FacadeParams?]) =>
  callFacade(testApp, key, call, { symbol, ...params });

async function place(count: number): Promise<readonly number[]> {
  const numbers: number[] = [];
  for (let placed = 0; placed < count; placed += 1) {
    const terms = { type: 'LIMIT', timeInForce: 'GTC', side: 'BUY', price: '0.55', quantity: '10' };
    numbers.push((await ask(['POST', '/api/v3/order'], terms)).body.orderId);
  }
  return numbers;
}

/** Those with such a text. */
function watchQueries(pattern: RegExp): () => string[] {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  const textOf = (asked: unknown): string =>
    typeof asked === 'string' ? asked : String(Object(asked).text ?? '');
  return () => spy.mock.calls.map(([asked]) => textOf(asked)).filter((text) => pattern.test(text));
}

test('markets are read once a second, and again for a symbol that nobody knows', async () => {
  const now = vi.spyOn(performance, 'now');
  now.mockReturnValue(performance.now() + 5_000);
  const read = watchQueries(/from "market"/);
  const depth = async (asked: string) => {
    const reply = await askFacade(testApp, ['GET', '/api/v3/depth'], { symbol: asked });
    return reply.status;
  };
  expect([await depth(symbol), await depth(symbol), await depth('BTCUSD')]).toEqual([200, 200, 200]);
  expect(read()).toHaveLength(1);
  expect(await depth('NONEUSD')).toBe(400);
  expect(read()).toHaveLength(2);
  now.mockReturnValue(performance.now() + 1_000);
  expect(await depth(symbol)).toBe(200);
  expect(read()).toHaveLength(3);
});

test('all orders of a market are cancelled, and told by one look at them', async () => {
  const placed = await place(3);
  const read = watchQueries(/as found from book_order/);
  const { body } = await ask(['DELETE', '/api/v3/openOrders']);
  expect(body.map(({ orderId }: { orderId: number }) => orderId)).toEqual(placed);
  expect(body.map(({ status }: { status: string }) => status)).toEqual(['CANCELED', 'CANCELED', 'CANCELED']);
  // The first is before they are cancelled.
  expect(read()).toHaveLength(2);
});

test('orders are listed from a time on, and up to one', async () => {
  const placed = await place(3);
  // As if a second lay between them.
  await testApp.ownerDb.pool.query(
    `update book_order set created_at = timestamptz '2026-01-01' + number * interval '1 s' where number = any ($1)`,
    [placed],
  );
  const at = (index: number): number => Date.UTC(2026, 0, 1) + (placed[index] ?? 0) * 1000;
  const listed = async (params: FacadeParams): Promise<number[]> => {
    const { body } = await ask(['GET', '/api/v3/allOrders'], params);
    return body.map(({ orderId }: { orderId: number }) => orderId);
  };
  const [first, second, third] = placed;
  expect(await listed({ startTime: at(1) })).toEqual([second, third]);
  expect(await listed({ startTime: at(1) + 1 })).toEqual([third]);
  expect(await listed({ startTime: at(0) - 1, endTime: at(1) })).toEqual([first, second]);
  expect(await listed({ endTime: at(1) - 1 })).toEqual([first]);
  expect(await listed({ startTime: at(2) + 1 })).toEqual([]);
});

test.each([
  ['/api/v3/allOrders', { startTime: 1 }, /as found from book_order/, /number >= first_order_since/],
  ['/api/v3/myTrades', { fromId: 1 }, /own_order_id/, /created_at >= /],
] as const)('%s begins where it is asked to, by an index', async (path, params, pattern, condition) => {
  const { pool } = testApp.db;
  const spy = vi.spyOn(pool, 'query');
  await ask(['GET', path], params);
  const asked = spy.mock.calls.find(([text]) => pattern.test(text));
  const client = await testApp.ownerDb.pool.connect();
  try {
    await client.query('begin');
    // With a few rows every plan is as good as another.
    for (const way of ['seqscan', 'bitmapscan', 'sort']) await client.query(`set local enable_${way} = off`);
    const { rows } = await client.query(`explain ${asked?.[0]}`, [...(asked?.[1] ?? [])]);
    const plan = rows.map((row) => String(row['QUERY PLAN'])).filter((line) => line.includes('Index Cond'));
    expect(plan).toContainEqual(expect.stringMatching(condition));
  } finally {
    await client.query('rollback');
    client.release();
  }
});
