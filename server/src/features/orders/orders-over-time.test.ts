import { endpoints } from '@mercury/contract/api/index.ts';
import type { Order } from '@mercury/contract/api/orders.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { inTransaction } from '../../db/database.ts';
import { addJob } from '../../jobs/queue.ts';
import { proveBooks } from '../../ledger/testing/postings.ts';
import { createSiblingApp, createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { openMarket } from '../../test/markets.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

/** What happens to orders after they came. The own coin costs 0.57 US dollars, and one USDT costs one of them. */

let testApp: TestApp;
let ada: SignedInPerson;
let grace: SignedInPerson;
let linus: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  await openMarket(testApp, 'MRCY-USD');
  await openMarket(testApp, 'MRCY-USDT');
});
beforeEach(async () => {
  [ada, grace, linus] = [await makePerson(testApp), await makePerson(testApp), await makePerson(testApp)];
  for (const person of [ada, grace, linus]) {
    for (const asset of ['USD', 'USDT', 'MRCY'] as const) await giveMoney(testApp, person, asset, '1000');
  }
});
afterEach(async () => {
  for (const { token } of [ada, grace, linus]) await testApp.call('DELETE', '/orders', { token });
  await proveBooks(testApp.db);
});
afterAll(() => testApp.close());

type Terms = Readonly<Record<string, unknown>>;

function ask({ token }: SignedInPerson, terms: Terms, app = testApp) {
  const body = { market: 'MRCY-USD', type: 'LIMIT', quantity: '10', ...terms };
  return app.call('POST', '/orders', { token, body });
}

async function place(person: SignedInPerson, terms: Terms, app = testApp): Promise<Order> {
  return succeeded(endpoints.placeOrder, await ask(person, terms, app)).order;
}

async function orderNow({ token }: SignedInPerson, { id }: Order): Promise<Order> {
  return succeeded(endpoints.getOrder, await testApp.call('GET', `/orders/${id}`, { token })).order;
}

async function amend({ token }: SignedInPerson, { id }: Order, body: Terms): Promise<Order> {
  return succeeded(endpoints.amendOrder, await testApp.call('PATCH', `/orders/${id}`, { token, body })).order;
}

async function inOrders({ token }: SignedInPerson): Promise<string | undefined> {
  const reply = await testApp.call('GET', '/wallets/balance', { token });
  return succeeded(endpoints.getBalance, reply).wallets.find(({ currency }) => currency === 'USD')?.inOrders;
}

/** A trade at this price, between two who have no part in what is tested. */
async function trade(price: string, app = testApp): Promise<void> {
  await place(grace, { side: 'SELL', price, quantity: '1' }, app);
  await place(linus, { side: 'BUY', price, quantity: '1' }, app);
}

describe('a stop', () => {
  test('waits unseen with its money reserved, and enters when its price is traded at', async () => {
    await trade('0.56');
    const stop = await place(ada, { side: 'BUY', type: 'STOP_LIMIT', stopPrice: '0.58', price: '0.59' });
    expect(stop.status).toBe('WAITING');
    expect(await inOrders(ada)).toBe('5.90');
    const book = await testApp.call('GET', '/markets/MRCY-USD/book');
    expect(succeeded(endpoints.getBook, book).bids).toEqual([]);

    await trade('0.57');
    expect((await orderNow(ada, stop)).status).toBe('WAITING');
    await trade('0.58');
    expect(await orderNow(ada, stop)).toMatchObject({ status: 'OPEN', price: '0.5900', filled: '0.00' });
    await place(grace, { side: 'SELL', price: '0.58' });
    expect(await orderNow(ada, stop)).toMatchObject({ status: 'FILLED', averagePrice: '0.590000' });
    expect(await inOrders(ada)).toBe('0.00');
  });

  test('fires in a process that has read the book anew', async () => {
    await trade('0.58');
    const stop = await place(ada, { side: 'SELL', type: 'STOP', price: undefined, stopPrice: '0.56' });
    await place(grace, { side: 'BUY', price: '0.55', quantity: '10' });
    const fresh = await createSiblingApp(testApp);
    try {
      await place(grace, { side: 'SELL', price: '0.56', quantity: '1', selfTrade: 'expire_maker' }, fresh);
      await place(linus, { side: 'BUY', price: '0.56', quantity: '1' }, fresh);
    } finally {
      await fresh.close();
    }
    expect(await orderNow(ada, stop)).toMatchObject({ status: 'FILLED', averagePrice: '0.550000' });
  });

  test('whose price the market has reached is refused', async () => {
    await trade('0.58');
    const reply = await ask(ada, { side: 'BUY', type: 'STOP_LIMIT', stopPrice: '0.58', price: '0.59' });
    expect(refused(reply).error).toBe('OrderWouldTrigger');
  });
});

