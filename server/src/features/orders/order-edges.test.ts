import { endpoints } from '@mercury/contract/api/index.ts';
import type { Order } from '@mercury/contract/api/orders.ts';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { inTransaction } from '../../db/database.ts';
import { addJob } from '../../jobs/queue.ts';
import { proveBooks } from '../../ledger/testing/postings.ts';
import { createSiblingApp, createTestApp, succeeded, type TestApp } from '../../test/app.ts';
import { openMarket, withLock } from '../../test/markets.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { createRealRail } from '../../test/withdrawals.ts';
import { createMarket } from '../market/market.ts';
import { changeTogether, type OrderChange } from './change-together.ts';
import { createExchange } from './exchange.ts';
import { boundsOf } from './price-bounds.ts';
import { requireMarket } from './use-orders.ts';

/** Where a rule about orders just holds. The own coin costs 0.57 US dollars. */
vi.setConfig({ testTimeout: 30_000 });

let testApp: TestApp;
let ada: SignedInPerson;
let grace: SignedInPerson;
const market = 'MRCY-USD';

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
  for (const { token } of [ada, grace]) await testApp.call('DELETE', '/orders', { token });
  await proveBooks(testApp.db);
});
afterAll(() => testApp.close());

const inputOf = (terms: Partial<Terms>): Terms => ({ market, side: 'BUY', type: 'LIMIT', ...terms });
type Terms = Extract<OrderChange, { kind: 'place' }>['input'];

async function place({ token }: SignedInPerson, terms: Partial<Terms>, app = testApp): Promise<Order> {
  const body = inputOf({ quantity: '10', ...terms });
  return succeeded(endpoints.placeOrder, await app.call('POST', '/orders', { token, body })).order;
}

function services() {
  const { settings, db } = testApp;
  const log = pino({ level: 'silent' });
  const base = {
    settings,
    db,
    rail: createRealRail(),
    market: createMarket({ settings: undefined, db, log }),
  };
  const events = { publish: () => undefined };
  return { ...base, exchange: createExchange({ ...base, events }) };
}

/** In one commit. */
async function placeTogether(person: SignedInPerson, orders: readonly Partial<Terms>[]) {
  const { db, exchange } = services();
  const terms = await requireMarket({ db }, market);
  const changes = orders.map((order) => ({ kind: 'place', input: inputOf(order) }) as const);
  const answers = await changeTogether({ exchange }, terms, { userId: person.user.id, changes });
  return answers.map(({ kind }) => kind);
}

test('what self-trade prevention took from an order is taken once, also of what then rests', async () => {
  await giveMoney(testApp, ada, 'MRCY', '30');
  await place(ada, { side: 'SELL', price: '0.55', quantity: '30' });
  const bid = await place(ada, { price: '0.55', quantity: '100', selfTrade: 'decrement' });
  expect(bid).toMatchObject({ status: 'OPEN', quantity: '70.00', filled: '0.00' });
});

test('what an order bought can be sold by the next one of the same commit', async () => {
  await place(grace, { side: 'SELL', price: '0.56', quantity: '100' });
  const kinds = await placeTogether(ada, [
    { price: '0.56', quantity: '100' },
    { side: 'SELL', price: '0.6', quantity: '99.8' },
  ]);
  expect(kinds).toEqual(['done', 'done']);
});

test('a stop without a limit shows none, though it has a bound', async () => {
  const stop = await place(ada, { type: 'STOP', stopPrice: '0.6', quantity: '10' });
  expect(stop).toMatchObject({ status: 'WAITING', price: null, stopPrice: '0.6000' });
});

test('at most 100 stops fire in a commit, however many commands it has; the sweep fires the others, also of a book read anew', async () => {
  const stop = { type: 'STOP_LIMIT', quantity: '1' } as const;
  const waiting = Array.from({ length: 120 }, (_none, index) =>
    index < 60
      ? { ...stop, stopPrice: '0.58', price: '0.58' }
      : { ...stop, stopPrice: '0.59', price: '0.59' },
  );
  await place(grace, { side: 'SELL', price: '0.57', quantity: '1' });
  await place(ada, { price: '0.57', quantity: '1' });
  await placeTogether(ada, waiting);
  for (const price of ['0.58', '0.59']) await place(grace, { side: 'SELL', price, quantity: '1' });
  const linus = await makePerson(testApp);
  await giveMoney(testApp, linus, 'USD', '10');
  const fired = async () => {
    const { rows } = await testApp.db.pool.query<{ count: number }>(
      `select count(*)::integer as count from book_event
        where market = $1 and event ->> 'kind' = 'triggered' group by created_at`,
      [market],
    );
    return rows.map(({ count }) => count).toSorted((one, other) => other - one);
  };
  await placeTogether(linus, [
    { price: '0.58', quantity: '1' },
    { price: '0.59', quantity: '1' },
  ]);
  expect((await fired())[0]).toBe(100);
  await testApp.ownerDb.pool.query('delete from book_event where market = $1', [market]);
  await inTransaction(testApp.db, (trx) => addJob(trx, 'sweep-books', {}));
  const stillWaiting = async () => {
    const { rowCount } = await testApp.db.pool.query(
      `select from book_order where user_id = $1 and status = 'WAITING'`,
      [ada.user.id],
    );
    return rowCount;
  };
  await vi.waitFor(async () => expect(await stillWaiting()).toBe(0), { timeout: 10_000, interval: 20 });
});

