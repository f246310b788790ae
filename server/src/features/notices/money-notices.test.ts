import { endpoints } from '@mercury/contract/api/index.ts';
import type { Notice } from '@mercury/contract/api/notices.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, succeeded, type TestApp } from '../../test/app.ts';
import { countMails, eventKinds, signInAgain } from '../../test/account-security.ts';
import { giveMoney, openTestTopUp, payAndConfirm, runJob, topUpIdOf } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { depositAddressOf, openPretendChain, type PretendChain } from '../../test/pretend-chain.ts';
import { makeRecurringBuy, runDue } from '../../test/recurring-buys.ts';
import { trade } from '../../test/trades.ts';
import { giveAuthenticator } from '../../test/two-factor.ts';
import {
  breakNextPayout,
  showTransaction,
  strangersAddress,
  untilState,
  withdrawalIdOf,
  withdrawWith,
} from '../../test/withdrawals.ts';

let testApp: TestApp;
let chain: PretendChain;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  chain = await openPretendChain(testApp);
});
beforeEach(async () => {
  person = await makePerson(testApp);
});
afterAll(() => testApp.close());

async function noticesOf(whom = person): Promise<Notice[]> {
  const reply = await testApp.call('GET', '/notices', { token: whom.token });
  return succeeded(endpoints.listNotices, reply).notices;
}

/** The kinds of the person's notices of money, and how many mails of that template they got. */
async function toldBy(template: string): Promise<{ kinds: string[]; mails: number }> {
  const kinds = (await noticesOf()).map(({ kind }) => kind).filter((kind) => kind !== 'security');
  return { kinds, mails: await countMails(testApp, person.email, template) };
}

async function chooseMailOf(subject: string, isOn: boolean): Promise<void> {
  const body = { subject, channel: 'mail', isOn };
  const reply = await testApp.call('PUT', '/notices/choices', { token: person.token, body });
  succeeded(endpoints.setNoticeChoice, reply);
}

describe('a transfer', () => {
  const send = (from: SignedInPerson, to: SignedInPerson) =>
    testApp.call('POST', '/wallets/transfer', {
      token: from.token,
      body: { recipientAddress: to.user.walletAddress, amount: '12.5', currency: 'MRCY', note: 'For you' },
      headers: { 'idempotency-key': 'the-transfer-of-this-test' },
    });

  test('tells the recipient who sent how much, once however often it is asked for, and its sender nothing', async () => {
    const sender = await makePerson(testApp);
    await giveMoney(testApp, sender, 'MRCY', '100');
    for (let count = 0; count < 2; count += 1) succeeded(endpoints.transfer, await send(sender, person));
    expect(await noticesOf()).toEqual([
      {
        id: expect.any(String),
        kind: 'transfer_received',
        transactionId: expect.any(String),
        currency: 'MRCY',
        amount: '12.50000000',
        sender: sender.username,
        isRead: false,
        createdAt: expect.any(String),
      },
    ]);
    const [notice] = await noticesOf();
    const path = `/transactions/${notice?.kind === 'transfer_received' ? notice.transactionId : ''}`;
    succeeded(endpoints.getTransaction, await testApp.call('GET', path, { token: person.token }));
    expect(await noticesOf(sender)).toEqual([]);
  });

  test('names nobody once its sender has left', async () => {
    const sender = await makePerson(testApp);
    await giveMoney(testApp, sender, 'MRCY', '12.5');
    succeeded(endpoints.transfer, await send(sender, person));
    const body = { password: sender.password };
    const left = await testApp.call('DELETE', '/users/account', { token: sender.token, body });
    succeeded(endpoints.deleteAccount, left);
    expect(await noticesOf()).toMatchObject([{ kind: 'transfer_received', sender: null }]);
  });
});

