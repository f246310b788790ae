import { endpoints } from '@mercury/contract/api/index.ts';
import type { Order } from '@mercury/contract/api/orders.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { limits } from '@mercury/contract/limits.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { features } from '../features.ts';
import { freezeByOperator } from '../../identity/account/freeze.ts';
import { proveBooks } from '../../ledger/testing/postings.ts';
import { createSiblingApp, createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { openMarket } from '../../test/markets.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

/** The own coin costs 0.57 US dollars, so its market trades from 0.513 to 0.627. */
vi.setConfig({ testTimeout: 30_000 });

let testApp: TestApp;
let ada: SignedInPerson;
let grace: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  await openMarket(testApp);
});
beforeEach(async () => {
  [ada, grace] = [await makePerson(testApp), await makePerson(testApp)];
  await giveMoney(testApp, ada, 'USD', '1000');
  await giveMoney(testApp, grace, 'MRCY', '1000');
});
afterEach(async () => {
  await clearBook();
  await proveBooks(testApp.db);
});
afterAll(() => testApp.close());

type Terms = Readonly<Record<string, unknown>>;

function ask(person: SignedInPerson, terms: Terms, app = testApp) {
  const body = { market: 'MRCY-USD', type: 'LIMIT', quantity: '100', ...terms };
  return app.call('POST', '/orders', { token: person.token, body });
}

async function place(person: SignedInPerson, terms: Terms, app = testApp): Promise<Order> {
  return succeeded(endpoints.placeOrder, await ask(person, terms, app)).order;
}

async function orderNow(person: SignedInPerson, { id }: Order): Promise<Order> {
  const reply = await testApp.call('GET', `/orders/${id}`, { token: person.token });
  return succeeded(endpoints.getOrder, reply).order;
}

async function wallet(person: SignedInPerson, asset: AssetCode) {
  const reply = await testApp.call('GET', '/wallets/balance', { token: person.token });
  const found = succeeded(endpoints.getBalance, reply).wallets.find(({ currency }) => currency === asset);
  return { balance: found?.balance, available: found?.availableBalance, inOrders: found?.inOrders };
}

async function book(app = testApp) {
  return succeeded(endpoints.getBook, await app.call('GET', '/markets/MRCY-USD/book'));
}

/** Each test begins with an empty book. */
async function clearBook(): Promise<void> {
  for (const person of [ada, grace]) await testApp.call('DELETE', '/orders', { token: person.token });
}

