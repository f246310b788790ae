import { endpoints } from '@mercury/contract/api/index.ts';
import type { Order } from '@mercury/contract/api/orders.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { proveBooks } from '../../ledger/testing/postings.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { openMarket } from '../../test/markets.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

/** What an order may be called, and how long it may live. */

let testApp: TestApp;
let grace: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  await openMarket(testApp);
});
beforeEach(async () => {
  grace = await makePerson(testApp);
  await giveMoney(testApp, grace, 'MRCY', '1000');
});
afterEach(async () => {
  await testApp.call('DELETE', '/orders', { token: grace.token });
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