describe('money from outside', () => {
  test('a deposit tells once it is credited, in the app and by one mail, however often the chain tells of it', async () => {
    const target = await depositAddressOf(testApp, person, 'BTC');
    const paymentId = await chain.pay(target, 'BTC', '0.5');
    await chain.confirm(paymentId, 1);
    await chain.tell(paymentId);
    expect(await toldBy('money-notice')).toEqual({ kinds: [], mails: 0 });
    await chain.confirm(paymentId, 10);
    for (let count = 0; count < 3; count += 1) await chain.tell(paymentId);
    expect(await toldBy('money-notice')).toEqual({ kinds: ['deposit_credited'], mails: 1 });
    expect(await noticesOf()).toMatchObject([{ currency: 'BTC', amount: '0.50000000' }]);
    const [mail] = await testApp.mailsTo(person.email);
    expect(mail?.subject).toBe('Mercury: 0.50 BTC has arrived');
    expect(mail?.text).toContain('A deposit to your account');
  });

  test('a top-up tells once it is credited, in the app and by one mail', async () => {
    const topUp = await openTestTopUp(testApp, person, '57.00');
    expect(await noticesOf()).toEqual([]);
    await payAndConfirm(testApp, topUp);
    await runJob(testApp, 'expire-top-up', { topUpId: await topUpIdOf(testApp, topUp) }, 3);
    expect(await toldBy('money-notice')).toEqual({ kinds: ['topup_credited'], mails: 1 });
    expect(await noticesOf()).toMatchObject([
      { transactionId: topUp.transactionId, currency: 'MRCY', amount: '100.00000000' },
    ]);
  });

  test('a top-up that nobody paid is no news', async () => {
    const topUp = await openTestTopUp(testApp, person, '57.00');
    await testApp.db.pool.query(
      `update topup set created_at = now() - interval '2 hours', expires_at = now() - interval '1 hour'
        where transaction_id = $1`,
      [topUp.transactionId],
    );
    await runJob(testApp, 'expire-top-up', { topUpId: await topUpIdOf(testApp, topUp) });
    expect((await showTransaction(testApp, person, topUp.transactionId)).status).toBe('FAILED');
    expect(await noticesOf()).toEqual([]);
  });

  test('is read up to when it arrived, though its row of history is older than what was read', async () => {
    const target = await depositAddressOf(testApp, person, 'BTC');
    const paymentId = await chain.pay(target, 'BTC', '0.5');
    await chain.tell(paymentId);
    await testApp.call('POST', '/notices/read', { token: person.token, body: { upTo: new Date() } });
    await chain.confirm(paymentId, 10);
    await chain.tell(paymentId);
    const [notice] = await noticesOf();
    expect(notice?.isRead).toBe(false);
    const body = { upTo: notice?.createdAt };
    await testApp.call('POST', '/notices/read', { token: person.token, body });
    expect(await noticesOf()).toMatchObject([{ isRead: true }]);
  });
});

describe('a withdrawal', () => {
  beforeEach(() => giveMoney(testApp, person, 'BTC', '1'));

  async function withdraw(): Promise<string> {
    return succeeded(endpoints.withdraw, await withdrawWith(testApp, person)).transaction.id;
  }
  const advance = async (transactionId: string) =>
    runJob(testApp, 'advance-withdrawal', { withdrawalId: await withdrawalIdOf(testApp, transactionId) }, 3);

  test('that is paid out tells what arrives where, and the chain’s reference, by one mail', async () => {
    const id = await withdraw();
    await untilState(testApp, person, { id, state: 'completed' });
    await advance(id);
    expect(await toldBy('withdrawal-sent')).toEqual({ kinds: ['withdrawal_sent'], mails: 1 });
    expect(await countMails(testApp, person.email, 'money-notice')).toBe(0);
    const paid = await testApp.db.pool.query(
      'select external_reference from withdrawal where transaction_id = $1',
      [id],
    );
    expect(await noticesOf()).toMatchObject([
      {
        transactionId: id,
        amount: '0.20000000',
        arrives: '0.19900000',
        address: strangersAddress,
        reference: paid.rows[0].external_reference,
      },
    ]);
  });

  test('that the rail refuses tells that the money is back, by one mail', async () => {
    await breakNextPayout(testApp, 'payout-refused');
    const id = await withdraw();
    await untilState(testApp, person, { id, state: 'failed' });
    await advance(id);
    expect(await toldBy('withdrawal-failed')).toEqual({ kinds: ['withdrawal_failed'], mails: 1 });
    expect(await countMails(testApp, person.email, 'money-notice')).toBe(0);
  });

  test('that is cancelled tells so, by one mail', async () => {
    await giveAuthenticator(testApp, person);
    const transactionId = await withdraw();
    const cancel = () =>
      testApp.call('POST', '/wallets/withdraw/cancel', { token: person.token, body: { transactionId } });
    expect([(await cancel()).status, (await cancel()).status]).toEqual([200, 422]);
    expect(await toldBy('money-notice')).toEqual({ kinds: ['withdrawal_cancelled'], mails: 1 });
  });

  test('whose code nobody entered tells so, by one mail, though the job is repeated', async () => {
    await giveAuthenticator(testApp, person);
    const id = await withdraw();
    await testApp.db.pool.query('update withdrawal set code_expires_at = now() where transaction_id = $1', [
      id,
    ]);
    await advance(id);
    expect(await toldBy('money-notice')).toEqual({ kinds: ['withdrawal_expired'], mails: 1 });
  });

  test('sends no mail to somebody who chose so', async () => {
    person = await makePerson(testApp, { isProved: true });
    await giveMoney(testApp, person, 'BTC', '1');
    await chooseMailOf('moneyOut', false);
    const id = await withdraw();
    await untilState(testApp, person, { id, state: 'completed' });
    expect(await toldBy('withdrawal-sent')).toEqual({ kinds: ['withdrawal_sent'], mails: 0 });
  });

  test.each([
    ['moneyOut', 0],
    ['moneyIn', 1],
  ])(
    'that comes back follows the choice of mails for money that leaves: without %s, %i',
    async (subject, count) => {
      person = await makePerson(testApp, { isProved: true });
      await giveMoney(testApp, person, 'BTC', '1');
      await chooseMailOf(subject, false);
      await breakNextPayout(testApp, 'payout-refused');
      await untilState(testApp, person, { id: await withdraw(), state: 'failed' });
      expect(await toldBy('withdrawal-failed')).toEqual({ kinds: ['withdrawal_failed'], mails: count });
      await giveAuthenticator(testApp, person);
      const cancelledId = await withdraw();
      await testApp.call('POST', '/wallets/withdraw/cancel', {
        token: person.token,
        body: { transactionId: cancelledId },
      });
      expect(await countMails(testApp, person.email, 'money-notice')).toBe(count);
      const expiredId = await withdraw();
      await testApp.db.pool.query('update withdrawal set code_expires_at = now() where transaction_id = $1', [
        expiredId,
      ]);
      await advance(expiredId);
      expect(await toldBy('money-notice')).toEqual({
        kinds: ['withdrawal_expired', 'withdrawal_cancelled', 'withdrawal_failed'],
        mails: 2 * count,
      });
    },
  );
});

