import { endpoints } from '@mercury/contract/api/index.ts';
import { encodeAddress } from '@mercury/contract/money/address.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { lockPerson } from '../../identity/person/locks.ts';
import {
  createSiblingApp,
  createTestApp,
  refused,
  succeeded,
  type TestApp,
  type TestReply,
} from '../../test/app.ts';
import { giveMoney, openTestTopUp } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { createRealRail, walletOf, withdrawWith } from '../../test/withdrawals.ts';

let testApp: TestApp;
/** The same product, once its operator offers no withdrawals any more. */
let closedApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  const rail = createRealRail({ name: 'sandbox', isSandbox: true, canWithdraw: () => false });
  closedApp = await createSiblingApp(testApp, {}, { rail });
});
beforeEach(async () => {
  person = await makePerson(testApp);
});
afterAll(async () => {
  await closedApp.close();
  await testApp.close();
});

test('a repeat is answered as the first call was, though nothing is withdrawn any more', async () => {
  await giveMoney(testApp, person, 'BTC', '1');
  const headers = { 'idempotency-key': 'asked-twice' };
  const first = await withdrawWith(testApp, person, {}, headers);
  const again = await withdrawWith(closedApp, person, {}, headers);
  const { transaction } = succeeded(endpoints.withdraw, first);
  expect(succeeded(endpoints.withdraw, again).transaction).toEqual(transaction);
  const other = await withdrawWith(closedApp, person, { amount: '0.1' }, headers);
  expect(refused(other).error).toBe('IdempotencyKeyReused');
  expect(refused(await withdrawWith(closedApp, person)).error).toBe('WithdrawalNotOffered');
});

/** Withdraws under a key while `meanwhile` keeps the person's row, and returns the reply once that has committed. */
async function withdrawDuring(meanwhile: (trx: Transaction) => Promise<unknown>): Promise<TestReply> {
  const { db } = testApp;
  const { sent } = await inTransaction(db, async (trx) => {
    await lockPerson(trx, person.user.id);
    const sending = withdrawWith(testApp, person, {}, { 'idempotency-key': 'waits-for-its-turn' });
    await vi.waitFor(async () => {
      const { rowCount } = await db.pool.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      expect(rowCount).toBe(1);
    });
    await meanwhile(trx);
    return { sent: sending };
  });
  return sent;
}

test('a session that ends while its withdrawal waits for its turn withdraws nothing', async () => {
  await giveMoney(testApp, person, 'BTC', '1');
  const reply = await withdrawDuring((trx) =>
    trx.client.query('delete from session where user_id = $1', [person.user.id]),
  );
  expect(refused(reply).error).toBe('Unauthenticated');
  const { rows } = await testApp.db.pool.query('select from withdrawal where user_id = $1', [person.user.id]);
  expect(rows).toEqual([]);
});

test('a key that is used for something else while its withdrawal waits for its turn is refused', async () => {
  await giveMoney(testApp, person, 'BTC', '1');
  const reply = await withdrawDuring((trx) =>
    trx.client.query(
      `insert into idempotency (owner_id, key, fingerprint, reply)
       values ($1, 'withdraw waits-for-its-turn', 'another', '{}')`,
      [person.user.id],
    ),
  );
  expect(refused(reply).error).toBe('IdempotencyKeyReused');
});

test('the reply tells of money on its way what the wallet tells: what it will be credited as', async () => {
  await giveMoney(testApp, person, 'MRCY', '100');
  const topUp = await openTestTopUp(testApp, person, '57');
  await testApp.call('POST', `/sandbox/payments/${topUp.paymentToken}/pay`, {
    body: { currency: 'USDT', amount: '20' },
  });
  const address = encodeAddress(new Uint8Array(20).fill(7));
  const reply = await withdrawWith(testApp, person, { currency: 'MRCY', amount: '50', address });
  const { wallet } = succeeded(endpoints.withdraw, reply);
  expect(wallet.pendingBalance).toBe('35.08771929');
  expect(await walletOf(testApp, person, 'MRCY')).toMatchObject({ pendingBalance: wallet.pendingBalance });
});
