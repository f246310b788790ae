import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkLedger } from '../../ledger/ledger.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import {
  balanceOf,
  chainPaymentsOf,
  confirmPaymentsOf,
  openTestTopUp,
  runJob,
  topUpIdOf,
  type TestTopUp,
} from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { dropPayment } from '../../test/pretend-chain.ts';

vi.setConfig({ testTimeout: 20_000 });

let testApp: TestApp;
let person: SignedInPerson;
let topUp: TestTopUp;

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  person = await makePerson(testApp);
  topUp = await openTestTopUp(testApp, person, '57');
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

interface Sent {
  currency: AssetCode;
  sentCurrency?: AssetCode;
  amount?: string;
}

/** USDT is worth its number in dollars. */
async function pay(sent: Sent, of = topUp) {
  const reply = await testApp.call('POST', `/sandbox/payments/${of.paymentToken}/pay`, { body: sent });
  expect(reply.status).toBe(200);
  return reply.body.payment;
}

async function page() {
  return (await testApp.call('GET', `/sandbox/payments/${topUp.paymentToken}`)).body.payment;
}

async function history(id = topUp.transactionId) {
  return (await testApp.call('GET', `/transactions/${id}`, { token: person.token })).body.transaction;
}

async function claimables() {
  const { body } = await testApp.call('GET', '/transactions?limit=100', { token: person.token });
  return body.transactions.filter(({ canClaim }: { canClaim: boolean }) => canClaim);
}

