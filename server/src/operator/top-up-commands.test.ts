import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { refused, succeeded } from '../test/app.ts';
import { startLiveMarket, type LiveMarket } from '../test/live-market.ts';
import { confirmPaymentsOf, openTestTopUp, runJob, type TestTopUp } from '../test/money.ts';
import { makePerson, type SignedInPerson } from '../test/person.ts';
import { topUpCommands } from './top-up-commands.ts';

vi.setConfig({ testTimeout: 20_000 });

let market: LiveMarket;
let person: SignedInPerson;
let topUp: TestTopUp;

beforeAll(async () => {
  market = await startLiveMarket();
});
beforeEach(async () => {
  await market.begin();
  person = await makePerson(market.testApp);
  topUp = await openTestTopUp(market.testApp, person, '57');
});
afterEach(() => market.end());
afterAll(() => market.close());

async function run(name: keyof typeof topUpCommands, ...words: string[]): Promise<string> {
  const { db, ownerDb, config, settings } = market.testApp;
  return (
    (await topUpCommands[name]?.run({ db, ownerDb, config, settings, operator: 'ada' }, words)) ??
    'no such command'
  );
}

/** Another coin than was chosen, while nobody says what it costs. */
async function payUnpriced(): Promise<string> {
  const { testApp } = market;
  market.standIn.outage = 503;
  market.pass(10 * 60_000);
  const reply = await testApp.call('POST', `/sandbox/payments/${topUp.paymentToken}/pay`, {
    body: { currency: 'USDT', sentCurrency: 'BTC', amount: '0.001' },
  });
  succeeded(endpoints.paySandboxPayment, reply);
  await confirmPaymentsOf(testApp, topUp);
  const { rows } = await testApp.db.pool.query<{ external_id: string }>(
    `select external_id from topup_payment where topup_id = (select id from topup where user_id = $1)`,
    [person.user.id],
  );
  return rows[0]?.external_id ?? '';
}

const leave = () =>
  market.testApp.call('DELETE', '/users/account', {
    token: person.token,
    body: { password: person.password },
  });

it('a payment that waits for a price is listed until it is given back, and is offered to nobody then', async () => {
  expect(await run('waiting-payments')).toBe('There are none');
  const payment = await payUnpriced();
  expect(await run('waiting-payments')).toContain(person.username);
  expect(await run('waiting-payments')).toContain('0.00100000 BTC');
  expect(await run('payment-returned', payment, 'sent back')).toBe(
    `${payment} is offered to nobody any more: give it back now`,
  );
  expect(await run('waiting-payments')).toBe('There are none');
  await expect(run('payment-returned', payment, 'again')).rejects.toThrow('waits for a price');

  market.standIn.outage = undefined;
  market.pass(10 * 60_000);
  await runJob(market.testApp, 'watch-rail', {});
  const reply = await market.testApp.call('GET', '/transactions', { token: person.token });
  const { transactions } = succeeded(endpoints.listTransactions, reply);
  expect(transactions.filter(({ canClaim }) => canClaim)).toEqual([]);
  const { rows } = await market.testApp.db.pool.query(
    `select actor as operator, coalesce(reason, '') as detail from audit_entry where action = 'payment-returned'`,
  );
  expect(rows).toEqual([{ operator: 'ada', detail: `${payment}: sent back` }]);
});

it('somebody whose payment was given back may leave', async () => {
  const payment = await payUnpriced();
  await market.testApp.db.pool.query(
    `update topup set created_at = now() - interval '1 hour', expires_at = now() - interval '1 second' where user_id = $1`,
    [person.user.id],
  );
  await runJob(market.testApp, 'watch-rail', {});
  expect(refused(await leave()).error).toBe('AccountHasUnfinishedTransactions');
  await run('payment-returned', payment, 'sent back');
  expect((await leave()).status).toBe(200);
});
