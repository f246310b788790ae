import { endpoints } from '@mercury/contract/api/index.ts';
import type { Order } from '@mercury/contract/api/orders.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction } from '../../db/database.ts';
import { proveBooks } from '../../ledger/testing/postings.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { openMarket } from '../../test/markets.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { sweepOrders } from './archive.ts';

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
  for (const { token } of [ada, grace]) await testApp.call('DELETE', '/orders', { token });
  await proveBooks(testApp.db);
});
afterAll(() => testApp.close());

function ask({ token }: SignedInPerson, terms: Readonly<Record<string, unknown>>) {
  const body = { market: 'MRCY-USD', side: 'BUY', type: 'LIMIT', price: '0.55', quantity: '10', ...terms };
  return testApp.call('POST', '/orders', { token, body });
}

async function place(person: SignedInPerson, terms: Readonly<Record<string, unknown>> = {}): Promise<Order> {
  return succeeded(endpoints.placeOrder, await ask(person, terms)).order;
}

async function cancel({ token }: SignedInPerson, { id }: Order): Promise<Order> {
  return succeeded(endpoints.cancelOrder, await testApp.call('DELETE', `/orders/${id}`, { token })).order;
}

/** As if all that happened to it had been so long ago. Its id tells its time, so it gets another one. */
async function age(order: Order, days: number, minutes: number): Promise<Order> {
  const agedMs = (days * 24 * 60 + minutes) * 60_000;
  const id = uuidv7({ msecs: Date.now() - agedMs });
  await inTransaction(testApp.ownerDb, async ({ client }) => {
    // Fills name their orders, and can't be changed.
    await client.query('set local session_replication_role = replica');
    const at = new Date(Date.now() - agedMs);
    await client.query('update book_order set id = $2, created_at = $3, updated_at = $3 where id = $1', [
      order.id,
      id,
      at,
    ]);
    for (const role of ['maker', 'taker']) {
      await client.query(`update fill set ${role}_order_id = $2 where ${role}_order_id = $1`, [order.id, id]);
    }
  });
  return { ...order, id };
}

async function isListed({ token }: SignedInPerson, { id }: Order): Promise<boolean> {
  return (await testApp.call('GET', `/orders/${id}`, { token })).status === 200;
}

test('an order that never traded is kept for 90 days after it was over, and no longer', async () => {
  const [over, ends, old, open] = [await place(ada), await place(ada), await place(ada), await place(ada)];
  for (const order of [over, ends, old]) await cancel(ada, order);
  const aged = [await age(over, 90, 1), await age(ends, 90, -1), await age(old, 100, 0)];
  // It was open for a hundred days.
  await testApp.ownerDb.pool.query('update book_order set updated_at = now() where id = $1', [aged[2]?.id]);
  await sweepOrders(testApp);
  const listed = await Promise.all([...aged, open].map((order) => isListed(ada, order)));
  expect(listed).toEqual([false, true, true, true]);
});

test('one that traded stays, also where only a part did', async () => {
  await place(grace, { side: 'SELL', price: '0.57', quantity: '4' });
  const partly = await place(ada, { price: '0.57', quantity: '10' });
  await cancel(ada, partly);
  const whole = await place(grace, { side: 'SELL', price: '0.56' });
  await place(ada, { price: '0.56' });
  const aged = [await age(partly, 365, 0), await age(whole, 365, 0)] as const;
  await sweepOrders(testApp);
  expect([await isListed(ada, aged[0]), await isListed(grace, aged[1])]).toEqual([true, true]);
});

test('its name is kept: the same order is answered to a repeat, and another body is refused', async () => {
  const terms = { clientOrderId: 'mine', price: '0.5' };
  const cancelled = await age(await cancel(ada, await place(ada, terms)), 90, 1);
  await sweepOrders(testApp);
  expect(await isListed(ada, cancelled)).toBe(false);
  const again = await place(ada, terms);
  expect({ ...again, createdAt: '', updatedAt: '' }).toEqual({ ...cancelled, createdAt: '', updatedAt: '' });
  expect(refused(await ask(ada, { ...terms, price: '0.51' })).error).toBe('IdempotencyKeyReused');
  // Another person's name is another name.
  await giveMoney(testApp, grace, 'USD', '100');
  expect((await place(grace, terms)).id).not.toBe(cancelled.id);
});