test('a name that comes at two markets at once is that of one order, and the other call is told so', async () => {
  await openMarket(testApp, 'MRCY-USDT');
  await giveMoney(testApp, ada, 'USDT', '100');
  const ask = (at: string) => {
    const body = { ...inputOf({ price: '0.55', quantity: '10', clientOrderId: 'one' }), market: at };
    return testApp.call('POST', '/orders', { token: ada.token, body });
  };
  const waiting = async () => {
    const { rowCount } = await testApp.ownerDb.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and strpos(query, 'book_commit') > 0`,
    );
    return rowCount;
  };
  const lock = `select from app_user where id = '${ada.user.id}' for no key update`;
  const replies = await withLock(testApp, lock, async (client) => {
    // Both have read that the name is free.
    const asked = [ask(market), ask('MRCY-USDT')];
    await vi.waitFor(async () => expect(await waiting()).toBe(2), { timeout: 10_000, interval: 10 });
    await client.query('commit');
    return Promise.all(asked);
  });
  const [second, ...none] = replies.filter(({ status }) => status !== 201);
  expect(none).toEqual([]);
  expect(second).toMatchObject({ status: 422, body: { error: 'IdempotencyKeyReused' } });
});

test('whoever cancels all is not told of those that were over by themselves', async () => {
  const due = await place(ada, { price: '0.52', timeInForce: 'GTD', expiresAt: '2099-01-31T12:00:00Z' });
  await place(ada, { price: '0.53' });
  const sibling = await createSiblingApp(testApp);
  try {
    // A process that has not read the book yet finds that it is due.
    await testApp.ownerDb.pool.query(`update book_order set expires_at = now() where id = $1`, [due.id]);
    const reply = await sibling.call('DELETE', '/orders', { token: ada.token });
    expect(succeeded(endpoints.cancelAllOrders, reply).cancelled).toBe(1);
  } finally {
    await sibling.close();
  }
});

describe('a list', () => {
  test('of trades goes on right after the last one of a page', async () => {
    await place(grace, { side: 'SELL', price: '0.56', quantity: '3' });
    for (let count = 0; count < 3; count += 1) await place(ada, { price: '0.56', quantity: '1' });
    const page = async (query: string) => {
      const reply = await testApp.call('GET', `/markets/${market}/trades?${query}`);
      return succeeded(endpoints.listTrades, reply);
    };
    const { trades } = await page('limit=3');
    const first = await page('limit=1');
    const second = await page(`limit=2&cursor=${first.nextCursor}`);
    expect([...first.trades, ...second.trades]).toEqual(trades);
  });

  test('of orders that fit a page has no other page, and one more has', async () => {
    await placeTogether(
      ada,
      Array.from({ length: 50 }, () => ({ price: '0.52', quantity: '1' })),
    );
    const page = async (query = '') => {
      const reply = await testApp.call('GET', `/orders${query}`, { token: ada.token });
      return succeeded(endpoints.listOrders, reply);
    };
    expect(await page()).toMatchObject({ nextCursor: null });
    await place(ada, { price: '0.53' });
    const { orders, nextCursor } = await page();
    const rest = await page(`?cursor=${nextCursor}`);
    expect(rest).toMatchObject({ orders: [{ price: '0.5200' }], nextCursor: null });
    expect(new Set([...orders, ...rest.orders].map(({ id }) => id)).size).toBe(51);
  });

  test('of candles ends before the time that it goes up to', async () => {
    const from = Date.UTC(2026, 0, 1);
    await testApp.ownerDb.pool.query(
      `insert into candle (market, minute, open, high, low, close, volume, quote_volume, fill_count)
       values ($1, $2, 5700, 5700, 5700, 5700, 1, 1, 1)`,
      [market, new Date(from)],
    );
    const [begin, end] = [from, from + 3 * 60_000].map((time) => new Date(time).toISOString());
    const path = `/markets/${market}/candles?interval=1m&from=${begin}&to=${end}`;
    const { candles } = succeeded(endpoints.listCandles, await testApp.call('GET', path));
    expect(candles.map(({ at }) => at.slice(14, 16))).toEqual(['00', '01', '02']);
  });
});

test('without a price outside the mean of five minutes is the reference, and only without it the last price', async () => {
  const source = services();
  const terms = await requireMarket(source, 'LTC-USD');
  const traded = { meanPrice: 5_000, lastPrice: 5_400 };
  expect(boundsOf(source, terms, traded)?.referencePrice).toBe(5_000);
  expect(boundsOf(source, terms, { ...traded, meanPrice: null })?.referencePrice).toBe(5_400);
});
