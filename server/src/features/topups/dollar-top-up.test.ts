import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkLedger } from '../../ledger/ledger.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { confirmPaymentsOf, openTestTopUp, runJob, topUpIdOf, type TestTopUp } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

let testApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  person = await makePerson(testApp);
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

const inDollars = { creditCurrency: 'USD' } as const;
const body = { amount: '57', currency: 'USD', paymentMethod: 'CRYPTO', ...inDollars };

function topUp(input: unknown, key?: string) {
  return testApp.call('POST', '/wallets/topup', {
    token: person.token,
    body: input,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
}

/** USDT is worth its number in dollars. */
async function pay(opened: TestTopUp, amount?: string) {
  const reply = await testApp.call('POST', `/sandbox/payments/${opened.paymentToken}/pay`, {
    body: { currency: 'USDT', ...(amount === undefined ? {} : { amount }) },
  });
  return succeeded(endpoints.paySandboxPayment, reply).payment;
}

async function dollars() {
  const reply = await testApp.call('GET', '/wallets/balance', { token: person.token });
  const { wallets } = succeeded(endpoints.getBalance, reply);
  return wallets.find(({ currency }) => currency === 'USD');
}

async function history(id: string) {
  const reply = await testApp.call('GET', `/transactions/${id}`, { token: person.token });
  return succeeded(endpoints.getTransaction, reply);
}

/** Its half hour is over, and what came, came before. */
async function expire(opened: TestTopUp): Promise<void> {
  const topUpId = await topUpIdOf(testApp, opened);
  for (const change of [
    `update sandbox_payment set created_at = now() - interval '30 minutes' where topup_id = $1`,
    `update topup_payment set seen_at = now() - interval '30 minutes' where topup_id = $1`,
    `update topup set created_at = now() - interval '1 hour', expires_at = now() - interval '1 second' where id = $1`,
  ]) {
    await testApp.db.pool.query(change, [topUpId]);
  }
  await runJob(testApp, 'expire-top-up', { topUpId });
}

describe('a top-up to dollars', () => {
  it('promises, shows on its way and credits as many dollars as were asked for', async () => {
    const opened = await openTestTopUp(testApp, person, '57', inDollars);
    expect((await history(opened.transactionId)).transaction).toMatchObject({
      type: 'TOPUP',
      currency: 'USD',
      amount: '57.00',
      usdValue: '57.00',
      state: 'awaiting_payment',
    });
    expect(await dollars()).toBeUndefined();
    expect(await pay(opened)).toMatchObject({ creditAmount: '57.00', creditCurrency: 'USD' });
    expect(await dollars()).toMatchObject({ balance: '0.00', pendingBalance: '57.00' });
    await confirmPaymentsOf(testApp, opened);
    expect(await dollars()).toMatchObject({
      balance: '57.00',
      availableBalance: '57.00',
      pendingBalance: '0.00',
      usdValue: '57.00',
      isUsdValueIndicative: false,
    });
    const { transaction } = await history(opened.transactionId);
    expect(transaction.timeline.map(({ state }) => state)).toEqual([
      'awaiting_payment',
      'payment_seen',
      'completed',
    ]);
  });

  it('moves what the house has in the order of the assets', async () => {
    const opened = await openTestTopUp(testApp, person, '57', inDollars);
    await pay(opened, '20');
    await testApp.call('POST', `/sandbox/payments/${opened.paymentToken}/pay`, { body: { currency: 'BTC' } });
    await confirmPaymentsOf(testApp, opened);
    const { entries } = await history(opened.transactionId);
    expect(entries.map(({ account, currency }) => `${currency} ${account}`)).toEqual([
      'BTC rail_clearing',
      'USDT rail_clearing',
      'BTC exposure',
      'USD exposure',
      'USDT exposure',
      'USD available',
    ]);
  });

  it('that is paid too little is credited with the dollars that came, once its time is over', async () => {
    const opened = await openTestTopUp(testApp, person, '57', inDollars);
    await pay(opened, '20.019999');
    await confirmPaymentsOf(testApp, opened);
    await expire(opened);
    expect((await history(opened.transactionId)).transaction).toMatchObject({
      status: 'COMPLETED',
      currency: 'USD',
      amount: '20.01',
    });
    expect(await dollars()).toMatchObject({ balance: '20.01' });
  });

  it('that nobody pays expires, and what comes then is claimed in dollars', async () => {
    const opened = await openTestTopUp(testApp, person, '57', inDollars);
    await expire(opened);
    expect((await history(opened.transactionId)).transaction).toMatchObject({
      state: 'expired',
      currency: 'USD',
    });
    await pay(opened, '57');
    await confirmPaymentsOf(testApp, opened);
    const list = await testApp.call('GET', '/transactions', { token: person.token });
    const { transactions } = succeeded(endpoints.listTransactions, list);
    const offered = transactions.find(({ canClaim }) => canClaim);
    expect(offered).toMatchObject({ currency: 'USD', amount: '57.00' });
    const claimed = await testApp.call('POST', '/wallets/topup/claim', {
      token: person.token,
      body: { transactionId: offered?.id },
    });
    expect(succeeded(endpoints.claimTopUp, claimed)).toMatchObject({
      transaction: { currency: 'USD', amount: '57.00', status: 'COMPLETED' },
      wallet: { currency: 'USD', balance: '57.00' },
    });
  });

  it('is another intent than one to the own coin under the same key, which by name or by default is one intent', async () => {
    const { creditCurrency: _left, ...plain } = body;
    expect((await topUp(body, 'dollars-of-mine')).status).toBe(201);
    expect((await topUp(body, 'dollars-of-mine')).status).toBe(201);
    expect(refused(await topUp(plain, 'dollars-of-mine')).error).toBe('IdempotencyKeyReused');
    const first = await topUp(plain, 'coins-of-mine');
    expect((await topUp({ ...plain, creditCurrency: 'MRCY' }, 'coins-of-mine')).body).toEqual(first.body);
    expect(refused(await topUp(body, 'coins-of-mine')).error).toBe('IdempotencyKeyReused');
  });

  it.each(['BTC', 'EUR', '', null, 1])('to %j is refused', async (creditCurrency) => {
    expect(refused(await topUp({ ...body, creditCurrency })).error).toBe('ValidationFailed');
  });
});

describe('dollars', () => {
  it('go out by no withdrawal and come in by no deposit, and their wallet says so', async () => {
    const opened = await openTestTopUp(testApp, person, '57', inDollars);
    await pay(opened);
    await confirmPaymentsOf(testApp, opened);
    expect(await dollars()).toMatchObject({ canDeposit: false, canWithdraw: false });
    const other = await makePerson(testApp);
    const recipientAddress = other.user.walletAddress;
    const refusalOf = async (method: 'GET' | 'POST', path: string, input?: unknown) =>
      refused(await testApp.call(method, path, { token: person.token, body: input })).error;
    const out = { currency: 'USD', amount: '10' };
    expect(await refusalOf('POST', '/wallets/withdraw', { ...out, address: recipientAddress })).toBe(
      'WithdrawalNotOffered',
    );
    expect(await refusalOf('POST', '/wallets/deposit', out)).toBe('DepositNotOffered');
    expect(await refusalOf('GET', '/wallets/deposit/address?currency=USD')).toBe('DepositNotOffered');
    expect(await dollars()).toMatchObject({ balance: '57.00', availableBalance: '57.00' });
  });
});
