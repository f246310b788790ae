import { assetOf } from '@mercury/contract/money/asset.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkLedger } from '../../ledger/ledger.ts';
import { createTestApp, refused, type TestApp } from '../../test/app.ts';
import {
  balanceOf,
  chainPaymentsOf,
  confirmPaymentsOf,
  openTestTopUp,
  payAndConfirm,
  runJob,
  topUpIdOf,
} from '../../test/money.ts';
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

const validBody = { amount: '57', currency: 'USD', paymentMethod: 'CRYPTO' };

function topUp(body: unknown, headers: Record<string, string> = {}) {
  return testApp.call('POST', '/wallets/topup', { token: person.token, body, headers });
}

describe('a top-up', () => {
  it('answers where to pay, until when, and what will be credited', async () => {
    const reply = await topUp(validBody);
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      success: true,
      status: 'PENDING',
      amount: '57.00',
      currency: 'USD',
      transaction: {
        type: 'TOPUP',
        status: 'PENDING',
        state: 'awaiting_payment',
        amount: '100.00000000',
        currency: 'MRCY',
        direction: 'in',
      },
    });
    expect(reply.body.paymentUrl).toMatch(/^http:\/\/localhost:3000\/pay\/[A-Za-z0-9_-]{43}$/);
    expect(Date.parse(reply.body.expiresAt) - Date.parse(reply.body.transaction.createdAt)).toBe(
      30 * 60 * 1000,
    );
  });

  it('credits nothing before it is paid, and all of it once it is confirmed', async () => {
    const opened = await openTestTopUp(testApp, person, '57');
    expect(await balanceOf(testApp, person)).toBe('0.00000000');
    const paid = await testApp.call('POST', `/sandbox/payments/${opened.paymentToken}/pay`, {
      body: { currency: 'TON' },
    });
    expect(paid.body.payment).toMatchObject({
      state: 'payment_seen',
      paidWith: 'TON',
      amountUsd: '57.00',
      creditAmount: '100.00000000',
    });
    const onItsWay = await testApp.call('GET', '/wallets/balance', { token: person.token });
    expect(onItsWay.body.wallet).toMatchObject({ balance: '0.00000000', pendingBalance: '100.00000000' });
    await confirmPaymentsOf(testApp, opened);
    const arrived = await testApp.call('GET', '/wallets/balance', { token: person.token });
    expect(arrived.body.wallet).toMatchObject({
      currency: 'MRCY',
      balance: '100.00000000',
      availableBalance: '100.00000000',
      pendingBalance: '0.00000000',
      usdValue: '57.00',
    });
    const shown = await testApp.call('GET', `/transactions/${opened.transactionId}`, { token: person.token });
    expect(shown.body.transaction.timeline.map((step: { state: string }) => step.state)).toEqual([
      'awaiting_payment',
      'payment_seen',
      'completed',
    ]);
    expect(shown.body.transaction.paymentUrl).toBeNull();
    expect(shown.body.message).toBe('Completed.');
  });

  it('is credited once, however often it is paid and confirmed at once', async () => {
    const opened = await openTestTopUp(testApp, person, '57');
    const pay = () =>
      testApp.call('POST', `/sandbox/payments/${opened.paymentToken}/pay`, { body: { currency: 'BTC' } });
    const replies = await Promise.all(Array.from({ length: 10 }, pay));
    expect(replies.map((reply) => reply.status)).toEqual(Array(10).fill(200));
    const payments = await chainPaymentsOf(testApp, opened);
    expect(payments).toHaveLength(1);
    await confirmPaymentsOf(testApp, opened);
    await runJob(testApp, 'advance-sandbox-payment', { paymentId: payments[0]?.id ?? '' }, 10);
    await payAndConfirm(testApp, opened);
    expect(await balanceOf(testApp, person)).toBe('100.00000000');
  });

  it('can not be paid with a coin that is switched off, but counts what was paid with it before', async () => {
    const opened = await openTestTopUp(testApp, person, '57');
    const pay = (body: object) =>
      testApp.call('POST', `/sandbox/payments/${opened.paymentToken}/pay`, { body });
    expect((await pay({ currency: 'SOL' })).status).toBe(200);
    const switchSol = async (isActive: boolean) => {
      await testApp.ownerDb.pool.query(`update asset set is_active = $1 where code = 'SOL'`, [isActive]);
      await vi.waitFor(() => expect(assetOf('SOL').isActive).toBe(isActive));
    };
    await switchSol(false);
    try {
      const refusal = refused(await pay({ currency: 'SOL', amount: '1' }));
      expect(refusal).toMatchObject({
        status: 400,
        error: 'ValidationFailed',
        errors: [{ field: 'currency' }],
      });
      expect(await chainPaymentsOf(testApp, opened)).toHaveLength(1);
      await confirmPaymentsOf(testApp, opened);
    } finally {
      await switchSol(true);
    }
    expect(await balanceOf(testApp, person)).toBe('100.00000000');
  });

  it('rounds what it credits down', async () => {
    const reply = await topUp({ ...validBody, amount: '1.00' });
    expect(reply.body.transaction.amount).toBe('1.75438596');
  });

  it.each([
    ['0', 'AmountNotPositive', 422],
    ['0.00', 'AmountNotPositive', 422],
    ['0.99', 'AmountOutOfRange', 422],
    ['10000.01', 'AmountOutOfRange', 422],
    ['12.345', 'ValidationFailed', 400],
    ['1e3', 'ValidationFailed', 400],
    ['-5', 'ValidationFailed', 400],
    ['+5', 'ValidationFailed', 400],
    ['NaN', 'ValidationFailed', 400],
    ['۵۷', 'ValidationFailed', 400],
    ['', 'ValidationFailed', 400],
    [57, 'ValidationFailed', 400],
  ])('of %j dollars is refused', async (amount, code, status) => {
    const reply = await topUp({ ...validBody, amount });
    expect({ status: reply.status, error: reply.body.error }).toEqual({ status, error: code });
  });

  it.each(['1', '1.00', '10000', '10000.00'])('of %s dollars, at the bound, is taken', async (amount) => {
    expect((await topUp({ ...validBody, amount })).status).toBe(201);
  });

  it('repeated under its key is the same top-up with the same reply, also when it comes many times at once', async () => {
    const headers = { 'idempotency-key': 'one-intent-of-mine' };
    const replies = await Promise.all(Array.from({ length: 20 }, () => topUp(validBody, headers)));
    expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1);
    const list = await testApp.call('GET', '/transactions', { token: person.token });
    expect(list.body.total).toBe(1);
  });

  it('repeated under its key after it was paid is answered as the first time', async () => {
    const headers = { 'idempotency-key': 'paid-in-between' };
    const first = await topUp(validBody, headers);
    const paymentToken = new URL(first.body.paymentUrl).pathname.slice(5);
    await payAndConfirm(testApp, { transactionId: first.body.transactionId, paymentToken });
    const repeat = await topUp(validBody, { ...headers, 'accept-language': 'zh' });
    expect(repeat.body).toEqual(first.body);
    expect(await balanceOf(testApp, person)).toBe('100.00000000');
  });

  it('under a used key with another amount is refused', async () => {
    const headers = { 'idempotency-key': 'used-for-another' };
    await topUp(validBody, headers);
    const reply = await topUp({ ...validBody, amount: '58' }, headers);
    expect({ status: reply.status, error: reply.body.error }).toEqual({
      status: 422,
      error: 'IdempotencyKeyReused',
    });
  });
});