function claim(transactionId: string, key?: string, token = person.token) {
  return testApp.call('POST', '/wallets/topup/claim', {
    token,
    body: { transactionId },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
}

/** Its half hour is over. */
async function runOut(): Promise<void> {
  await testApp.db.pool.query(
    `update topup set created_at = now() - interval '1 hour', expires_at = now() - interval '1 second'
      where transaction_id = $1`,
    [topUp.transactionId],
  );
}

async function expire(): Promise<void> {
  await runOut();
  await runJob(testApp, 'expire-top-up', { topUpId: await topUpIdOf(testApp, topUp) });
}

/** What was sent while there was time was seen then, whenever the half hour is made to be over. */
async function expireAfterPayments(): Promise<void> {
  const id = await topUpIdOf(testApp, topUp);
  await testApp.db.pool.query(
    `update sandbox_payment set created_at = now() - interval '30 minutes' where topup_id = $1`,
    [id],
  );
  await testApp.db.pool.query(
    `update topup_payment set seen_at = now() - interval '30 minutes' where topup_id = $1`,
    [id],
  );
  await expire();
}

const statesOf = ({ timeline }: { timeline: { state: string }[] }) => timeline.map(({ state }) => state);

describe('a top-up that is paid too little', () => {
  it('waits for the rest until its time is over, and is credited once it came', async () => {
    expect(await pay({ currency: 'USDT', amount: '20' })).toMatchObject({
      state: 'underpaid',
      missingUsd: '37.00',
    });
    await confirmPaymentsOf(testApp, topUp);
    expect(await history()).toMatchObject({ status: 'PENDING', state: 'underpaid' });
    expect((await history()).paymentUrl).toContain(topUp.paymentToken);
    expect(await balanceOf(testApp, person)).toBe('0.00000000');
    expect(await pay({ currency: 'USDT' })).toMatchObject({ state: 'payment_seen', missingUsd: '0.00' });
    await confirmPaymentsOf(testApp, topUp);
    expect(await balanceOf(testApp, person)).toBe('100.00000000');
    expect(statesOf(await history())).toEqual(['awaiting_payment', 'underpaid', 'payment_seen', 'completed']);
  });

  it('is credited with what came, rounded down, when its time is over', async () => {
    await pay({ currency: 'USDT', amount: '20' });
    await confirmPaymentsOf(testApp, topUp);
    await expireAfterPayments();
    expect(await history()).toMatchObject({
      status: 'COMPLETED',
      state: 'completed',
      amount: '35.08771929',
      usdValue: '20.00',
    });
    expect(await balanceOf(testApp, person)).toBe('35.08771929');
  });

  it('waits beyond its time for what was seen in time', async () => {
    await pay({ currency: 'USDT', amount: '20' });
    await expireAfterPayments();
    expect(await history()).toMatchObject({ status: 'PENDING', state: 'payment_seen' });
    await confirmPaymentsOf(testApp, topUp);
    expect(await history()).toMatchObject({ status: 'COMPLETED', amount: '35.08771929' });
  });

  it('counts what was confirmed once, whatever is said of it later', async () => {
    await pay({ currency: 'USDT', amount: '20' });
    await confirmPaymentsOf(testApp, topUp);
    const [payment] = await chainPaymentsOf(testApp, topUp);
    await testApp.db.pool.query(
      'update sandbox_payment set confirmations = 0, has_failed = true where id = $1',
      [payment?.id],
    );
    await runJob(testApp, 'advance-sandbox-payment', { paymentId: payment?.id ?? '' });
    expect((await page()).payments).toMatchObject([{ state: 'confirmed' }]);
    await expireAfterPayments();
    expect(await history()).toMatchObject({ status: 'COMPLETED', usdValue: '20.00' });
  });

  it('a cent short of what was asked is not complete, and at it is', async () => {
    await pay({ currency: 'USDT', amount: '56.999999' });
    await confirmPaymentsOf(testApp, topUp);
    expect(await history()).toMatchObject({ state: 'underpaid' });
    await pay({ currency: 'USDT', amount: '0.01' });
    await confirmPaymentsOf(testApp, topUp);
    expect(await history()).toMatchObject({ state: 'completed', amount: '100.00000000' });
  });
});

describe('a top-up that is paid too much', () => {
  it('is credited with what was asked for at the firm rate, and the rest waits to be claimed for its worth', async () => {
    await pay({ currency: 'USDT', amount: '114' });
    await confirmPaymentsOf(testApp, topUp);
    expect(await history()).toMatchObject({ amount: '100.00000000', usdValue: '57.00' });
    expect(await balanceOf(testApp, person)).toBe('100.00000000');
    expect((await page()).payments).toMatchObject([
      { problem: null, isCredited: true, amount: '57.000000', usdValue: '57.00' },
      { problem: 'excess', isCredited: false, isPriced: true, amount: '57.000000', usdValue: '57.00' },
    ]);
    expect(await claimables()).toMatchObject([{ amount: '100.00000000', usdValue: '57.00' }]);
  });

  it('by no more than a hundredth is credited whole, as wallets round', async () => {
    await pay({ currency: 'USDT', amount: '57.57' });
    await confirmPaymentsOf(testApp, topUp);
    expect(await history()).toMatchObject({ amount: '101.00000000', usdValue: '57.57' });
    expect(await claimables()).toEqual([]);
  });

  it('counts on its way for no more than it asks for', async () => {
    await pay({ currency: 'BTC', amount: '1' });
    const reply = await testApp.call('GET', '/wallets/balance', { token: person.token });
    expect(reply.body.wallet).toMatchObject({ pendingBalance: '100.00000000' });
  });

  it('leaves what comes after it was settled to be claimed', async () => {
    await pay({ currency: 'BTC' });
    await confirmPaymentsOf(testApp, topUp);
    await pay({ currency: 'USDT', amount: '57' });
    expect(await claimables()).toEqual([]);
    await confirmPaymentsOf(testApp, topUp);
    expect(await claimables()).toMatchObject([{ amount: '100.00000000', usdValue: '57.00' }]);
    expect((await page()).payments).toMatchObject([
      { problem: null, isCredited: true },
      { problem: 'extra', isCredited: false },
    ]);
    expect(await balanceOf(testApp, person)).toBe('100.00000000');
  });
});

describe('a top-up that nobody pays in time', () => {
  it('expires, which the page says at once', async () => {
    await runOut();
    expect(await page()).toMatchObject({ state: 'expired' });
    await runJob(testApp, 'expire-top-up', { topUpId: await topUpIdOf(testApp, topUp) });
    expect(await history()).toMatchObject({ status: 'FAILED', state: 'expired' });
  });

  it('leaves a payment that comes too late to be claimed, before and after it has closed', async () => {
    await runOut();
    await pay({ currency: 'USDT' });
    await confirmPaymentsOf(testApp, topUp);
    await expire();
    await pay({ currency: 'USDT', amount: '11.4' });
    await confirmPaymentsOf(testApp, topUp);
    expect(await history()).toMatchObject({ status: 'FAILED', state: 'expired' });
    expect(await claimables()).toMatchObject([{ usdValue: '11.40' }, { usdValue: '57.00' }]);
    expect((await page()).payments).toMatchObject([{ problem: 'late' }, { problem: 'late' }]);
  });

  it('keeps its rate for what was sent in time and is final an hour later, and no longer', async () => {
    await pay({ currency: 'USDT', amount: '20' });
    await expireAfterPayments();
    await testApp.db.pool.query(
      `update topup set created_at = now() - interval '2 hours', expires_at = now() - interval '61 minutes'
        where transaction_id = $1`,
      [topUp.transactionId],
    );
    await confirmPaymentsOf(testApp, topUp);
    expect(await history()).toMatchObject({ state: 'expired' });
    expect((await page()).payments).toMatchObject([{ problem: 'late', isPriced: true }]);
    expect(await claimables()).toMatchObject([{ usdValue: '20.00' }]);
  });

  it('waits no longer than that for what is not final, and credits what is', async () => {
    await pay({ currency: 'USDT', amount: '20' });
    await confirmPaymentsOf(testApp, topUp);
    await pay({ currency: 'USDT', amount: '0.5' });
    await expireAfterPayments();
    await testApp.db.pool.query(
      `update topup set expires_at = now() - interval '61 minutes', created_at = now() - interval '2 hours'
        where transaction_id = $1`,
      [topUp.transactionId],
    );
    await runJob(testApp, 'watch-rail', {});
    expect(await history()).toMatchObject({ state: 'completed', usdValue: '20.00' });
    await confirmPaymentsOf(testApp, topUp);
    expect(await claimables()).toMatchObject([{ usdValue: '0.50' }]);
  });

  it('expires where the chain drops what was seen', async () => {
    await pay({ currency: 'BTC' });
    const [payment] = await chainPaymentsOf(testApp, topUp);
    await dropPayment(testApp.db.pool, payment?.id ?? '');
    await runJob(testApp, 'advance-sandbox-payment', { paymentId: payment?.id ?? '' });
    expect(await history()).toMatchObject({ state: 'awaiting_payment' });
    await expireAfterPayments();
    expect(await history()).toMatchObject({ state: 'expired' });
    expect(await balanceOf(testApp, person)).toBe('0.00000000');
  });
});

describe('the pretend payer', () => {
  it('sends nothing more for a second click, until another amount is named or too many came', async () => {
    await pay({ currency: 'USDT' });
    await pay({ currency: 'LTC' });
    expect(await chainPaymentsOf(testApp, topUp)).toHaveLength(1);
    for (let count = 1; count < 20; count += 1) await pay({ currency: 'USDT', amount: '0.01' });
    const reply = await testApp.call('POST', `/sandbox/payments/${topUp.paymentToken}/pay`, {
      body: { currency: 'USDT', amount: '0.01' },
    });
    expect({ status: reply.status, error: reply.body.error }).toEqual({
      status: 422,
      error: 'PaymentNotPayable',
    });
  });

  it.each([
    ['0', 'AmountNotPositive'],
    ['0.0000001', 'ValidationFailed'],
    ['1000000.000001', 'AmountOutOfRange'],
  ])('takes no amount of %s USDT', async (amount, error) => {
    const reply = await testApp.call('POST', `/sandbox/payments/${topUp.paymentToken}/pay`, {
      body: { currency: 'USDT', amount },
    });
    expect(reply.body.error).toBe(error);
  });
});

describe('a payment in another coin than was chosen', () => {
  it('does not count, and waits to be claimed once it is final', async () => {
    const shown = await pay({ currency: 'BTC', sentCurrency: 'USDT', amount: '57' });
    expect(shown).toMatchObject({ state: 'awaiting_payment', missingUsd: '57.00', paidWith: 'BTC' });
    await confirmPaymentsOf(testApp, topUp);
    expect((await page()).payments).toMatchObject([{ problem: 'wrong_coin', state: 'confirmed' }]);
    expect(await claimables()).toHaveLength(1);
  });

  it('is no money on its way, beside a part in the right one that is', async () => {
    await pay({ currency: 'USDT', amount: '20' });
    await pay({ currency: 'USDT', sentCurrency: 'BTC', amount: '1' });
    const reply = await testApp.call('GET', '/wallets/balance', { token: person.token });
    // At 0.57 US dollars a coin.
    expect(reply.body.wallet).toMatchObject({ pendingBalance: '35.08771929' });
  });
});

describe('a claim', () => {
  let offered: string;
  beforeEach(async () => {
    await pay({ currency: 'BTC', sentCurrency: 'USDT', amount: '28.5' });
    await confirmPaymentsOf(testApp, topUp);
    [{ id: offered }] = await claimables();
  });

  it('credits the payment under its own row of history', async () => {
    const reply = await claim(offered);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      transaction: {
        id: offered,
        status: 'COMPLETED',
        state: 'completed',
        amount: '50.00000000',
        usdValue: '28.50',
      },
      wallet: { currency: 'MRCY', balance: '50.00000000' },
    });
    expect(await balanceOf(testApp, person)).toBe('50.00000000');
    expect(statesOf(await history(offered))).toEqual(['claimable', 'completed']);
  });

  it('is done once, also when it comes 50 times at once', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => claim(offered)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const refusals = replies.filter(({ status }) => status !== 200).map(({ body }) => body.error);
    expect(new Set(refusals)).toEqual(new Set(['NothingToClaim']));
    expect(await balanceOf(testApp, person)).toBe('50.00000000');
  });

  it('repeated under its key is answered letter for letter as the first time', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => claim(offered, 'one-claim-of-mine')));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await balanceOf(testApp, person)).toBe('50.00000000');
  });

  it('of another payment under a used key is refused', async () => {
    await pay({ currency: 'BTC', sentCurrency: 'USDT', amount: '11.4' });
    await confirmPaymentsOf(testApp, topUp);
    await claim(offered, 'key-of-the-first');
    const other = (await claimables())[0].id;
    const reply = await claim(other, 'key-of-the-first');
    expect({ status: reply.status, error: reply.body.error }).toEqual({
      status: 422,
      error: 'IdempotencyKeyReused',
    });
    expect(await balanceOf(testApp, person)).toBe('50.00000000');
  });

  it("is nobody else's, and of a transaction that offers nothing it is refused", async () => {
    const stranger = await makePerson(testApp);
    expect((await claim(offered, undefined, stranger.token)).body.error).toBe('NotFound');
    expect((await claim(topUp.transactionId)).body.error).toBe('NothingToClaim');
  });
});

