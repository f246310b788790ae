import { endpoints } from '@mercury/contract/api/index.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { proveBooks } from '../../ledger/testing/postings.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { createTestExchange } from '../../test/house-quotes.ts';
import { openMarket, untilWaiting, withLock } from '../../test/markets.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { changeTogether, type OrderChange } from './change-together.ts';
import { requireMarket } from './use-orders.ts';

/** What commands that share a commit may do to one another. */

let testApp: TestApp;
let ada: SignedInPerson;
let grace: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  await openMarket(testApp);
  await openMarket(testApp, 'MRCY-USDT');
});
beforeEach(async () => {
  [ada, grace] = [await makePerson(testApp), await makePerson(testApp)];
  await giveMoney(testApp, ada, 'USD', '1000');
  await giveMoney(testApp, grace, 'MRCY', '1000');
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const { token } of [ada, grace]) await testApp.call('DELETE', '/orders', { token });
  await proveBooks(testApp.db);
});
afterAll(() => testApp.close());

type Terms = Readonly<Record<string, string>>;

function ask({ token }: SignedInPerson, terms: Terms) {
  const body = { market: 'MRCY-USD', type: 'LIMIT', quantity: '100', ...terms };
  return testApp.call('POST', '/orders', { token, body });
}

async function place(person: SignedInPerson, terms: Terms) {
  return succeeded(endpoints.placeOrder, await ask(person, terms)).order;
}

async function changeInOneBatch({ user }: SignedInPerson, changes: readonly OrderChange[]) {
  const exchange = await createTestExchange(testApp);
  const market = await requireMarket(testApp, 'MRCY-USD');
  return changeTogether({ exchange }, market, { userId: user.id, changes });
}

test('an order that is amended twice in one commit, and then trades, has the terms of the second', async () => {
  await place(grace, { side: 'SELL', price: '0.58' });
  const { id } = await place(ada, { side: 'BUY', price: '0.55', quantity: '10' });
  const answers = await changeInOneBatch(ada, [
    { kind: 'amend', orderId: id, price: 5600, quantity: 1200 },
    { kind: 'amend', orderId: id, price: 5800, quantity: 2000 },
  ]);
  expect(answers).toMatchObject([{ kind: 'done' }, { kind: 'done' }]);
  const reply = await testApp.call('GET', `/orders/${id}`, { token: ada.token });
  expect(succeeded(endpoints.getOrder, reply).order).toMatchObject({
    status: 'FILLED',
    price: '0.5800',
    quantity: '20.00',
    filled: '20.00',
  });
});

test('a name that comes twice keeps nobody else for the next commit', async () => {
  const input = { market: 'MRCY-USD', side: 'BUY', type: 'LIMIT', price: '0.55', quantity: '10' } as const;
  const named = { kind: 'place', input: { ...input, clientOrderId: 'twice' } } as const;
  const [first, repeat, other] = await changeInOneBatch(ada, [named, named, { kind: 'place', input }]);
  expect(repeat).toMatchObject({ kind: 'repeat' });
  if (first?.kind !== 'done' || other?.kind !== 'done') throw new Error('an order was not placed');
  expect(other.order?.created_at).toEqual(first.order?.created_at);
  // The next commit, which has nothing to write, saw what the first one did.
  expect(repeat).toMatchObject({ order: { id: first.order?.id } });
});

test('money that is spent in two markets at once has no book read anew', async () => {
  const markets = ['MRCY-USD', 'MRCY-USDT'];
  for (const market of markets) await place(grace, { side: 'SELL', price: '0.6', quantity: '10', market });
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const lock = `select from app_user where id = '${grace.user.id}' for update`;
  const replies = await withLock(testApp, lock, async (client) => {
    const asked = [];
    for (const market of markets) {
      asked.push(ask(grace, { side: 'SELL', price: '0.6', quantity: '900', market }));
      await untilWaiting(testApp, 'book_commit', asked.length);
    }
    await client.query('rollback');
    return Promise.all(asked);
  });
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 422]));
  const loser = replies.find(({ status }) => status === 422);
  expect(loser && refused(loser).error).toBe('InsufficientBalance');
  const readings = queries.mock.calls.filter(([text]) => JSON.stringify(text).includes('book_read'));
  expect(readings.length).toBeGreaterThan(2);
  expect(readings.filter(([, values]) => Array.isArray(values) && values[1] === null)).toEqual([]);
  // The copy is right: it goes on where the database is.
  for (const market of markets) await place(grace, { side: 'SELL', price: '0.61', quantity: '1', market });
});