describe('a payment page', () => {
  it('is nothing to whoever has no such link', async () => {
    const reply = await testApp.call('GET', `/sandbox/payments/${'x'.repeat(43)}`);
    expect(reply.status).toBe(404);
  });

  it('offers every supported coin for a little more rather than less than its worth', async () => {
    const opened = await openTestTopUp(testApp, person, '100');
    const { body } = await testApp.call('GET', `/sandbox/payments/${opened.paymentToken}`);
    expect(body.payment.offers).toHaveLength(11);
    expect(body.payment.offers).toContainEqual({
      currency: 'USDT',
      network: 'Ethereum',
      amount: '100.000000',
    });
    expect(body.payment.offers).toContainEqual({ currency: 'BTC', network: 'Bitcoin', amount: '0.00220350' });
  });

  it('takes no coin that is not offered', async () => {
    const opened = await openTestTopUp(testApp, person, '57');
    const reply = await testApp.call('POST', `/sandbox/payments/${opened.paymentToken}/pay`, {
      body: { currency: 'MRCY' },
    });
    expect(reply.status).toBe(400);
  });

  it('that is paid stays paid when its expiry comes', async () => {
    const opened = await openTestTopUp(testApp, person, '57');
    await payAndConfirm(testApp, opened);
    await runJob(testApp, 'expire-top-up', { topUpId: await topUpIdOf(testApp, opened) });
    expect(await balanceOf(testApp, person)).toBe('100.00000000');
  });
});