describe('an order', () => {
  test('rests and reserves what it may spend, without an entry, and frees it when it is cancelled', async () => {
    const order = await place(ada, { side: 'BUY', price: '0.55' });
    expect(order).toMatchObject({ status: 'OPEN', price: '0.5500', quantity: '100.00', filled: '0.00' });
    expect(await wallet(ada, 'USD')).toEqual({ balance: '1000.00', available: '945.00', inOrders: '55.00' });
    expect(await book()).toMatchObject({ bids: [{ price: '0.5500', quantity: '100.00' }], asks: [] });
    const { rows } = await testApp.db.pool.query(
      `select from entry join account on account.id = account_id where owner_id = $1 and amount < 0`,
      [ada.user.id],
    );
    expect(rows).toEqual([]);

    const reply = await testApp.call('DELETE', `/orders/${order.id}`, { token: ada.token });
    expect(succeeded(endpoints.cancelOrder, reply).order.status).toBe('CANCELLED');
    expect(await wallet(ada, 'USD')).toEqual({ balance: '1000.00', available: '1000.00', inOrders: '0.00' });
    const again = await testApp.call('DELETE', `/orders/${order.id}`, { token: ada.token });
    expect(refused(again)).toMatchObject({ status: 422, error: 'OrderNotOpen' });
  });

  test('trades at the price of the one that was there, and both pay their fee out of what they receive', async () => {
    const maker = await place(grace, { side: 'SELL', price: '0.56', quantity: '60' });
    const taker = await place(ada, { side: 'BUY', price: '0.58', quantity: '100' });
    // 60 MRCY less 0.2 %; 33.60 USD less 0.1 %. The rest is reserved at its own price, 40 at 0.58.
    expect(taker).toMatchObject({
      status: 'OPEN',
      filled: '60.00',
      averagePrice: '0.560000',
      fee: '0.12000000',
      feeCurrency: 'MRCY',
    });
    expect(await orderNow(grace, maker)).toMatchObject({
      status: 'FILLED',
      fee: '0.033600',
      feeCurrency: 'USD',
    });
    expect(await wallet(ada, 'MRCY')).toMatchObject({ balance: '59.88000000' });
    expect(await wallet(ada, 'USD')).toEqual({ balance: '966.40', available: '943.20', inOrders: '23.20' });
    expect(await wallet(grace, 'USD')).toMatchObject({ balance: '33.5664' });
    expect(await wallet(grace, 'MRCY')).toMatchObject({ balance: '940.00000000', inOrders: '0.00000000' });

    const fills = succeeded(
      endpoints.listFills,
      await testApp.call('GET', '/fills', { token: ada.token }),
    ).fills;
    expect(fills).toMatchObject([{ orderId: taker.id, side: 'BUY', isMaker: false, price: '0.5600' }]);
    const [candle] = succeeded(
      endpoints.listCandles,
      await testApp.call('GET', '/markets/MRCY-USD/candles'),
    ).candles.slice(-1);
    expect(candle).toMatchObject({ close: '0.5600', low: '0.5600' });
  });

  test('rounds a fee up to the smallest unit', async () => {
    await place(grace, { side: 'SELL', price: '0.5601', quantity: '1.01' });
    const taker = await place(ada, { side: 'BUY', price: '0.5601', quantity: '1.01' });
    expect(taker.fee).toBe('0.00202000');
    // 0.565701 USD: a thousandth is 565.701 millionths.
    expect(await wallet(grace, 'USD')).toMatchObject({ balance: '0.565135' });
  });

  test('that the money is not there for is refused alone', async () => {
    const replies = await Promise.all([
      ask(ada, { side: 'BUY', price: '0.55', quantity: '1000' }),
      ask(ada, { side: 'BUY', price: '0.55', quantity: '1000' }),
      ask(grace, { side: 'SELL', price: '0.60', quantity: '10' }),
    ]);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(replies.find(({ status }) => status === 422)?.body.error).toBe('InsufficientBalance');
    expect(await wallet(ada, 'USD')).toMatchObject({ inOrders: '550.00' });
  });

  test('by budget spends no more than that', async () => {
    await place(grace, { side: 'SELL', price: '0.56', quantity: '100' });
    const taker = await place(ada, { side: 'BUY', type: 'MARKET', quantity: undefined, budget: '10' });
    expect(taker).toMatchObject({ status: 'FILLED', filled: '17.85', price: null, budget: '10.000000' });
    expect(await wallet(ada, 'USD')).toMatchObject({ balance: '990.004', inOrders: '0.00' });
  });

  test('does not trade outside the price range, and one that is absurd is refused', async () => {
    await place(grace, { side: 'SELL', price: '0.64', quantity: '10' });
    const taker = await place(ada, { side: 'BUY', type: 'MARKET', quantity: '10' });
    expect(taker).toMatchObject({ status: 'EXPIRED', reason: 'price_range', filled: '0.00' });
    expect(refused(await ask(ada, { side: 'BUY', price: '3', quantity: '10' })).error).toBe(
      'OrderPriceTooFar',
    );
  });

  test('changes in its place if it becomes smaller, and reserves more where it grows', async () => {
    const order = await place(ada, { side: 'BUY', price: '0.55' });
    const amend = async (body: Terms) =>
      succeeded(
        endpoints.amendOrder,
        await testApp.call('PATCH', `/orders/${order.id}`, { token: ada.token, body }),
      ).order;
    expect(await amend({ quantity: '50' })).toMatchObject({ quantity: '50.00', seq: order.seq });
    expect(await wallet(ada, 'USD')).toMatchObject({ inOrders: '27.50' });
    const moved = await amend({ price: '0.56', quantity: '200' });
    expect(moved).toMatchObject({ id: order.id, price: '0.5600', quantity: '200.00', status: 'OPEN' });
    expect(moved.seq).toBeGreaterThan(order.seq);
    expect(await wallet(ada, 'USD')).toMatchObject({ inOrders: '112.00' });
  });

  test('that is amended across the market trades with the money that it had reserved', async () => {
    await place(grace, { side: 'SELL', price: '0.56', quantity: '1000' });
    const order = await place(ada, { side: 'BUY', price: '0.50', quantity: '1000' });
    await giveMoney(testApp, ada, 'MRCY', '1');
    const reply = await testApp.call('PATCH', `/orders/${order.id}`, {
      token: ada.token,
      body: { price: '0.56' },
    });
    expect(succeeded(endpoints.amendOrder, reply).order).toMatchObject({
      status: 'FILLED',
      filled: '1000.00',
    });
    expect(await wallet(ada, 'USD')).toEqual({ balance: '440.00', available: '440.00', inOrders: '0.00' });
  });

  test.each([
    ['ValidationFailed', { side: 'BUY', price: '0.55001' }],
    ['ValidationFailed', { side: 'BUY', price: '0.55', quantity: '1.001' }],
    ['ValidationFailed', { side: 'BUY', price: '0.55', budget: '5' }],
    ['ValidationFailed', { side: 'BUY', type: 'MARKET', price: '0.55' }],
    ['ValidationFailed', { side: 'BUY', price: '0.55', timeInForce: 'GTD' }],
    ['ValidationFailed', { side: 'BUY', price: '0.55', timeInForce: 'IOC', postOnly: true }],
    ['AmountOutOfRange', { side: 'BUY', price: '0.55', quantity: '0.99' }],
    ['NotFound', { side: 'BUY', price: '0.55', market: 'NONE-USD' }],
  ] as const)('is refused with %s as %o', async (error, terms) => {
    expect(refused(await ask(ada, terms)).error).toBe(error);
  });
});

