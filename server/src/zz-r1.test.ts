import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkLedger } from './ledger/ledger.ts';
import type { PayoutOrder } from './rails/rail.ts';
import { createTestApp, createSiblingApp, succeeded, type TestApp } from './test/app.ts';
import { giveMoney, runJob, balanceOf, openTestTopUp, payAndConfirm } from './test/money.ts';
import { codeIn, registerVerifiedPerson, type SignedInPerson } from './test/person.ts';
import { startBtcpayStandIn } from './test/btcpay-stand-in.ts';
import { openPretendChain, depositAddressOf, callBack } from './test/pretend-chain.ts';
import { createRealRail, strangersAddress, otherAddress, showTransaction, untilState, walletOf, withdrawalIdOf, withdrawWith } from './test/withdrawals.ts';
import { settleByOperator } from './features/withdrawals/settle-by-operator.ts';
import { freezeByOperator } from './features/security/freeze-by-operator.ts';
import { assignDeposit } from './features/deposits/assign-deposit.ts';
import { listUnassignedDeposits } from './features/deposits/list-unassigned.ts';

vi.setConfig({ testTimeout: 60_000 });
const out = (...a: unknown[]) => process.stdout.write(`R1> ${a.map((x) => typeof x === 'string' ? x : JSON.stringify(x)).join(' ')}\n`);
async function prove(app: TestApp, p: SignedInPerson) {
  succeeded(endpoints.prove, await app.call('POST', '/auth/proof', { token: p.token, body: { password: p.password } }));
}
async function codeOfMail(app: TestApp, p: SignedInPerson) {
  return codeIn((await app.mailsTo(p.email)).find((m) => m.subject === 'Confirm your Mercury withdrawal'));
}

describe('freeze', () => {
  it('T1 withdrawal of before the freeze leaves at unfreeze', async () => {
    const orders: PayoutOrder[] = [];
    const app = await createTestApp({}, { rail: createRealRail({ canPayOut: true, findPayments: async () => [], payOut: async (o) => { orders.push(o); return { state: 'paid', externalReference: 'x' }; } }) });
    const p = await registerVerifiedPerson(app);
    await giveMoney(app, p, 'BTC', '1'); await prove(app, p);
    const r = await withdrawWith(app, p);
    const id = r.body.transaction.id;
    const v = await app.call('POST', '/wallets/withdraw/verify', { token: p.token, body: { transactionId: id, code: await codeOfMail(app, p) } });
    out('T1 state', v.body.transaction?.state);
    await freezeByOperator(app.db, p.user.id);
    await app.db.pool.query('update withdrawal set waits_until = now() where user_id=$1', [p.user.id]);
    await runJob(app, 'watch-rail', {});
    out('T1 while frozen', (await app.db.pool.query('select state from withdrawal where user_id=$1', [p.user.id])).rows, orders.length);
    // a reset + 24h
    await app.db.pool.query("update app_user set unfreezes_at = now(), frozen_by='link' where id=$1", [p.user.id]);
    await runJob(app, 'watch-rail', {});
    out('T1 after unfreeze', (await app.db.pool.query('select state from withdrawal where user_id=$1', [p.user.id])).rows, 'paid orders', orders.length);
    out((await checkLedger(app.db)).findings);
    await app.close();
  });
  it('T2 operator pays a frozen one; late job turns started into unclear', async () => {
    const app = await createTestApp({}, { rail: createRealRail({ findPayout: async () => ({ state: 'unknown' }) }) });
    const p = await registerVerifiedPerson(app);
    await giveMoney(app, p, 'BTC', '1'); await prove(app, p);
    await app.call('POST', '/wallets/withdraw/addresses', { token: p.token, body: { currency: 'BTC', address: strangersAddress, label: 'x' } });
    await app.db.pool.query("update withdrawal_address set created_at = created_at - interval '2 days'");
    const r = await withdrawWith(app, p);
    const v = await app.call('POST', '/wallets/withdraw/verify', { token: p.token, body: { transactionId: r.body.transaction.id, code: await codeOfMail(app, p) } });
    out('T2 state', v.body.transaction?.state);
    const wid = await withdrawalIdOf(app, r.body.transaction.id);
    await freezeByOperator(app.db, p.user.id);
    const rail = { name: 'btcpay' as const, canPayOut: false };
    await settleByOperator({ db: app.db, rail }, { id: wid, verdict: { outcome: 'started' }, operator: 'op' });
    out('T2 started while frozen OK');
    // stale code job after downtime
    await app.db.pool.query("update withdrawal set sent_at = sent_at - interval '11 min' where id=$1", [wid]);
    await runJob(app, 'advance-withdrawal', { withdrawalId: wid });
    out('T2 after a late advance job', (await app.db.pool.query('select state from withdrawal where id=$1', [wid])).rows);
    await settleByOperator({ db: app.db, rail }, { id: wid, verdict: { outcome: 'paid', reference: '=cmd()' }, operator: 'op' });
    for (const outcome of ['paid'] as const) {
      try { await settleByOperator({ db: app.db, rail }, { id: wid, verdict: { outcome, reference: 'y' }, operator: 'op' }); out('PAID TWICE'); } catch (e) { out('T2 second', String(e)); }
    }
    // paid straight from queued
    const q = await registerVerifiedPerson(app);
    await giveMoney(app, q, 'BTC', '1'); await prove(app, q);
    await app.call('POST', '/wallets/withdraw/addresses', { token: q.token, body: { currency: 'BTC', address: strangersAddress, label: 'x' } });
    await app.db.pool.query("update withdrawal_address set created_at = created_at - interval '2 days'");
    const r2 = await withdrawWith(app, q);
    await app.call('POST', '/wallets/withdraw/verify', { token: q.token, body: { transactionId: r2.body.transaction.id, code: await codeOfMail(app, q) } });
    const c = await app.call('POST', '/wallets/withdraw/cancel', { token: q.token, body: { transactionId: r2.body.transaction.id } });
    out('T2b cancelled while operator pays from queued', c.status);
    try { await settleByOperator({ db: app.db, rail }, { id: await withdrawalIdOf(app, r2.body.transaction.id), verdict: { outcome: 'paid', reference: 'y' }, operator: 'op' }); out('T2b paid'); } catch (e) { out('T2b', String(e)); }
    out((await checkLedger(app.db)).findings);
    await app.close();
  });
});

