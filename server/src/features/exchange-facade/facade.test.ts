import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { proveBooks } from '../../ledger/testing/postings.ts';
import { makeApiKey, type TestKey } from '../../test/api-keys.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { askFacade, callFacade, sendFacade, signedText, type FacadeParams } from '../../test/facade-calls.ts';
import { openMarket } from '../../test/markets.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

/** The own coin costs 0.57 US dollars, so its market trades from 0.513 to 0.627. */
const symbol = 'MRCYUSD';

let testApp: TestApp;
let isDiskShort = false;
let ada: { readonly person: SignedInPerson; readonly key: TestKey };
let grace: typeof ada;

beforeAll(async () => {
  testApp = await createTestApp({}, { isDiskShort: () => isDiskShort });
  await openMarket(testApp);
});
beforeEach(async () => {
  [ada, grace] = [await makeTrader(), await makeTrader()];
  await giveMoney(testApp, ada.person, 'USD', '1000');
  await giveMoney(testApp, grace.person, 'MRCY', '1000');
});
afterEach(async () => {
  isDiskShort = false;
  for (const { key } of [ada, grace])
    await callFacade(testApp, key, ['DELETE', '/api/v3/openOrders'], { symbol });
  await proveBooks(testApp.db);
});
afterAll(() => testApp.close());

async function makeTrader() {
  const person = await makePerson(testApp);
  return { person, key: await makeApiKey(testApp, person, { kind: 'hmac', scopes: ['read', 'trade'] }) };
}

const limitOrder = { symbol, type: 'LIMIT', timeInForce: 'GTC', side: 'BUY', price: '0.55', quantity: '100' };
const place = ({ key }: typeof ada, params: FacadeParams) =>
  callFacade(testApp, key, ['POST', '/api/v3/order'], params);
const buy = (params: FacadeParams = {}) => place(ada, { ...limitOrder, ...params });
const sell = (params: FacadeParams = {}) =>
  place(grace, { ...limitOrder, side: 'SELL', price: '0.57', ...params });