test('markets, trades and orders are listed', async () => {
  await place(grace, { side: 'SELL', price: '0.56', quantity: '10' });
  const { id } = await place(ada, { side: 'BUY', price: '0.56', quantity: '10' });
  const { markets } = succeeded(endpoints.listMarkets, await testApp.call('GET', '/markets'));
  const symbols = markets.map(({ market }) => market);
  expect(symbols.slice(0, 3)).toEqual(['BTC-USD', 'BTC-USDT', 'ETH-USD']);
  expect(symbols.at(-1)).toBe('ETH-BTC');
  const { market } = succeeded(endpoints.getMarket, await testApp.call('GET', '/markets/MRCY-USD'));
  expect(market).toMatchObject({ tick: '0.0001', lot: '0.01', quantityMin: '1.00', lastPrice: '0.5600' });
  const { trades } = succeeded(
    endpoints.listTrades,
    await testApp.call('GET', '/markets/MRCY-USD/trades?limit=1'),
  );
  expect(trades).toMatchObject([{ price: '0.5600', quantity: '10.00', takerSide: 'BUY' }]);
  const { orders } = succeeded(
    endpoints.listOrders,
    await testApp.call('GET', '/orders', { token: ada.token }),
  );
  expect(orders.map((order) => order.id)).toEqual([id]);
});

describe('a client order id', () => {
  test('gives the same order for the same body, however often it is sent, and refuses another body', async () => {
    const terms = { side: 'BUY', price: '0.55', clientOrderId: 'mine-1' };
    const replies = await Promise.all(Array.from({ length: 5 }, () => ask(ada, terms)));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(replies.map(({ body }) => body.order.id)).size).toBe(1);
    expect(await wallet(ada, 'USD')).toMatchObject({ inOrders: '55.00' });
    const other = await ask(ada, { ...terms, price: '0.54' });
    expect(refused(other)).toMatchObject({ status: 422, error: 'IdempotencyKeyReused' });
  });

  test('is kept after the order is over: a retry does not double the position', async () => {
    const terms = { side: 'BUY', price: '0.56', quantity: '10', clientOrderId: 'mine-2' };
    await place(grace, { side: 'SELL', price: '0.56', quantity: '100' });
    const first = await place(ada, terms);
    expect(await place(ada, terms)).toEqual(first);
    expect(await wallet(ada, 'MRCY')).toMatchObject({ balance: '9.98000000' });
  });
});

describe('two processes on one market', () => {
  test('take turns: each sees what the other did, and nobody trades twice', async () => {
    const other = await createSiblingApp(testApp);
    try {
      await place(grace, { side: 'SELL', price: '0.56', quantity: '100' });
      const apps = [testApp, other];
      const orders = await Promise.all(
        Array.from({ length: 20 }, (_none, index) =>
          place(ada, { side: 'BUY', price: '0.56', quantity: '10' }, apps[index % 2]),
        ),
      );
      const filled = orders.filter(({ status }) => status === 'FILLED');
      expect(filled).toHaveLength(10);
      expect(await book(other)).toMatchObject({ bids: [{ price: '0.5600', quantity: '100.00' }], asks: [] });
      const { rows } = await testApp.db.pool.query(
        `select count(*)::integer as events, max(seq)::integer as last from book_event where market = 'MRCY-USD'`,
      );
      expect(rows[0]?.events).toBe(rows[0]?.last);
    } finally {
      await other.close();
    }
  });

  test('whoever has missed what the log no longer has reads the book anew', async () => {
    const other = await createSiblingApp(testApp);
    try {
      await place(grace, { side: 'SELL', price: '0.57', quantity: '5' }, other);
      await place(grace, { side: 'SELL', price: '0.56', quantity: '5' });
      await testApp.db.pool.query(`delete from book_event where market = 'MRCY-USD'`);
      const { status } = await place(ada, { side: 'BUY', price: '0.57', quantity: '10' }, other);
      expect(status).toBe('FILLED');
    } finally {
      await other.close();
    }
  });

  test('a book that is read anew has the same priority', async () => {
    const first = await place(grace, { side: 'SELL', price: '0.56', quantity: '5' });
    const second = await place(grace, { side: 'SELL', price: '0.56', quantity: '5' });
    const fresh = await createSiblingApp(testApp);
    try {
      await place(ada, { side: 'BUY', price: '0.56', quantity: '7' }, fresh);
    } finally {
      await fresh.close();
    }
    expect(await orderNow(grace, first)).toMatchObject({ status: 'FILLED' });
    expect(await orderNow(grace, second)).toMatchObject({ status: 'OPEN', filled: '2.00' });
  });
});