describe('a trade', () => {
  const terms = { type: 'BUY', from: '100 USD', fee: '0.25', to: '174 MRCY' } as const;
  beforeEach(() => giveMoney(testApp, person, 'USD', '1000'));

  test('tells both sides in the app, and sends no mail by itself', async () => {
    const { transaction } = await trade(testApp, person, terms);
    await runJob(testApp, 'mail-moved-money', {});
    expect(await toldBy('money-notice')).toEqual({ kinds: ['trade_done'], mails: 0 });
    expect(await noticesOf()).toMatchObject([
      {
        transactionId: transaction.id,
        type: 'BUY',
        fromCurrency: 'USD',
        fromAmount: '100.00',
        toCurrency: 'MRCY',
        toAmount: '174.00000000',
        isRecurring: false,
      },
    ]);
  });

  test('sends a mail to somebody who chose so', async () => {
    await chooseMailOf('trades', true);
    await trade(testApp, person, terms);
    await runJob(testApp, 'mail-moved-money', {});
    expect(await toldBy('money-notice')).toEqual({ kinds: ['trade_done'], mails: 1 });
    const [mail] = await testApp.mailsTo(person.email);
    expect(mail?.subject).toBe('Mercury: you bought 174.00 MRCY for 100.00 USD');
  });

  test('of a recurring buy tells once, though its job is repeated', async () => {
    await chooseMailOf('trades', true);
    const { id } = await makeRecurringBuy(testApp, person, { toCurrency: 'MRCY' });
    await runDue(testApp, id, 3);
    await runJob(testApp, 'mail-moved-money', {}, 2);
    expect(await toldBy('money-notice')).toEqual({ kinds: ['trade_done'], mails: 1 });
    expect(await noticesOf()).toMatchObject([{ isRecurring: true, fromAmount: '50.00' }]);
  });
});

describe('the security of the account', () => {
  test('tells of what is mailed, and not of every sign-in', async () => {
    await signInAgain(testApp, person);
    const body = { amountUsd: '500.00' };
    const reply = await testApp.call('PUT', '/wallets/transfer/limit', { token: person.token, body });
    succeeded(endpoints.setTransferLimit, reply);
    const kinds = await eventKinds(testApp, person.user.id);
    expect(kinds).toContain('signed_in');
    const told = (await noticesOf()).map((notice) =>
      notice.kind === 'security' ? notice.event : notice.kind,
    );
    expect(told.toSorted()).toEqual(['signed_in_on_new_device', 'transfer_limit_lowered']);
    expect(await countMails(testApp, person.email, 'security-notice')).toBe(told.length);
  });
});