describe('btcpay', () => {
  it('T3 one poison invoice stops the watch', async () => {
    const server = await startBtcpayStandIn();
    const app = await createTestApp(server.environment);
    const p = await registerVerifiedPerson(app);
    const open = async () => {
      const { body } = await app.call('POST', '/wallets/topup', { token: p.token, body: { amount: '57', currency: 'USD', paymentMethod: 'CRYPTO' } });
      return { body, invoice: server.invoices.find(({ id }) => body.paymentUrl.endsWith(`/i/${id}`))! };
    };
    const a = await open(); const b = await open(); const c = await open();
    const list = server.invoices as any[]; list.splice(list.indexOf(a.invoice), 1);
    server.settle(b.invoice, server.pay(b.invoice, { coin: 'BTC' }));
    server.settle(c.invoice, server.pay(c.invoice, { coin: 'BTC' }));
    for (let i = 0; i < 6; i += 1) await runJob(app, 'watch-rail', {});
    out('T3 balance after 6 watches with one 404 invoice', await balanceOf(app, p));
    // and closing: expiry of a
    await app.db.pool.query("update topup set created_at = created_at - interval '1 hour', expires_at = now()-interval '1 s' where transaction_id=$1", [a.body.transactionId]);
    for (let i = 0; i < 3; i += 1) await runJob(app, 'watch-rail', {});
    out('T3 a state', (await app.db.pool.query('select state from topup order by created_at')).rows);
    await app.close(); await server.close();
  });
  it('T8 pretend money on a real rail', async () => {
    const server = await startBtcpayStandIn();
    const app = await createTestApp();
    const p = await registerVerifiedPerson(app);
    await app.call('POST', '/wallets/deposit', { token: p.token, body: { currency: 'BTC', amount: '1000' } });
    await vi.waitFor(async () => { if ((await walletOf(app, p))?.availableBalance !== '1000.00000000') throw new Error('wait'); }, { timeout: 15000 });
    const w = await withdrawWith(app, p); await untilState(app, p, { id: w.body.transaction.id, state: 'completed' });
    const real = await createSiblingApp(app, server.environment);
    await prove(real, p);
    const r = await withdrawWith(real, p, { amount: '500' });
    out('T8 withdraw of pretend BTC on btcpay rail', r.status, r.body.verification);
    const v = await real.call('POST', '/wallets/withdraw/verify', { token: p.token, body: { transactionId: r.body.transaction.id, code: await codeOfMail(app, p) } });
    out('T8 verified', v.status, v.body.transaction?.state);
    await real.close(); await app.close(); await server.close();
  });
});