/** What Binance's API says of orders. */
describe('an order', () => {
  test('is told with its parts: what was asked, what traded, and the fees', async () => {
    await sell({ quantity: '60' });
    const { status, body } = await buy({ price: '0.5800', newClientOrderId: 'mine' });
    expect(status).toBe(200);
    expect(body).toEqual({
      symbol,
      orderId: expect.any(Number),
      orderListId: -1,
      clientOrderId: 'mine',
      transactTime: expect.any(Number),
      price: '0.5800',
      origQty: '100.00',
      executedQty: '60.00',
      origQuoteOrderQty: '0.000000',
      cummulativeQuoteQty: '34.200000',
      status: 'PARTIALLY_FILLED',
      timeInForce: 'GTC',
      type: 'LIMIT',
      side: 'BUY',
      workingTime: expect.any(Number),
      selfTradePreventionMode: 'EXPIRE_TAKER',
      fills: [
        {
          price: '0.5700',
          qty: '60.00',
          commission: '0.12000000',
          commissionAsset: 'MRCY',
          tradeId: expect.any(Number),
        },
      ],
    });
  });

  test('goes by its own name for as long as it is kept: a repeat gets the same one, another body none', async () => {
    const first = await buy({ newClientOrderId: 'once' });
    const again = await buy({ newClientOrderId: 'once', quantity: '100.00' });
    expect(again.body.orderId).toBe(first.body.orderId);
    const other = await buy({ newClientOrderId: 'once', quantity: '50' });
    expect(other).toMatchObject({ status: 400, body: { code: -2010, msg: 'Duplicate order sent.' } });
    const { body: open } = await callFacade(testApp, ada.key, ['GET', '/api/v3/openOrders'], { symbol });
    expect(open).toHaveLength(1);
  });

  test('without a name is placed once, however often its signed call is sent', async () => {
    const text = signedText(ada.key, limitOrder);
    const send = () =>
      sendFacade(testApp, ['POST', '/api/v3/order'], { text, headers: { 'x-mbx-apikey': ada.key.id } });
    const replies = await Promise.all([send(), send(), send()]);
    expect(new Set(replies.map(({ body }) => body.orderId)).size).toBe(1);
    const { body } = await callFacade(testApp, ada.key, ['GET', '/api/v3/allOrders'], { symbol });
    expect(body).toHaveLength(1);
  });

  test('whose trades cannot be read is told without them: it was placed', async () => {
    await sell();
    const { pool } = testApp.db;
    const query = pool.query.bind(pool);
    const noTrades = (...args: readonly unknown[]): unknown =>
      String(args[0]).includes('own_order_id')
        ? Promise.reject(new Error('timeout exceeded when trying to connect'))
        : Reflect.apply(query, pool, args);
    const spy = vi.spyOn(pool, 'query').mockImplementation(noTrades);
    const { status, body } = await buy({ price: '0.57' }).finally(() => spy.mockRestore());
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'FILLED', executedQty: '100.00' });
    expect(body).not.toHaveProperty('fills');
  });

  test.each([
    [{ type: 'LIMIT_MAKER', price: '0.58' }, -2010, 'Order would immediately match and take.'],
    [
      { type: 'MARKET', quoteOrderQty: '2000' },
      -2010,
      'Account has insufficient balance for requested action.',
    ],
    [{ ...limitOrder, quantity: '0.5' }, -1013, 'Filter failure: LOT_SIZE'],
    [{ ...limitOrder, quantity: '10.001' }, -1013, 'Filter failure: LOT_SIZE'],
    [{ ...limitOrder, price: '0.55001' }, -1013, 'Filter failure: PRICE_FILTER'],
    [{ ...limitOrder, price: '0.01' }, -1013, 'Filter failure: PERCENT_PRICE'],
    [{ ...limitOrder, type: 'TAKE_PROFIT' }, -1116, 'Invalid orderType.'],
    [{ ...limitOrder, side: 'HOLD' }, -1117, 'Invalid side.'],
    [{ ...limitOrder, timeInForce: 'GTX' }, -1115, 'Invalid timeInForce.'],
    [{ ...limitOrder, symbol: 'NONEUSD' }, -1121, 'Invalid symbol.'],
    [{ ...limitOrder, symbol: 'BTCUSD', quantity: '0.01', price: '10' }, -1013, 'Market is closed.'],
    [{ type: 'MARKET', price: '0.55' }, -1106, "Parameter 'price' sent when not required."],
  ])('is refused: %o', async (params, code, msg) => {
    await sell();
    const terms = {
      symbol,
      side: 'BUY',
      ...('quoteOrderQty' in params ? {} : { quantity: '100' }),
      ...params,
    };
    expect(await place(ada, terms)).toMatchObject({ status: 400, body: { code, msg } });
  });

  test('by budget is as large as what it bought, and a stop waits as a stop', async () => {
    await sell();
    const bought = await place(ada, { symbol, side: 'BUY', type: 'MARKET', quoteOrderQty: '10' });
    expect(bought.body).toMatchObject({
      status: 'FILLED',
      origQty: '17.54',
      executedQty: '17.54',
      type: 'MARKET',
    });
    const stop = { symbol, side: 'BUY', type: 'STOP_LOSS', quantity: '10', stopPrice: '0.60' };
    const { body } = await place(ada, stop);
    expect(Object.keys(body).toSorted()).toEqual(
      ['clientOrderId', 'orderId', 'orderListId', 'symbol', 'transactTime'].toSorted(),
    );
    const { body: told } = await callFacade(testApp, ada.key, ['GET', '/api/v3/order'], {
      symbol,
      orderId: body.orderId,
    });
    expect(told).toMatchObject({
      type: 'STOP_LOSS',
      status: 'NEW',
      isWorking: false,
      stopPrice: '0.6000',
      price: '0.0000',
    });
  });

  test('of /v1 is the same order here, by its number and by its id in the place of a name', async () => {
    const body = {
      market: 'MRCY-USD',
      side: 'BUY',
      type: 'LIMIT',
      price: '0.55',
      quantity: '10',
      postOnly: true,
    };
    const { body: native } = await testApp.call('POST', '/orders', { token: ada.person.token, body });
    const which = { symbol, origClientOrderId: native.order.id };
    const { body: told } = await callFacade(testApp, ada.key, ['GET', '/api/v3/order'], which);
    expect(told).toMatchObject({ clientOrderId: native.order.id, type: 'LIMIT_MAKER', status: 'NEW' });
    const others = await callFacade(testApp, grace.key, ['GET', '/api/v3/order'], which);
    expect(others.body).toMatchObject({ code: -2013 });
    const cancelled = await callFacade(testApp, ada.key, ['DELETE', '/api/v3/order'], {
      symbol,
      orderId: told.orderId,
      newClientOrderId: 'cancel-1',
    });
    expect(cancelled.body).toMatchObject({
      status: 'CANCELED',
      clientOrderId: 'cancel-1',
      origClientOrderId: native.order.id,
    });
    const again = await callFacade(testApp, ada.key, ['DELETE', '/api/v3/order'], which);
    expect(again).toMatchObject({ status: 400, body: { code: -2011, msg: 'Unknown order sent.' } });
  });

  test('is found by an index, whether by its number, its name or its id', async () => {
    const { pool } = testApp.db;
    const spy = vi.spyOn(pool, 'query');
    const ask = (which: FacadeParams) =>
      callFacade(testApp, ada.key, ['GET', '/api/v3/order'], { symbol, ...which });
    const { orderId } = (await buy({ newClientOrderId: 'named' })).body;
    for (const which of [{ orderId }, { origClientOrderId: 'named' }, { origClientOrderId: randomUUID() }])
      await ask(which);
    const asked = spy.mock.calls.filter(([text]) => /from book_order\s+where (user_)?id/.test(text));
    spy.mockRestore();
    const client = await testApp.ownerDb.pool.connect();
    const conditions: string[] = [];
    try {
      await client.query('begin');
      // With a few orders every plan is as good as another.
      await client.query('alter table book_order disable trigger user');
      await client.query(
        `insert into book_order overriding user value select (jsonb_populate_record(book_order, jsonb_build_object(
             'id', gen_random_uuid(), 'client_order_id', 'copy-' || copy))).*
           from book_order, generate_series(1, 2000) copy where client_order_id = 'named'`,
      );
      await client.query('analyze book_order');
      for (const [text, values] of asked) {
        const { rows } = await client.query(`explain ${text}`, [...(values ?? [])]);
        conditions.push(
          rows.map((row) => String(row['QUERY PLAN'])).find((line) => line.includes('Index Cond')) ?? '',
        );
      }
    } finally {
      await client.query('rollback');
      client.release();
    }
    expect(conditions).toEqual([
      expect.stringMatching(/\bnumber = /),
      expect.stringMatching(/\bclient_order_id = /),
      expect.stringMatching(/\bclient_order_id = /),
      expect.stringMatching(/\bid = /),
    ]);
    expect((await ask({ orderId, origClientOrderId: 'named' })).body).toMatchObject({ orderId });
    const elsewhere = { symbol: 'BTCUSD', origClientOrderId: 'named' };
    expect((await ask(elsewhere)).body).toMatchObject({ code: -2013 });
    expect((await ask({ orderId, origClientOrderId: 'other' })).body).toMatchObject({ code: -2013 });
  });

  test('is tried out without being placed', async () => {
    const fees = { ...limitOrder, computeCommissionRates: 'true' };
    const { body } = await callFacade(testApp, ada.key, ['POST', '/api/v3/order/test'], fees);
    expect(body).toMatchObject({ standardCommissionForOrder: { maker: '0.001000', taker: '0.002000' } });
    const { body: orders } = await callFacade(testApp, ada.key, ['GET', '/api/v3/allOrders'], { symbol });
    expect(orders).toEqual([]);
  });
});

