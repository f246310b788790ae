import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkLedger } from '../../ledger/ledger.ts';
import {
  startBtcpayStandIn,
  type BtcpayStandIn,
  type Delivery,
  type Fault,
  type StandInInvoice,
} from '../../test/btcpay-stand-in.ts';
import { createTestApp, type TestApp, type TestReply } from '../../test/app.ts';
import { balanceOf, runJob, topUpIdOf } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

vi.setConfig({ testTimeout: 30_000 });

let server: BtcpayStandIn;
let testApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  server = await startBtcpayStandIn();
  testApp = await createTestApp(server.environment);
});
beforeEach(async () => {
  server.faults.length = 0;
  server.outage = undefined;
  server.creationOutage = undefined;
  person = await makePerson(testApp);
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
  await server.close();
});

function topUp(key?: string, credit: { creditCurrency?: 'USD' } = {}): Promise<TestReply> {
  return testApp.call('POST', '/wallets/topup', {
    token: person.token,
    body: { amount: '57', currency: 'USD', paymentMethod: 'CRYPTO', ...credit },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
}

interface Opened {
  transactionId: string;
  invoice: StandInInvoice;
}

async function open(credit: { creditCurrency?: 'USD' } = {}): Promise<Opened> {
  const { body } = await topUp(undefined, credit);
  const invoice = server.invoices.find(({ id }) => body.paymentUrl.endsWith(`/i/${id}`));
  if (invoice === undefined) throw new Error('no invoice was opened');
  return { transactionId: body.transactionId, invoice };
}

async function post(delivery: Delivery): Promise<number> {
  const reply = await testApp.app.inject({
    method: 'POST',
    url: '/v1/rails/btcpay/webhook',
    headers: delivery.headers,
    payload: delivery.body,
  });
  return reply.statusCode;
}

async function history(id: string) {
  return (await testApp.call('GET', `/transactions/${id}`, { token: person.token })).body.transaction;
}

async function payments(id: string) {
  return (await testApp.call('GET', `/transactions/${id}`, { token: person.token })).body.payments;
}

async function claimables() {
  const { body } = await testApp.call('GET', '/transactions?limit=100', { token: person.token });
  return body.transactions.filter(({ canClaim }: { canClaim: boolean }) => canClaim);
}

/** Its half hour is over, here and there. */
async function runOut({ transactionId, invoice }: Opened): Promise<Delivery> {
  await testApp.db.pool.query(
    `update topup set created_at = created_at - interval '1 hour', expires_at = now() where transaction_id = $1`,
    [transactionId],
  );
  return server.expire(invoice);
}

const aWhileAgo = () => Math.floor(Date.now() / 1000) - 600;

describe('opening a payment', () => {
  it('makes an invoice over the amount, for the top-up, which ends with it and returns to the dashboard', async () => {
    const { invoice } = await open();
    const { rows } = await testApp.db.pool.query('select id from topup where external_id = $1', [invoice.id]);
    expect(invoice).toMatchObject({ orderId: rows[0].id, amount: '57.00' });
    const minutes = (invoice.expirationTime - Date.now() / 1000) / 60;
    expect(minutes).toBeGreaterThan(28);
    expect(minutes).toBeLessThanOrEqual(30);
  });

  it('makes one for callers with the same key who come together', async () => {
    const before = server.invoices.length;
    const replies = await Promise.all(Array.from({ length: 10 }, () => topUp('together-we-ask')));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(server.invoices.length - before).toBe(1);
  });

  it.each<Fault>([401, 403, 404, 422, 429, 500, 'nonsense'])(
    'answered with %s is 503, and the same key asks again',
    async (fault) => {
      const key = `asked-again-${fault}`;
      server.outage = fault;
      const refused = await topUp(key);
      server.outage = undefined;
      expect({ status: refused.status, error: refused.body.error }).toEqual({
        status: 503,
        error: 'RailUnavailable',
      });
      const { status, body } = await topUp(key);
      expect(status).toBe(201);
      expect(body.paymentUrl).toContain(server.environment['BTCPAY_URL']);
    },
  );

  it('whose answer was lost is found again, not made twice', async () => {
    const before = server.invoices.length;
    server.creationOutage = 'lose-answer';
    expect((await topUp('lost-answer')).status).toBe(503);
    server.creationOutage = undefined;
    expect(server.invoices.length - before).toBe(1);
    expect((await topUp('lost-answer')).status).toBe(201);
    expect(server.invoices.length - before).toBe(1);
  });
});

describe('a webhook', () => {
  it('has a payment seen, and credited once it is settled', async () => {
    const { transactionId, invoice } = await open();
    const payment = server.pay(invoice, { coin: 'BTC' });
    expect(await post(server.delivery(invoice, 'InvoiceReceivedPayment'))).toBe(200);
    expect(await history(transactionId)).toMatchObject({ status: 'PENDING', state: 'payment_seen' });
    expect(await balanceOf(testApp, person)).toBe('0.00000000');
    expect(await post(server.settle(invoice, payment))).toBe(200);
    expect(await history(transactionId)).toMatchObject({ status: 'COMPLETED', amount: '100.00000000' });
    expect(await balanceOf(testApp, person)).toBe('100.00000000');
  });

  it('credits dollars where dollars were asked for', async () => {
    const { transactionId, invoice } = await open({ creditCurrency: 'USD' });
    const payment = server.pay(invoice, { coin: 'BTC' });
    expect(await post(server.settle(invoice, payment))).toBe(200);
    expect(await history(transactionId)).toMatchObject({
      status: 'COMPLETED',
      currency: 'USD',
      amount: '57.00',
    });
    expect(await balanceOf(testApp, person)).toBe('0.00000000');
  });

  it('delivered again, many times and in another order, changes nothing more', async () => {
    const { invoice } = await open();
    const payment = server.pay(invoice, { coin: 'LTC' });
    const received = server.delivery(invoice, 'InvoiceReceivedPayment');
    const settled = server.settle(invoice, payment);
    const again = server.delivery(invoice, 'InvoiceSettled', { isRedelivery: true });
    const all = [settled, received, again, received, settled, again, settled, received];
    expect(new Set(await Promise.all(all.map(post)))).toEqual(new Set([200]));
    expect(await balanceOf(testApp, person)).toBe('100.00000000');
  });

  it('forged is 403; of another store, another kind or an unknown invoice it is taken and means nothing', async () => {
    const { invoice } = await open();
    const payment = server.pay(invoice, { coin: 'BTC' });
    const settled = server.settle(invoice, payment);
    const forged = { ...settled, headers: { ...settled.headers, 'btcpay-sig': `sha256=${'0'.repeat(64)}` } };
    expect(await post(forged)).toBe(403);
    expect(await post({ ...settled, headers: { 'content-type': 'application/json' } })).toBe(403);
    for (const ignored of [
      server.delivery(invoice, 'InvoiceSettled', { storeId: 'AnotherStore' }),
      server.delivery(invoice, 'InvoiceCreated'),
      server.delivery({ id: '__test__00000000' }, 'InvoiceSettled'),
    ]) {
      expect(await post(ignored)).toBe(200);
    }
    expect(await balanceOf(testApp, person)).toBe('0.00000000');
  });

  it('is answered with 503 while the server can’t be asked, so that it comes again', async () => {
    const { invoice } = await open();
    server.outage = 500;
    const settled = server.settle(invoice, server.pay(invoice, { coin: 'BTC' }));
    expect(await post(settled)).toBe(503);
    expect(await balanceOf(testApp, person)).toBe('0.00000000');
    server.outage = undefined;
    expect(await post(settled)).toBe(200);
    expect(await balanceOf(testApp, person)).toBe('100.00000000');
  });

  it('that never came is made up for by the watch', async () => {
    const { invoice } = await open();
    server.settle(invoice, server.pay(invoice, { coin: 'BTC' }));
    await runJob(testApp, 'watch-rail', {});
    expect(await balanceOf(testApp, person)).toBe('100.00000000');
  });
});

describe('an invoice', () => {
  it('paid too little can be paid in full with another coin', async () => {
    const { transactionId, invoice } = await open();
    await post(server.settle(invoice, server.pay(invoice, { coin: 'LTC', value: '0.28510000' })));
    expect(await history(transactionId)).toMatchObject({ state: 'underpaid' });
    await post(server.settle(invoice, server.pay(invoice, { coin: 'BTC' })));
    expect(await balanceOf(testApp, person)).toBe('100.00000000');
  });

  it('paid too little is credited with what came, once it expires', async () => {
    const opened = await open();
    const payment = server.pay(opened.invoice, {
      coin: 'LTC',
      value: '0.28510000',
      receivedDate: aWhileAgo(),
    });
    await post(server.settle(opened.invoice, payment));
    await post(await runOut(opened));
    expect(await history(opened.transactionId)).toMatchObject({ status: 'COMPLETED', usdValue: '19.99' });
  });

  it('paid too much is credited with what was asked for, and the rest waits for a price', async () => {
    const { transactionId, invoice } = await open();
    await post(server.settle(invoice, server.pay(invoice, { coin: 'LTC', value: '1.63000000' })));
    expect(await history(transactionId)).toMatchObject({ state: 'completed', usdValue: '57.00' });
    // No market is asked here what a Litecoin costs.
    expect(await payments(transactionId)).toMatchObject([
      { currency: 'LTC', usdValue: '57.00', problem: null, isCredited: true },
      { currency: 'LTC', usdValue: '57.34', problem: 'excess', isPriced: false, isCredited: false },
    ]);
    expect(await claimables()).toEqual([]);
  });

  it('paid too late is kept, and waits for a price', async () => {
    const opened = await open();
    await post(await runOut(opened));
    expect(await history(opened.transactionId)).toMatchObject({ state: 'expired' });
    const receivedDate = Math.floor(Date.now() / 1000) + 5;
    const payment = server.pay(opened.invoice, { coin: 'BTC', receivedDate });
    await post(server.settle(opened.invoice, payment));
    expect(await payments(opened.transactionId)).toMatchObject([{ problem: 'late', isPriced: false }]);
    expect(await claimables()).toEqual([]);
  });

  it('whose payment is dropped by its chain expires', async () => {
    const opened = await open();
    const payment = server.pay(opened.invoice, { coin: 'BTC', receivedDate: aWhileAgo() });
    await post(server.delivery(opened.invoice, 'InvoiceReceivedPayment'));
    await post(server.drop(opened.invoice, payment));
    expect(await history(opened.transactionId)).toMatchObject({ state: 'awaiting_payment' });
    await post(await runOut(opened));
    expect(await history(opened.transactionId)).toMatchObject({ status: 'FAILED', state: 'expired' });
  });

  it('that was opened beside the known one, when an answer was lost, is looked at too', async () => {
    const { invoice } = await open();
    const twin: StandInInvoice = { ...invoice, id: 'TwinOfTheInvoice', payments: [] };
    (server.invoices as StandInInvoice[]).push(twin);
    server.settle(twin, server.pay(twin, { coin: 'BTC' }));
    await runJob(testApp, 'watch-rail', {});
    expect(await balanceOf(testApp, person)).toBe('100.00000000');
  });
});

describe('the watch', () => {
  /** The server knows nothing of it any more. */
  function forget({ invoice }: Opened): void {
    const invoices = server.invoices as StandInInvoice[];
    invoices.splice(invoices.indexOf(invoice), 1);
  }

  it('finds what was paid behind invoices that the server can say nothing of', async () => {
    for (const opened of [await open(), await open()]) forget(opened);
    server.pay((await open()).invoice, { coin: 'BTC', value: 'nobody knows how much' });
    const { invoice } = await open();
    server.settle(invoice, server.pay(invoice, { coin: 'BTC' }));
    await runJob(testApp, 'watch-rail', {});
    expect(await balanceOf(testApp, person)).toBe('100.00000000');
  });

  it('that met a silent server begins with those that it has not asked about', async () => {
    const late = [await open(), await open()];
    for (const opened of late) {
      await post(await runOut(opened));
      const receivedDate = Math.floor(Date.now() / 1000) + 5;
      server.settle(opened.invoice, server.pay(opened.invoice, { coin: 'BTC', receivedDate }));
    }
    // Nothing else is to be looked at.
    await testApp.db.pool.query('update topup set watched_at = now() where closed_at is not null');
    await testApp.db.pool.query(
      `update topup set watched_at = null, closed_at = now() - interval '1 hour' where transaction_id = any ($1)`,
      [late.map(({ transactionId }) => transactionId)],
    );
    await testApp.db.pool.query(`update topup set rail = 'unused' where closed_at is null`);
    server.faults.push(500);
    await runJob(testApp, 'watch-rail', {});
    await runJob(testApp, 'watch-rail', {});
    await testApp.db.pool.query(`update topup set rail = 'btcpay' where rail = 'unused'`);
    const seen = await Promise.all(late.map(({ transactionId }) => payments(transactionId)));
    expect(seen.flat()).toHaveLength(1);
  });

  it('closes one that the server can say nothing of by what is known, once its time is over', async () => {
    const unpaid = await open();
    const underpaid = await open();
    const payment = server.pay(underpaid.invoice, {
      coin: 'LTC',
      value: '0.28510000',
      receivedDate: aWhileAgo(),
    });
    await post(server.settle(underpaid.invoice, payment));
    for (const opened of [unpaid, underpaid]) forget(opened);
    await runJob(testApp, 'watch-rail', {});
    expect(await history(unpaid.transactionId)).toMatchObject({ state: 'awaiting_payment' });
    await runOut(unpaid);
    await runOut(underpaid);
    await runJob(testApp, 'watch-rail', {});
    expect(await history(unpaid.transactionId)).toMatchObject({ status: 'FAILED', state: 'expired' });
    expect(await history(underpaid.transactionId)).toMatchObject({ status: 'COMPLETED', usdValue: '19.99' });
  });
});

describe('a top-up whose time is over, of which its server says', () => {
  /** Asks as its job would; answers whether the job will ask again. */
  async function askAtItsEnd({ transactionId }: Opened): Promise<boolean> {
    const topUpId = await topUpIdOf(testApp, { transactionId, paymentToken: '' });
    await runJob(testApp, 'expire-top-up', { topUpId });
    const { rows } = await testApp.db.pool.query(
      `select from graphile_worker._private_jobs where payload ->> 'topUpId' = $1 and attempts > 0`,
      [topUpId],
    );
    return rows.length > 0;
  }

  /** Paid in time while the server answers so, and nobody has told. */
  async function openPaid(fault: Fault): Promise<Opened> {
    const opened = await open();
    server.outage = fault;
    server.settle(opened.invoice, server.pay(opened.invoice, { coin: 'BTC', receivedDate: aWhileAgo() }));
    await runOut(opened);
    return opened;
  }

  it.each<Fault>([400, 404, 422, 'nonsense'])(
    '%s: it is given up by what is known, and not asked for again',
    async (fault) => {
      const opened = await openPaid(fault);
      expect(await askAtItsEnd(opened)).toBe(false);
      expect(await history(opened.transactionId)).toMatchObject({ status: 'FAILED', state: 'expired' });
    },
  );

  it.each<Fault>([401, 403, 408, 429, 500, 502, 503, 'lose-answer'])(
    '%s: it is never given up, and credited once the server says more',
    async (fault) => {
      const opened = await openPaid(fault);
      expect(await askAtItsEnd(opened)).toBe(true);
      expect(await history(opened.transactionId)).toMatchObject({
        status: 'PENDING',
        state: 'awaiting_payment',
      });
      server.outage = undefined;
      await askAtItsEnd(opened);
      expect(await history(opened.transactionId)).toMatchObject({ status: 'COMPLETED', state: 'completed' });
    },
  );
});

describe('with this rail', () => {
  it('nothing of the sandbox is there, and the interface is told where payers may be sent', async () => {
    const token = 'A'.repeat(43);
    expect((await testApp.call('GET', `/sandbox/payments/${token}`)).status).toBe(404);
    const webhook = await testApp.app.inject({ method: 'POST', url: '/v1/rails/sandbox/webhook' });
    expect(webhook.statusCode).toBe(404);
    const { body } = await testApp.call('GET', '/config');
    expect(body.rail).toEqual({
      name: 'btcpay',
      isSandbox: false,
      canTopUp: true,
      canPayOut: false,
      paymentOrigins: [server.environment['BTCPAY_URL']],
    });
    const can = body.assets.map(
      (asset: { code: string; canDeposit: boolean; canWithdraw: boolean }) => asset,
    );
    expect(can.filter(({ canDeposit }: { canDeposit: boolean }) => canDeposit)).toEqual([]);
    const stays = can.filter(({ canWithdraw }: { canWithdraw: boolean }) => !canWithdraw);
    expect(stays.map(({ code }: { code: string }) => code)).toEqual(['MRCY', 'USD']);
  });
});
