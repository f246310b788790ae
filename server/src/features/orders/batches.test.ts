import { endpoints } from '@mercury/contract/api/index.ts';
import type { Order } from '@mercury/contract/api/orders.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { proveBooks } from '../../ledger/testing/postings.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { openMarket, untilWaiting, withLock } from '../../test/markets.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

/** What several commands do in one commit, and what one of them must not do to the others. */

let testApp: TestApp;
let ada: SignedInPerson;
let grace: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  await openMarket(testApp, 'MRCY-USD');
  await openMarket(testApp, 'MRCY-USDT');
});
beforeEach(async () => {
  [ada, grace] = [await makePerson(testApp), await makePerson(testApp)];
  for (const person of [ada, grace]) {
    await giveMoney(testApp, person, 'USD', '1000');
    await giveMoney(testApp, person, 'MRCY', '1000');
  }
});
afterEach(async () => {
  for (const { token } of [ada, grace]) await testApp.call('DELETE', '/orders', { token });
  await proveBooks(testApp.db);
});
afterAll(() => testApp.close());

type Terms = Readonly<Record<string, unknown>>;

function ask({ token }: SignedInPerson, terms: Terms) {
  const body = { market: 'MRCY-USD', type: 'LIMIT', quantity: '100', ...terms };
  return testApp.call('POST', '/orders', { token, body });
}

async function place(person: SignedInPerson, terms: Terms): Promise<Order> {
  return succeeded(endpoints.placeOrder, await ask(person, terms)).order;
}

/** The calls of `work` come in this sequence and share a commit: another batch waits for the market meanwhile. */
async function inOneBatch(work: () => readonly Promise<unknown>[]): Promise<void> {
  let first: Promise<unknown> | undefined;
  let calls: readonly Promise<unknown>[] = [];
  await withLock(testApp, `select book_take('MRCY-USD')`, async () => {
    first = ask(grace, { side: 'SELL', price: '0.62', quantity: '10' });
    await untilWaiting(testApp, 'book_read');
    calls = work();
    // The calls reach the market's desk while the batch before theirs waits.
    await testApp.call('GET', '/markets/MRCY-USD', {});
  });
  await Promise.all([first, ...calls]);
}

test('an amendment and the decrement after it leave the quantity that both mean', async () => {
  const resting = await place(grace, { side: 'SELL', price: '0.60' });
  await inOneBatch(() => [
    testApp.call('PATCH', `/orders/${resting.id}`, { token: grace.token, body: { price: '0.59' } }),
    ask(grace, { side: 'BUY', price: '0.59', quantity: '40', selfTrade: 'decrement' }),
  ]);
  const reply = await testApp.call('GET', `/orders/${resting.id}`, { token: grace.token });
  expect(succeeded(endpoints.getOrder, reply).order).toMatchObject({
    price: '0.5900',
    quantity: '60.00',
    filled: '0.00',
  });
});

test('one name in two markets at once costs the others of its batch next to nothing', async () => {
  const others = Array.from({ length: 40 }, () =>
    ask(ada, { side: 'BUY', price: '0.52', quantity: '10', timeInForce: 'IOC' }),
  );
  const named = ['MRCY-USD', 'MRCY-USDT'].map((market) =>
    ask(grace, { side: 'SELL', price: '0.61', quantity: '10', clientOrderId: 'twice', market }),
  );
  const placed = (await Promise.all(others)).map((reply) => succeeded(endpoints.placeOrder, reply).order.id);
  await Promise.all(named);
  const { rows } = await testApp.db.pool.query<{ count: number }>(
    'select count(distinct xmin::text)::integer as count from book_order where id = any ($1::uuid[])',
    [placed],
  );
  expect(rows[0]?.count).toBeLessThan(12);
});

test('an order is found by its id in capitals too', async () => {
  const order = await place(grace, { side: 'SELL', price: '0.61' });
  const reply = await testApp.call('DELETE', `/orders/${order.id.toUpperCase()}`, { token: grace.token });
  expect(succeeded(endpoints.cancelOrder, reply).order.status).toBe('CANCELLED');
});

test('an end that another time zone would put into the year 10000 is refused', async () => {
  const gtd = { side: 'SELL', price: '0.61', timeInForce: 'GTD' };
  expect(refused(await ask(grace, { ...gtd, expiresAt: '9999-12-31T23:59:59Z' }))).toMatchObject({
    error: 'ValidationFailed',
    errors: [{ field: 'expiresAt' }],
  });
  expect((await ask(grace, { ...gtd, expiresAt: '9998-12-31T23:59:59Z' })).status).toBe(201);
});