test('an order with an end expires by the sweep, also where nobody trades, and frees its money', async () => {
  await openMarket(testApp, 'LTC-USD');
  const other = await createSiblingApp(testApp);
  const terms = { market: 'LTC-USD', side: 'BUY', price: '50', quantity: '1' };
  const end = { timeInForce: 'GTD', expiresAt: '2099-01-31T12:00:00Z' };
  // The one process that has this book in memory ends: the others read what is due.
  const [due, later] = [await place(ada, { ...terms, ...end }, other), await place(ada, terms, other)];
  await other.close();
  await testApp.ownerDb.pool.query(
    `update book_order set expires_at = now() - interval '1 second' where id = $1`,
    [due.id],
  );
  await inTransaction(testApp.db, (trx) => addJob(trx, 'sweep-books', {}));
  await vi.waitFor(async () => expect((await orderNow(ada, due)).status).toBe('EXPIRED'), {
    timeout: 10_000,
    interval: 20,
  });
  expect((await orderNow(ada, later)).status).toBe('OPEN');
  expect(await inOrders(ada)).toBe('50.00');
});

describe('an amended order', () => {
  const sale = { side: 'SELL', price: '0.56' };

  test('that becomes smaller stays before the others of its price', async () => {
    const [first, second] = [await place(ada, sale), await place(grace, sale)];
    await amend(ada, first, { quantity: '4' });
    await place(linus, { side: 'BUY', price: '0.56', quantity: '4' });
    expect((await orderNow(ada, first)).status).toBe('FILLED');
    expect((await orderNow(grace, second)).filled).toBe('0.00');
  });

  test('that grows goes behind them', async () => {
    const [first, second] = [await place(ada, sale), await place(grace, sale)];
    await amend(ada, first, { quantity: '11' });
    await place(linus, { side: 'BUY', price: '0.56', quantity: '10' });
    expect((await orderNow(ada, first)).filled).toBe('0.00');
    expect((await orderNow(grace, second)).status).toBe('FILLED');
  });
});

test('a price that moves by more than a tenth makes the market post-only until it reopens', async () => {
  const at = (side: string, price: string) => ({ market: 'MRCY-USDT', side, price, quantity: '1' });
  const tradeAt = async (price: string) => {
    await place(grace, at('SELL', price));
    return ask(linus, at('BUY', price));
  };
  const stateNow = async () =>
    succeeded(endpoints.getMarket, await testApp.call('GET', '/markets/MRCY-USDT')).market.state;

  expect((await tradeAt('0.5300')).status).toBe(201);
  expect((await tradeAt('0.5830')).status).toBe(201);
  expect(await stateNow()).toBe('open');
  expect((await tradeAt('0.5831')).status).toBe(201);
  expect(await stateNow()).toBe('post_only');
  expect(refused(await tradeAt('0.5831')).error).toBe('MarketPostOnly');

  // Two minutes later, within a minute.
  await testApp.ownerDb.pool.query(
    `update candle set minute = minute - interval '2 minutes' where market = 'MRCY-USDT'`,
  );
  await testApp.ownerDb.pool.query(`update market set post_only_until = now() where symbol = 'MRCY-USDT'`);
  expect((await tradeAt('0.5831')).status).toBe(201);
  expect(await stateNow()).toBe('open');
  expect((await tradeAt('0.5300')).status).toBe(201);
  expect(await stateNow()).toBe('post_only');
});