describe('sandbox', () => {
  let app: TestApp; let p: SignedInPerson;
  beforeAll(async () => { app = await createTestApp(); });
  beforeEach(async () => { p = await registerVerifiedPerson(app); });
  afterAll(async () => { out('sandbox ledger', (await checkLedger(app.db)).findings); await app.close(); });

  it('T4 callback odd', async () => {
    for (const sig of ['sha256=' + 'é'.repeat(64), 'sha256=' + '0'.repeat(64), '', 'x']) {
      const r = await callBack(app, { 'sandbox-signature': sig }, Buffer.from('{}'));
      out('T4', r.status, r.body.error ?? '');
    }
  });
  it('T5 odd input', async () => {
    for (const path of ['/transactions/export', '/transactions/statement', '/transactions'])
      for (const q of ['from=0000-01-01T00:00:00Z', 'to=0000-01-01T00:00:00Z', 'from=0001-01-01T00:00:00Z', 'to=9999-12-31T23:59:59Z', 'from=2020-01-01T00:00:00.0000000000000000000000001Z', 'from=2020-01-01T00:00Z', 'from=2020-02-30T00:00:00Z', 'from=0000-01-01T00:00:00Z&to=9999-12-31T23:59:59.999999999Z']) {
        const r = await app.call('GET', `${path}?${q}`, { token: p.token });
        if (r.status >= 500 || r.status===404) out('T5', path, q, r.status);
      }
    const big = '9'.repeat(80), b38 = '9'.repeat(38), b20 = '99999999999999999999';
    for (const currency of ['ETH', 'BTC', 'MRCY', 'USDT', 'USD'])
      for (const amount of [big, b38, b20, '0.000000000000000001', '1e3', '00', '0', '0.00000001', '1.'])
        for (const path of ['/wallets/withdraw', '/wallets/deposit', '/wallets/topup', '/wallets/transfer']) {
          const body = path.endsWith('withdraw') ? { currency, amount, address: currency === 'BTC' ? strangersAddress : '0x52908400098527886E0F7030069857D2E4169EE7' } : path.endsWith('deposit') ? { currency, amount } : path.endsWith('topup') ? { amount, currency: 'USD', paymentMethod: 'CRYPTO' } : { amount, recipientAddress: p.user.walletAddress ?? 'x', currency };
          const r = await app.call('POST', path, { token: p.token, body });
          if (r.status >= 500) out('T5', path, body, r.status, r.body.error);
        }
    for (const memo of ['\0', 'a\0', '\ud800', '😀', ' 1', '-1', '4294967296', '01', '1e2', 'x'.repeat(121), '=1+1'])
      for (const currency of ['XRP', 'TON', 'BTC']) for (const path of ['/wallets/withdraw', '/wallets/withdraw/addresses']) {
        await prove(app, p);
        const r = await app.call('POST', path, { token: p.token, body: { currency, ...(path.endsWith('addresses') ? { label: 'x' } : { amount: '1' }), address: { XRP: 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH', TON: 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N', BTC: strangersAddress }[currency], memo } });
        if (r.status >= 500 || r.status < 300) out('T5memo', path, currency, JSON.stringify(memo), r.status, r.body.error);
      }
  });
  it('T6 dropped deposit, account deleted, chain takes it up again', async () => {
    const chain = await openPretendChain(app);
    const target = await depositAddressOf(app, p, 'BTC');
    const id = await chain.pay(target, 'BTC', '0.5');
    await chain.tell(id); await chain.drop(id); await chain.tell(id);
    const d = await app.call('POST', '/users/delete', { token: p.token, body: { password: p.password } });
    out('T6 delete', d.status, d.body?.error);
    if (d.status === 404) { for (const [m, path] of [['DELETE', '/users/me'], ['POST', '/users/account/delete'], ['DELETE','/users/account'], ['POST','/users/delete-account']] as const) { const x = await app.call(m, path, { token: p.token, body: { password: p.password } }); out('T6', path, x.status); } }
    await app.db.pool.query('update sandbox_payment set has_failed=false, confirmations=confirmations_needed where id=$1', [id]);
    try { await chain.tell(id); out('T6 told ok'); } catch (e) { out('T6 tell', String(e)); }
    out('T6 unassigned', (await listUnassignedDeposits(app.db)).filter((x) => x.externalId === id).length, 'deposit', (await app.db.pool.query('select state from deposit where external_id=$1', [id])).rows);
  });
  it('T7 assigned then deleted', async () => {
    const chain = await openPretendChain(app);
    const id = await chain.pay({ address: otherAddress }, 'BTC', '0.7');
    await chain.tell(id); await chain.confirm(id, 100);
    out('T7 assigned', await assignDeposit(app.db, { rail: 'sandbox', externalId: id, userId: p.user.id, operator: 'o', reason: 'r' }));
    const { rows } = await app.db.pool.query("select 1");
    void rows;
    const d = await app.call('POST', '/users/delete', { token: p.token, body: { password: p.password } });
    out('T7 delete', d.status, d.body?.error);
    await runJob(app, 'watch-rail', {});
    out('T7 listed', (await listUnassignedDeposits(app.db)).filter((x) => x.externalId === id).length, 'again', await assignDeposit(app.db, { rail: 'sandbox', externalId: id, userId: (await registerVerifiedPerson(app)).user.id, operator: 'o', reason: 'r' }));
  });
  it('T12 keys', async () => {
    await giveMoney(app, p, 'BTC', '1'); await giveMoney(app, p, 'MRCY', '100');
    const q = await registerVerifiedPerson(app); await giveMoney(app, q, 'BTC', '1');
    const a = await withdrawWith(app, p, { amount: '0.1' }, { 'idempotency-key': 'abcdefgh' });
    const b = await withdrawWith(app, q, { amount: '0.1' }, { 'idempotency-key': 'abcdefgh' });
    out('T12', a.status, b.status, a.body.transaction.id !== b.body.transaction.id);
    const c = await withdrawWith(app, p, { amount: '0.1', address: strangersAddress.toUpperCase() }, { 'idempotency-key': 'abcdefgh' });
    out('T12 other case', c.status, c.body.error);
    const d = await withdrawWith(app, p, { amount: '0.10' }, { 'idempotency-key': 'abcdefgh' });
    out('T12 0.10', d.status, d.body.error);
    const addr = (await app.call('GET', '/wallets/balance', { token: q.token })).body.wallet.address;
    const e = await app.call('POST', '/wallets/transfer', { token: p.token, body: { recipientAddress: addr, amount: '1' }, headers: { 'idempotency-key': 'withdraw abcdefgh' } });
    out('T12 transfer with withdraw key', e.status, e.body.error);
    await untilState(app, p, { id: a.body.transaction.id, state: 'completed' });
    const f = await withdrawWith(app, p, { amount: '0.1' }, { 'idempotency-key': 'abcdefgh' });
    out('T12 repeat same', JSON.stringify(f.body) === JSON.stringify(a.body));
  });
  it('T17 shared and pool addresses', async () => {
    const own = await depositAddressOf(app, p, 'ETH');
    await giveMoney(app, p, 'ETH', '10'); await giveMoney(app, p, 'BNB', '10'); await giveMoney(app, p, 'USDT', '100');
    for (const [currency, address] of [['ETH', own.address.toLowerCase()], ['BNB', own.address], ['USDT', `0x${own.address.slice(2).toUpperCase()}`]] as const) {
      const r = await withdrawWith(app, p, { currency, amount: '1', address });
      out('T17', currency, r.status, r.body.error);
    }
  });
});
describe('shared', () => {
  it('T17b', async () => {
    const app = await createTestApp({ DEPOSIT_ADDRESS_XRP: 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH' });
    const p = await registerVerifiedPerson(app); await giveMoney(app, p, 'XRP', '100');
    const r = await withdrawWith(app, p, { currency: 'XRP', amount: '50', address: 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH' });
    out('T17b withdraw to the house’s own shared address before any is given out', r.status, r.body.error);
    await depositAddressOf(app, p, 'XRP');
    const r2 = await withdrawWith(app, p, { currency: 'XRP', amount: '20', address: 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH' });
    out('T17b after', r2.status, r2.body.error);
    await app.close();
  });
});