describe('lists', () => {
  test('of orders go on from a number or a time, oldest first', async () => {
    const placed = [];
    for (const quantity of [10, 11, 12]) placed.push((await buy({ quantity })).body);
    const [first, second, third] = placed.map(({ orderId }) => orderId);
    const numbers = async (params: FacadeParams) => {
      const { body } = await callFacade(testApp, ada.key, ['GET', '/api/v3/allOrders'], {
        symbol,
        ...params,
      });
      return body.map(({ orderId }: { orderId: number }) => orderId);
    };
    expect(await numbers({})).toEqual([first, second, third]);
    expect(await numbers({ limit: 2 })).toEqual([second, third]);
    expect(await numbers({ orderId: second })).toEqual([second, third]);
    expect(await numbers({ startTime: placed[0].transactTime, limit: 1 })).toEqual([first]);
    expect(await numbers({ endTime: placed[0].transactTime - 1 })).toEqual([]);
    // Somebody else's number is a number too.
    const { body } = await callFacade(testApp, grace.key, ['GET', '/api/v3/allOrders'], {
      symbol,
      orderId: first,
    });
    expect(body).toEqual([]);
  });

  test('of trades, one’s own and everybody’s, go on from a number or a time', async () => {
    await sell({ quantity: '30' });
    const ids = [];
    for (const quantity of [10, 11, 9])
      ids.push((await buy({ price: '0.57', quantity })).body.fills[0].tradeId);
    const own = async (params: FacadeParams, key = ada.key) => {
      const { body } = await callFacade(testApp, key, ['GET', '/api/v3/myTrades'], { symbol, ...params });
      return body.map(({ id }: { id: number }) => id);
    };
    expect(await own({})).toEqual(ids);
    expect(await own({}, grace.key)).toEqual(ids);
    expect(await own({ limit: 1 })).toEqual([ids[2]]);
    expect(await own({ fromId: ids[1] })).toEqual(ids.slice(1));
    expect(await own({ fromId: ids[1], limit: 1 })).toEqual([ids[1]]);
    const { body: mine } = await callFacade(testApp, ada.key, ['GET', '/api/v3/myTrades'], { symbol });
    expect(await own({ orderId: mine[1].orderId })).toEqual([ids[1]]);
    expect(await own({ startTime: mine[1].time, endTime: mine[1].time })).toContain(ids[1]);

    const all = async (params: FacadeParams) => {
      const { body } = await askFacade(testApp, ['GET', '/api/v3/aggTrades'], { symbol, ...params });
      return body.map(({ a }: { a: number }) => a);
    };
    expect(await all({ fromId: ids[0] })).toEqual(ids);
    expect(await all({ limit: 2 })).toEqual(ids.slice(1));
    expect(await all({ startTime: mine[2].time + 1 })).toEqual([]);
    expect((await all({ startTime: mine[0].time })).slice(-3)).toEqual(ids);
    expect(await all({ endTime: mine[2].time, limit: 3 })).toEqual(ids);
    expect(await all({ endTime: mine[0].time - 1 })).not.toContain(ids[0]);
  });
});