describe('the watch of the rail', () => {
  /** The chain has it, final, and its webhooks were lost. */
  async function payUntold(topUpId: string): Promise<void> {
    await testApp.db.pool.query(
      `insert into sandbox_payment (id, topup_id, asset, amount, chosen_asset, confirmations, confirmations_needed)
       values (gen_random_uuid(), $1, 'USDT', 57000000, 'USDT', 12, 12)`,
      [topUpId],
    );
  }

  it('finds what no webhook told of', async () => {
    const topUpId = await topUpIdOf(testApp, topUp);
    await payUntold(topUpId);
    await runJob(testApp, 'watch-rail', {});
    expect(await balanceOf(testApp, person)).toBe('100.00000000');
  });

  it('finds a late payment within a day, and looks at a closed one no more than now and then', async () => {
    await expire();
    const topUpId = await topUpIdOf(testApp, topUp);
    await payUntold(topUpId);
    await runJob(testApp, 'watch-rail', {});
    expect(await claimables()).toHaveLength(0);
    await testApp.db.pool.query(
      `update topup set watched_at = now() - interval '11 minutes', closed_at = now() - interval '11 minutes' where id = $1`,
      [topUpId],
    );
    await runJob(testApp, 'watch-rail', {});
    expect(await claimables()).toHaveLength(1);
  });
});
