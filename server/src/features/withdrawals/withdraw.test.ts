import { endpoints } from '@mercury/contract/api/index.ts';
import { encodeAddress } from '@mercury/contract/money/address.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkLedger } from '../../ledger/ledger.ts';
import { createSiblingApp, createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { countMails } from '../../test/account-security.ts';
import { giveMoney, runJob } from '../../test/money.ts';
import { codeIn, makePerson, type SignedInPerson } from '../../test/person.ts';
import { codeOf, forgetTimeSteps, giveAuthenticator } from '../../test/two-factor.ts';
import {
  countPayouts,
  strangersAddress,
  showTransaction,
  untilState,
  walletOf,
  withdrawalIdOf,
  withdrawWith,
} from '../../test/withdrawals.ts';

let testApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  person = await makePerson(testApp);
  await giveMoney(testApp, person, 'BTC', '1');
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

const withdraw = (body = {}, headers = {}) => withdrawWith(testApp, person, body, headers);

describe('a withdrawal on the sandbox rail', () => {
  it('holds the amount, takes the fee out of it, and is paid out by itself', async () => {
    const reply = succeeded(endpoints.withdraw, await withdraw({ amount: '0.20000001' }));
    expect(reply).toMatchObject({
      requiresVerification: false,
      verification: null,
      transaction: {
        type: 'WITHDRAW',
        direction: 'out',
        status: 'PENDING',
        state: 'queued',
        amount: '0.20000001',
        // Half a percent, rounded up.
        fee: '0.00100001',
        netAmount: '0.19900000',
        counterparty: strangersAddress,
        canCancel: true,
      },
      wallet: { currency: 'BTC', balance: '1.00000000', availableBalance: '0.79999999' },
    });
    const { id } = reply.transaction;
    await untilState(testApp, person, { id, state: 'completed' });
    const done = await showTransaction(testApp, person, id);
    expect(done).toMatchObject({
      status: 'COMPLETED',
      usdValue: reply.transaction.usdValue,
      canCancel: false,
    });
    expect(done.timeline.map(({ state }) => state)).toEqual(['queued', 'sending', 'completed']);
    expect(await walletOf(testApp, person)).toMatchObject({
      balance: '0.79999999',
      availableBalance: '0.79999999',
    });
    const withdrawalId = await withdrawalIdOf(testApp, id);
    const { rows } = await testApp.db.pool.query(
      'select id, asset, amount, address from sandbox_payout where withdrawal_id = $1',
      [withdrawalId],
    );
    expect(rows).toEqual([
      { id: done.externalReference, asset: 'BTC', amount: 19_900_000n, address: strangersAddress },
    ]);
    const [mail] = await testApp.mailsTo(person.email);
    expect(mail?.subject).toBe('Your Mercury withdrawal was sent');
    expect(mail?.text).toContain(strangersAddress);
    expect(mail?.text).toContain('0.199 BTC');
  });

  it('books what left and what the house earned', async () => {
    const { transaction } = succeeded(endpoints.withdraw, await withdraw({ amount: '0.1' }));
    await untilState(testApp, person, { id: transaction.id, state: 'completed' });
    const { rows } = await testApp.db.pool.query(
      `select account.kind, entry.amount from withdrawal
       join entry on entry.transfer_id = withdrawal.transfer_id
       join account on account.id = entry.account_id
       where transaction_id = $1 order by entry.line`,
      [transaction.id],
    );
    expect(rows).toEqual([
      { kind: 'held', amount: -10_000_000n },
      { kind: 'rail_clearing', amount: 9_950_000n },
      { kind: 'fees', amount: 50_000n },
    ]);
  });

  it('may take the last unit and not one more', async () => {
    expect(refused(await withdraw({ amount: '1.00000001' })).error).toBe('InsufficientBalance');
    expect((await withdraw({ amount: '1' })).status).toBe(200);
    expect(refused(await withdraw({ amount: '0.0001' })).error).toBe('InsufficientBalance');
  });

  it.each([
    [{ amount: '0' }, 'AmountNotPositive'],
    [{ amount: '0.00009999' }, 'AmountOutOfRange'],
    [{ amount: '0.000000001' }, 'ValidationFailed'],
    [{ amount: '1e1' }, 'ValidationFailed'],
    [{ address: `${strangersAddress.slice(0, -1)}5` }, 'InvalidAddress'],
    [{ address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }, 'InvalidAddress'],
    [{ memo: '7' }, 'InvalidAddress'],
    [{ currency: 'USD' }, 'WithdrawalNotOffered'],
    [{ currency: 'PEPE' }, 'ValidationFailed'],
    [{ unlisted: true }, 'ValidationFailed'],
  ] as const)('with %j is refused as %s, and nothing is held', async (body, error) => {
    expect(refused(await withdraw(body)).error).toBe(error);
    expect(await walletOf(testApp, person)).toMatchObject({ availableBalance: '1.00000000' });
  });

  it('takes the least amount', async () => {
    expect((await withdraw({ amount: '0.0001' })).status).toBe(200);
  });

  it('to an address of an account here is refused: that is a transfer', async () => {
    const other = await makePerson(testApp);
    await giveMoney(testApp, person, 'MRCY', '10');
    const ask = (address: string) => withdraw({ currency: 'MRCY', amount: '5', address });
    expect(refused(await ask(other.user.walletAddress)).error).toBe('AddressIsInternal');
    expect(await walletOf(testApp, person, 'MRCY')).toMatchObject({ availableBalance: '10.00000000' });
    expect((await ask(encodeAddress(new Uint8Array(20)))).status).toBe(200);
  });

  it('tells nobody whose address it is who could not withdraw there anyhow', async () => {
    const other = await makePerson(testApp);
    const twoFactorCode = '000000';
    const ask = (address: string) =>
      withdraw({ currency: 'MRCY', amount: '5', address }).then((reply) => refused(reply).error);
    const addresses = [other.user.walletAddress, encodeAddress(new Uint8Array(20))] as const;
    expect(await Promise.all(addresses.map(ask))).toEqual(['InsufficientBalance', 'InsufficientBalance']);
    await giveMoney(testApp, person, 'MRCY', '10');
    await giveAuthenticator(testApp, person);
    const wrong = { currency: 'MRCY', amount: '5', address: addresses[0], twoFactorCode };
    expect(refused(await withdraw(wrong)).error).toBe('InvalidTwoFactorCode');
    expect(await walletOf(testApp, person, 'MRCY')).toMatchObject({ availableBalance: '10.00000000' });
  });

  it('to a deposit address of an account here, or one that waits for an account, is refused', async () => {
    const { pool } = testApp.db;
    const ask = (address: string) => withdraw({ currency: 'ETH', amount: '0.01', address });
    await giveMoney(testApp, person, 'ETH', '1');
    const given = '0x52908400098527886E0F7030069857D2E4169EE7';
    const waiting = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
    await pool.query(
      `insert into deposit_address (user_id, chain, rail, address) values ($1, 'bnb', 'sandbox', $2)`,
      [person.user.id, given],
    );
    await pool.query(`insert into deposit_pool (chain, rail, address) values ('ethereum', 'sandbox', $1)`, [
      waiting,
    ]);
    expect(refused(await ask(given.toLowerCase())).error).toBe('AddressIsInternal');
    expect(refused(await ask(waiting)).error).toBe('AddressIsInternal');
  });

  it('to the address that all accounts share is refused before anybody was given it', async () => {
    const shared = { DEPOSIT_ADDRESS_XRP: 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH' };
    const sibling = await createSiblingApp(testApp, shared);
    await giveMoney(testApp, person, 'XRP', '100');
    const body = { currency: 'XRP', address: shared.DEPOSIT_ADDRESS_XRP } as const;
    const reply = await withdrawWith(sibling, person, { ...body, amount: '50' });
    const { token, password } = person;
    succeeded(endpoints.prove, await sibling.call('POST', '/auth/proof', { token, body: { password } }));
    const kept = await sibling.call('POST', '/wallets/withdraw/addresses', {
      token,
      body: { ...body, label: 'Theirs' },
    });
    await sibling.close();
    expect(refused(reply).error).toBe('AddressIsInternal');
    expect(refused(kept).error).toBe('AddressIsInternal');
  });
});

describe('a repeat of the idempotency key', () => {
  it('has one effect and one reply, letter for letter, also at once and after the payout', async () => {
    const headers = { 'idempotency-key': 'the-same-intent' };
    const replies = await Promise.all(Array.from({ length: 10 }, () => withdraw({}, headers)));
    const id: string = replies[0]?.body.transaction.id;
    await untilState(testApp, person, { id, state: 'completed' });
    replies.push(await withdraw({}, headers));
    expect(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.body]))).size).toBe(1);
    expect(await walletOf(testApp, person)).toMatchObject({ balance: '0.80000000' });
    expect(await countPayouts(testApp, await withdrawalIdOf(testApp, id))).toBe(1);
  });

  it('with another amount is refused', async () => {
    const headers = { 'idempotency-key': 'another-amount' };
    expect((await withdraw({ amount: '0.1' }, headers)).status).toBe(200);
    expect(refused(await withdraw({ amount: '0.2' }, headers)).error).toBe('IdempotencyKeyReused');
  });
});