describe('what is reserved', () => {
  test('can be neither sent nor withdrawn', async () => {
    await place(grace, { side: 'SELL', price: '0.60', quantity: '990' });
    const send = (amount: string) =>
      testApp.call('POST', '/wallets/transfer', {
        token: grace.token,
        body: { recipientAddress: ada.user.walletAddress, amount, currency: 'MRCY' },
      });
    expect(refused(await send('10.01')).error).toBe('InsufficientBalance');
    expect((await send('10')).status).toBe(200);
  });

  test('comes from any money of the person once, whatever they do at once', async () => {
    const replies = await Promise.all([
      ask(grace, { side: 'SELL', price: '0.60', quantity: '600' }),
      testApp.call('POST', '/wallets/transfer', {
        token: grace.token,
        body: { recipientAddress: ada.user.walletAddress, amount: '600', currency: 'MRCY' },
      }),
    ]);
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1);
  });
});

describe('a frozen account', () => {
  test('places nothing, also on a call that was on its way', async () => {
    await testApp.db.pool.query(
      `update app_user set frozen_at = now(), frozen_by = 'operator' where id = $1`,
      [grace.user.id],
    );
    const asked = await ask(grace, { side: 'SELL', price: '0.60', quantity: '10' });
    expect(refused(asked).error).toBe('Unauthenticated');
  });

  test('has its open orders cancelled right after the freeze', async () => {
    const { id } = await place(grace, { side: 'SELL', price: '0.60', quantity: '10' });
    const { db } = testApp;
    await freezeByOperator(
      { db, accountParts: features },
      { userId: grace.user.id, actor: { kind: 'operator', name: 'test' } },
    );
    await vi.waitFor(
      async () => {
        const { rows } = await db.pool.query('select status from book_order where id = $1', [id]);
        expect(rows).toEqual([{ status: 'CANCELLED' }]);
      },
      { timeout: 10_000, interval: 20 },
    );
  });
});

test(`a person has at most ${limits.openOrdersMax} open orders in a market`, async () => {
  const replies = await Promise.all(
    Array.from({ length: limits.openOrdersMax + 5 }, () =>
      ask(ada, { side: 'BUY', price: '0.52', quantity: '1' }),
    ),
  );
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(limits.openOrdersMax);
  expect(replies.find(({ status }) => status !== 201)?.body.error).toBe('TooManyOpenOrders');
});

test('the reply to each change tells when it came in, its place in the log, and the time of its commit', async () => {
  const began = Date.now();
  const placed = succeeded(
    endpoints.placeOrder,
    await ask(ada, { side: 'BUY', price: '0.55', clientOrderId: 'told' }),
  );
  expect(placed).toMatchObject({ seq: placed.order.seq, committedAt: placed.order.createdAt });
  expect(placed.receivedAt).toBe(placed.order.receivedAt);
  expect(Date.parse(placed.receivedAt)).toBeGreaterThanOrEqual(began);
  const repeated = succeeded(
    endpoints.placeOrder,
    await ask(ada, { side: 'BUY', price: '0.55', clientOrderId: 'told' }),
  );
  expect(repeated).toMatchObject({ seq: placed.seq, committedAt: placed.committedAt });
  const path = `/orders/${placed.order.id}`;
  const { token } = ada;
  const amended = succeeded(
    endpoints.amendOrder,
    await testApp.call('PATCH', path, { token, body: { quantity: '50' } }),
  );
  expect(amended).toMatchObject({ seq: placed.seq + 1, committedAt: amended.order.updatedAt });
  expect(Date.parse(amended.receivedAt)).toBeGreaterThanOrEqual(Date.parse(placed.committedAt));
  const cancelled = succeeded(endpoints.cancelOrder, await testApp.call('DELETE', path, { token }));
  expect(cancelled).toMatchObject({ seq: placed.seq + 2, committedAt: cancelled.order.updatedAt });
  expect(cancelled.order).toMatchObject({ seq: placed.seq, receivedAt: placed.receivedAt });
});