test('an account tells what is free and what is locked, in orders as well', async () => {
  await buy();
  const { body } = await callFacade(testApp, ada.key, ['GET', '/api/v3/account'], {
    omitZeroBalances: 'true',
  });
  expect(body.balances).toEqual([{ asset: 'USD', free: '945.000000', locked: '55.000000' }]);
  expect(body).toMatchObject({ makerCommission: 10, takerCommission: 20, accountType: 'SPOT' });
});

test('fees are those of the person, by what they traded', async () => {
  const tradeFee = async () =>
    (await callFacade(testApp, ada.key, ['GET', '/sapi/v1/asset/tradeFee'], { symbol: 'LTCUSD' })).body;
  const { pool } = testApp.ownerDb;
  const volume = (units: string) =>
    pool.query(
      `insert into traded_volume (user_id, usd_value) values ($1, ${units})
        on conflict (user_id) do update set usd_value = excluded.usd_value`,
      [ada.person.user.id],
    );
  // Of these, 80 and 90 % are 799.2 and 1,799.1 millionths.
  await pool.query(`update market set maker_fee_ppm = 999, taker_fee_ppm = 1999 where symbol = 'LTC-USD'`);
  await volume('50000e6 - 1');
  expect(await tradeFee()).toMatchObject([{ makerCommission: '0.000999', takerCommission: '0.001999' }]);
  await volume('50000e6');
  expect(await tradeFee()).toMatchObject([{ makerCommission: '0.000800', takerCommission: '0.001800' }]);
});