describe('where two-factor is on', () => {
  it('a right code in the call confirms it at once, and a repeat spends no other', async () => {
    const authenticator = await giveAuthenticator(testApp, person);
    const twoFactorCode = codeOf(authenticator);
    const headers = { 'idempotency-key': 'with-a-code' };
    const replies = await Promise.all(Array.from({ length: 5 }, () => withdraw({ twoFactorCode }, headers)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(replies[0]?.body).toMatchObject({ requiresVerification: false, verification: null });
    // Its step is spent.
    expect(refused(await withdraw({ twoFactorCode })).error).toBe('InvalidTwoFactorCode');
  });

  it('a wrong code is refused, nothing is held, and its try stays counted', async () => {
    await giveAuthenticator(testApp, person);
    expect(refused(await withdraw({ twoFactorCode: '000000' })).error).toBe('InvalidTwoFactorCode');
    expect(await walletOf(testApp, person)).toMatchObject({ availableBalance: '1.00000000' });
    const { rows } = await testApp.db.pool.query('select failures from two_factor where user_id = $1', [
      person.user.id,
    ]);
    expect(rows).toEqual([{ failures: 1 }]);
  });

  it('a wrong code leaves the key free for a right one', async () => {
    const authenticator = await giveAuthenticator(testApp, person);
    const headers = { 'idempotency-key': 'mistyped-at-first' };
    const wrong = codeOf(authenticator) === '000000' ? '000001' : '000000';
    expect(refused(await withdraw({ twoFactorCode: wrong }, headers)).error).toBe('InvalidTwoFactorCode');
    expect((await withdraw({ twoFactorCode: codeOf(authenticator) }, headers)).status).toBe(200);
    expect(await walletOf(testApp, person)).toMatchObject({ availableBalance: '0.80000000' });
  });

  it('without a code it waits for one, and a right one pays it out', async () => {
    const authenticator = await giveAuthenticator(testApp, person);
    const reply = succeeded(endpoints.withdraw, await withdraw());
    expect(reply).toMatchObject({ requiresVerification: true, verification: 'app' });
    const { id } = reply.transaction;
    expect(await showTransaction(testApp, person, id)).toEqual(reply.transaction);
    const verify = (code: string) =>
      testApp.call('POST', '/wallets/withdraw/verify', {
        token: person.token,
        body: { transactionId: id, code },
      });
    expect(refused(await verify('000000')).error).toBe('InvalidTwoFactorCode');
    const confirmed = succeeded(endpoints.verifyWithdrawal, await verify(codeOf(authenticator)));
    expect(confirmed.transaction.timeline.slice(0, 2).map(({ state }) => state)).toEqual([
      'awaiting_confirmation',
      'queued',
    ]);
    await untilState(testApp, person, { id, state: 'completed' });
    expect(await countMails(testApp, person.email, 'withdrawal-code')).toBe(0);
    await forgetTimeSteps(testApp, person.user.id);
    expect(refused(await verify(codeOf(authenticator))).error).toBe('WithdrawalNotWaiting');
  });

  it('takes five wrong ones; then it says so, and can still be cancelled', async () => {
    const authenticator = await giveAuthenticator(testApp, person);
    const { id: transactionId } = succeeded(endpoints.withdraw, await withdraw()).transaction;
    const { token } = person;
    const verify = (code: string) =>
      testApp.call('POST', '/wallets/withdraw/verify', { token, body: { transactionId, code } });
    for (let tries = 0; tries < 5; tries += 1) await verify('000000');
    expect(refused(await verify(codeOf(authenticator)))).toMatchObject({
      error: 'InvalidTwoFactorCode',
      message: 'Too many wrong codes. Cancel this withdrawal and start a new one.',
    });
    const cancelled = await testApp.call('POST', '/wallets/withdraw/cancel', {
      token,
      body: { transactionId },
    });
    expect(cancelled.status).toBe(200);
  });
});

describe('where a code is asked for, as it is by default', () => {
  let strictApp: TestApp;
  beforeAll(async () => {
    strictApp = await createTestApp({ WITHDRAWAL_CODE: 'always' });
  });
  afterAll(async () => {
    expect((await checkLedger(strictApp.db)).findings).toEqual([]);
    await strictApp.close();
  });

  it('a withdrawal waits for the one that is mailed, without a password shown before, and is then paid out', async () => {
    const owner = await makePerson(strictApp);
    await giveMoney(strictApp, owner, 'BTC', '1');
    const reply = succeeded(endpoints.withdraw, await withdrawWith(strictApp, owner));
    expect(reply).toMatchObject({ requiresVerification: true, verification: 'email' });
    const { id } = reply.transaction;
    const withdrawalId = await withdrawalIdOf(strictApp, id);
    await runJob(strictApp, 'advance-withdrawal', { withdrawalId });
    expect(await showTransaction(strictApp, owner, id)).toMatchObject({ state: 'awaiting_confirmation' });
    expect(await countPayouts(strictApp, withdrawalId)).toBe(0);
    const [mail] = await strictApp.mailsTo(owner.email);
    const verified = await strictApp.call('POST', '/wallets/withdraw/verify', {
      token: owner.token,
      body: { transactionId: id, code: codeIn(mail) },
    });
    expect(succeeded(endpoints.verifyWithdrawal, verified).transaction).toMatchObject({ id });
    await untilState(strictApp, owner, { id, state: 'completed' });
    expect(await countPayouts(strictApp, withdrawalId)).toBe(1);
  });
});

it('that is not finished keeps its account from being deleted', async () => {
  const authenticator = await giveAuthenticator(testApp, person);
  expect((await withdraw({ amount: '1' })).status).toBe(200);
  const reply = await testApp.call('DELETE', '/users/account', {
    token: person.token,
    body: { password: person.password, twoFactorCode: codeOf(authenticator) },
  });
  expect(refused(reply).error).toBe('AccountHasUnfinishedTransactions');
});
