import { amountOf } from '@mercury/contract/money/amount.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkLedger } from '../../ledger/ledger.ts';
import { RailUnavailableError, type ObservedPayment } from '../../rails/rail.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { balanceOf, confirmPaymentsOf, openTestTopUp, runJob, topUpIdOf } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { createRealRail } from '../../test/withdrawals.ts';

vi.setConfig({ testTimeout: 30_000 });

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

async function runOut(topUpId: string, since = '1 second'): Promise<void> {
  await testApp.db.pool.query(
    `update topup set created_at = now() - $2::interval - interval '30 minutes', expires_at = now() - $2::interval
      where id = $1`,
    [topUpId, since],
  );
}

async function history(id: string) {
  return (await testApp.call('GET', `/transactions/${id}`, { token: person.token })).body.transaction;
}

async function claimables() {
  const { body } = await testApp.call('GET', '/transactions?limit=100', { token: person.token });
  return body.transactions.filter(({ canClaim }: { canClaim: boolean }) => canClaim);
}

describe('the watch of top-ups', () => {
  it('looks at closed ones also while more than a round of others are open', async () => {
    const topUpId = await topUpIdOf(testApp, await openTestTopUp(testApp, person, '57'));
    await runOut(topUpId, '1 hour');
    await runJob(testApp, 'expire-top-up', { topUpId });
    for (let count = 0; count < 100; count += 1) await openTestTopUp(testApp, person, '57');
    await testApp.db.pool.query(
      `insert into sandbox_payment (id, topup_id, asset, amount, chosen_asset, confirmations, confirmations_needed)
       values (gen_random_uuid(), $1, 'USDT', 57000000, 'USDT', 12, 12)`,
      [topUpId],
    );
    // Last: the job that comes each minute may have looked at it before there was a payment, or looks at this moment.
    await testApp.db.pool.query(
      `update topup set closed_at = now() - interval '1 hour', watched_at = null where id = $1`,
      [topUpId],
    );
    await runJob(testApp, 'watch-rail', {});
    await expect.poll(claimables).toHaveLength(1);
  });
});

describe('a rail that is silent', () => {
  it('is asked about one only in a round, which then comes after those that nobody asked about', async () => {
    let isSilent = true;
    const asked: string[] = [];
    const rail = createRealRail({
      canTopUp: true,
      openPayment: async ({ topUpId, paymentToken }) => ({
        externalId: topUpId,
        paymentUrl: `https://rail.example/pay/${paymentToken}`,
      }),
      async findPayments(externalId) {
        asked.push(externalId);
        if (isSilent) throw new RailUnavailableError('it does not answer');
        return [];
      },
    });
    const elsewhere = await createTestApp({}, { rail });
    const payer = await makePerson(elsewhere);
    const open = async () => topUpIdOf(elsewhere, await openTestTopUp(elsewhere, payer, '57'));
    const [first, second, third] = [await open(), await open(), await open()];
    asked.length = 0;
    await runJob(elsewhere, 'watch-rail', {});
    expect(asked).toEqual([first]);
    isSilent = false;
    asked.length = 0;
    await runJob(elsewhere, 'watch-rail', {});
    expect(asked).toEqual([second, third, first]);
    await elsewhere.close();
  });
});

describe('a top-up of a rail that is not in use any more', () => {
  it('waits for what was seen while it can count, then closes with what was confirmed and still takes the rest', async () => {
    const topUp = await openTestTopUp(testApp, person, '57');
    const topUpId = await topUpIdOf(testApp, topUp);
    const pay = (amount: string) =>
      testApp.call('POST', `/sandbox/payments/${topUp.paymentToken}/pay`, {
        body: { currency: 'USDT', amount },
      });
    await pay('20');
    await confirmPaymentsOf(testApp, topUp);
    await testApp.db.pool.query(
      `insert into topup_payment (id, topup_id, rail, external_id, asset, amount, usd_amount, state, seen_at)
       values (gen_random_uuid(), $1, 'btcpay', 'seen once', 'USDT', 37000000, 37000000, 'seen', now() - interval '2 days')`,
      [topUpId],
    );
    await testApp.db.pool.query(`update topup set rail = 'btcpay' where id = $1`, [topUpId]);
    await runOut(topUpId, '50 minutes');
    await runJob(testApp, 'expire-top-up', { topUpId });
    await runJob(testApp, 'watch-rail', {});
    expect(await history(topUp.transactionId)).toMatchObject({ state: 'payment_seen' });
    await runOut(topUpId, '25 hours');
    await runJob(testApp, 'watch-rail', {});
    expect(await history(topUp.transactionId)).toMatchObject({ state: 'completed', usdValue: '20.00' });
    // The operator went back to that rail, which has it confirmed.
    await testApp.db.pool.query(
      `update topup_payment set state = 'confirmed', confirmed_at = now() where external_id = 'seen once'`,
    );
    await testApp.db.pool.query(
      `update topup set rail = 'sandbox', closed_at = now() - interval '1 hour', watched_at = null where id = $1`,
      [topUpId],
    );
    await runJob(testApp, 'expire-top-up', { topUpId });
    expect(await claimables()).toMatchObject([{ usdValue: '37.00' }]);
  });
});

describe('a look at the rail', () => {
  it('that was asked for in time does not end a top-up, however late its answer comes', async () => {
    const paid: ObservedPayment = {
      externalId: 'paid in time',
      amount: amountOf('USDT', 57_000_000n),
      usd: amountOf('USD', 57_000_000n),
      state: 'confirmed',
      isWrongCoin: false,
      seenAt: new Date(),
    };
    const first = Promise.withResolvers<readonly ObservedPayment[]>();
    const findPayments = vi
      .fn<() => Promise<readonly ObservedPayment[]>>()
      .mockReturnValueOnce(first.promise)
      .mockResolvedValue([paid]);
    const rail = createRealRail({
      canTopUp: true,
      openPayment: async ({ topUpId, paymentToken }) => ({
        externalId: topUpId,
        paymentUrl: `https://rail.example/pay/${paymentToken}`,
      }),
      findPayments,
      readWebhook: ({ rawBody }) => ({ kind: 'topup', externalId: rawBody.toString() }),
    });
    const elsewhere = await createTestApp({}, { rail });
    const payer = await makePerson(elsewhere);
    const topUpId = await topUpIdOf(elsewhere, await openTestTopUp(elsewhere, payer, '57'));
    const sendWebhook = () =>
      elsewhere.app.inject({ method: 'POST', url: '/v1/rails/btcpay/webhook', payload: topUpId });
    const slow = sendWebhook();
    await vi.waitFor(() => expect(findPayments).toHaveBeenCalled());
    await elsewhere.db.pool.query(
      `update topup set created_at = created_at - interval '1 hour', expires_at = now() where id = $1`,
      [topUpId],
    );
    first.resolve([]);
    expect((await slow).statusCode).toBe(200);
    await sendWebhook();
    expect(await balanceOf(elsewhere, payer)).toBe('100.00000000');
    await elsewhere.close();
  });
});