test('the signature covers query and form, one right after the other', async () => {
  const { key } = ada;
  const query = 'symbol=MRCYUSD&side=BUY&type=LIMIT&timeInForce=GTC';
  const form = `price=0.55&quantity=10&timestamp=${Date.now()}`;
  const signature = Buffer.from(key.signText(`${query}${form}`), 'base64').toString('hex');
  const send = (text: string) =>
    sendFacade(testApp, ['POST', `/api/v3/order?${query}`], { text, headers: { 'x-mbx-apikey': key.id } });
  expect((await send(`${form}&signature=${signature}`)).status).toBe(200);
  expect((await send(`${form.replace('10', '11')}&signature=${signature}`)).body.code).toBe(-1022);
});

test('what is signed has no line break, so that it is never a call of /v1', async () => {
  const { key } = ada;
  const form = `symbol=MRCYUSD&timestamp=${Date.now()}&\n`;
  const text = `${form}&signature=${Buffer.from(key.signText(form), 'base64').toString('hex')}`;
  const headers = { 'x-mbx-apikey': key.id };
  expect((await sendFacade(testApp, ['POST', '/api/v3/order'], { text, headers })).body.code).toBe(-1100);
});

test('while the disk is short orders are refused and cancelling goes on', async () => {
  const { orderId } = (await buy()).body;
  isDiskShort = true;
  const refused = await buy();
  expect(refused).toMatchObject({ status: 503, body: { code: -1008 }, headers: { 'retry-after': '30' } });
  const cancelled = await callFacade(testApp, ada.key, ['DELETE', '/api/v3/order'], { symbol, orderId });
  expect(cancelled).toMatchObject({ status: 200, body: { status: 'CANCELED' } });
});

test('candles begin where they are asked for, and are as many', async () => {
  await sell();
  await buy({ price: '0.57', quantity: '10' });
  const ask = async (params: FacadeParams) =>
    (await askFacade(testApp, ['GET', '/api/v3/klines'], { symbol, ...params })).body;
  const minuteMs = 60_000;
  const now = Math.floor(Date.now() / minuteMs) * minuteMs;
  const [last] = (await ask({ interval: '1m', limit: 1 })).slice(-1);
  expect(last).toHaveLength(12);
  expect(last[4]).toBe('0.5700');
  expect(last[6] - last[0]).toBe(minuteMs - 1);
  expect(await ask({ interval: '1m', startTime: now + 10 * minuteMs })).toEqual([]);
  expect(await ask({ interval: '1m', endTime: now - 24 * 60 * minuteMs })).toEqual([]);
  const [begins] = await ask({ interval: '1m', startTime: 0, limit: 1 });
  expect(Number(begins[5])).toBeGreaterThan(0);
  const day = await ask({ interval: '1d', startTime: last[0] - 24 * 60 * minuteMs, limit: 5 });
  expect(day).toHaveLength(1);
  expect((await askFacade(testApp, ['GET', '/api/v3/klines'], { symbol, interval: '1s' })).body.code).toBe(
    -1120,
  );
});
