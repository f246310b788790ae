import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { features } from '../features.ts';
import { freezeByOperator } from '../../identity/account/freeze.ts';
import { proveBooks } from '../../ledger/testing/postings.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { openMarket } from '../../test/markets.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

let testApp: TestApp;
let ada: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  await openMarket(testApp);
  ada = await makePerson(testApp);
});
afterAll(async () => {
  await proveBooks(testApp.db);
  await testApp.close();
});

async function bid(): Promise<string> {
  const body = { market: 'MRCY-USD', side: 'BUY', type: 'LIMIT', price: '0.55', quantity: '10' };
  const reply = await testApp.call('POST', '/orders', { token: ada.token, body });
  return succeeded(endpoints.placeOrder, reply).order.id;
}

const leave = () =>
  testApp.call('DELETE', '/users/account', {
    token: ada.token,
    body: { password: ada.password },
  });

test('an account with an open order is not deleted, though all of its money is reserved', async () => {
  await giveMoney(testApp, ada, 'USD', '5.50');
  const id = await bid();
  expect(refused(await leave()).error).toBe('AccountHasUnfinishedTransactions');
  await testApp.call('DELETE', `/orders/${id}`, { token: ada.token });
  expect(refused(await leave()).error).toBe('AccountHasMoney');
});

test('names of archived orders go with their person', async () => {
  await testApp.ownerDb.pool.query(
    `insert into archived_order (user_id, client_order_id, told) values ($1, 'mine', '{}')`,
    [ada.user.id],
  );
  succeeded(endpoints.deleteAccount, await leave());
  const { rows } = await testApp.db.pool.query('select from archived_order where user_id = $1', [
    ada.user.id,
  ]);
  expect(rows).toEqual([]);
});

test('a freeze cancels orders also where trading is halted', async () => {
  await giveMoney(testApp, ada, 'USD', '5.50');
  const id = await bid();
  await testApp.ownerDb.pool.query(`insert into trading_halt (operator) values ('Grace')`);
  const { db } = testApp;
  await freezeByOperator(
    { db, accountParts: features },
    { userId: ada.user.id, actor: { kind: 'operator', name: 'Grace' } },
  );
  await vi.waitFor(
    async () => {
      const { rows } = await db.pool.query('select status from book_order where id = $1', [id]);
      expect(rows).toEqual([{ status: 'CANCELLED' }]);
    },
    { timeout: 10_000, interval: 20 },
  );
  await testApp.ownerDb.pool.query('delete from trading_halt');
});
