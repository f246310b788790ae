import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { checkLedger } from '../../ledger/ledger.ts';
import { createSiblingApp, createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { giveMoney } from '../../test/money.ts';
import { codeIn, makePerson, type SignedInPerson } from '../../test/person.ts';
import {
  showTransaction,
  untilState,
  walletOf,
  withdrawalIdOf,
  withdrawWith,
} from '../../test/withdrawals.ts';

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

let testApp: TestApp;
/** The same installation, started again after the operator set another fee. */
let dearerApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  const always = { WITHDRAWAL_CODE: 'always' };
  testApp = await createTestApp({ ...always, WITHDRAWAL_NETWORK_FEES: 'USDT=3,BTC=0.00000001' });
  dearerApp = await createSiblingApp(testApp, { ...always, WITHDRAWAL_NETWORK_FEES: 'USDT=30' });
});
beforeEach(async () => {
  person = await makePerson(testApp);
  await giveMoney(testApp, person, 'USDT', '100');
});
afterAll(async () => {
  await dearerApp.close();
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

const withdraw = (body = {}, { app = testApp, headers = {} } = {}) =>
  withdrawWith(app, person, { currency: 'USDT', amount: '10', address, ...body }, headers);
const offerOf = async (app: TestApp, currency: string) => {
  const { assets } = succeeded(endpoints.getConfig, await app.call('GET', '/config'));
  return assets.find(({ code }) => code === currency);
};

it('is told beside the least withdrawal, which covers it', async () => {
  expect(await offerOf(testApp, 'USDT')).toMatchObject({ networkFee: '3.000000', withdrawalMin: '6.000000' });
  expect(await offerOf(testApp, 'BTC')).toMatchObject({
    networkFee: '0.00000001',
    withdrawalMin: '0.00010000',
  });
  expect(await offerOf(testApp, 'USDC')).toMatchObject({ networkFee: '0.000000', withdrawalMin: '5.000000' });
  expect(await offerOf(testApp, 'USD')).toMatchObject({ networkFee: '0.00', withdrawalMin: '1.00' });
});

it('comes out of the amount beside the percentage, and what arrives is the rest to the last unit', async () => {
  const reply = succeeded(endpoints.withdraw, await withdraw({ amount: '10.000001' }));
  const terms = { amount: '10.000001', fee: '3.050001', netAmount: '6.950000' };
  expect(reply.transaction).toMatchObject(terms);
  expect(reply.wallet).toMatchObject({ balance: '100.000000', availableBalance: '89.999999' });
  const { id } = reply.transaction;
  const [mail] = await testApp.mailsTo(person.email);
  for (const text of ['10.000001 USDT', '3.050001 USDT', '6.95 USDT']) expect(mail?.text).toContain(text);

  // The operator raised the fee: what is on its way keeps what it was made with.
  const verified = await dearerApp.call('POST', '/wallets/withdraw/verify', {
    token: person.token,
    body: { transactionId: id, code: codeIn(mail) },
  });
  expect(succeeded(endpoints.verifyWithdrawal, verified).transaction).toMatchObject(terms);
  await untilState(testApp, person, { id, state: 'completed' });
  expect(await showTransaction(testApp, person, id)).toMatchObject(terms);
  const { rows } = await testApp.db.pool.query(
    `select account.kind, entry.amount from withdrawal
     join entry on entry.transfer_id = withdrawal.transfer_id
     join account on account.id = entry.account_id
     where transaction_id = $1 order by entry.line`,
    [id],
  );
  expect(rows).toEqual([
    { kind: 'held', amount: -10_000_001n },
    { kind: 'rail_clearing', amount: 6_950_000n },
    { kind: 'fees', amount: 3_050_001n },
  ]);
  const paid = await testApp.db.pool.query('select amount from sandbox_payout where withdrawal_id = $1', [
    await withdrawalIdOf(testApp, id),
  ]);
  expect(paid.rows).toEqual([{ amount: 6_950_000n }]);
});

it('makes twice itself the least that can be withdrawn', async () => {
  expect(refused(await withdraw({ amount: '5.999999' })).error).toBe('AmountOutOfRange');
  expect(await walletOf(testApp, person, 'USDT')).toMatchObject({ availableBalance: '100.000000' });
  const { transaction } = succeeded(endpoints.withdraw, await withdraw({ amount: '6' }));
  expect(transaction).toMatchObject({ fee: '3.030000', netAmount: '2.970000' });
});

it('comes out of the whole balance too', async () => {
  const { transaction, wallet } = succeeded(endpoints.withdraw, await withdraw({ amount: '100' }));
  expect(transaction).toMatchObject({ amount: '100.000000', fee: '3.500000', netAmount: '96.500000' });
  expect(wallet).toMatchObject({ availableBalance: '0.000000' });
});

it('that is not the one that was shown withdraws nothing', async () => {
  const shown = { amount: '70', fee: '3.35' };
  expect(refused(await withdraw(shown, { app: dearerApp })).error).toBe('QuoteChanged');
  expect(refused(await withdraw({ ...shown, fee: '3.350001' })).error).toBe('QuoteChanged');
  expect(await walletOf(testApp, person, 'USDT')).toMatchObject({ availableBalance: '100.000000' });
  const { transaction } = succeeded(endpoints.withdraw, await withdraw(shown));
  expect(transaction).toMatchObject({ fee: '3.350000', netAmount: '66.650000' });
});

it('set higher meanwhile changes nothing of a repeat, whatever fee was shown the second time', async () => {
  const headers = { 'idempotency-key': 'asked-twice' };
  const first = await withdraw({ amount: '40', fee: '3.2' }, { headers });
  const second = await withdraw({ amount: '40', fee: '30.2' }, { headers, app: dearerApp });
  expect(succeeded(endpoints.withdraw, second)).toEqual(succeeded(endpoints.withdraw, first));
  expect(refused(await withdraw({ amount: '40' }, { app: dearerApp })).error).toBe('AmountOutOfRange');
});

it('makes what is less than the least withdrawal something that a leaving person can give up', async () => {
  const leaving = await makePerson(testApp);
  await giveMoney(testApp, leaving, 'USDT', '5.999999');
  const reply = await testApp.call('DELETE', '/users/account', {
    token: leaving.token,
    body: { password: leaving.password, givesUpLeftovers: true },
  });
  expect(reply.status).toBe(200);
});
