import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freezeByOperator, unfreezeByOperator } from '../../identity/account/freeze.ts';
import { checkLedger } from '../../ledger/ledger.ts';
import type { PayoutOrder } from '../../rails/rail.ts';
import { signInAgain, tokenIn } from '../../test/account-security.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { giveMoney, runJob } from '../../test/money.ts';
import { codeIn, makePerson, type SignedInPerson } from '../../test/person.ts';
import { giveAuthenticator } from '../../test/two-factor.ts';
import {
  createRealRail,
  otherAddress,
  showTransaction,
  strangersAddress,
  untilState,
  walletOf,
  withdrawalIdOf,
  withdrawWith,
} from '../../test/withdrawals.ts';
import { features } from '../features.ts';

/** Where money is real: a proof, a code, a day's wait for what is new. */

let testApp: TestApp;
let person: SignedInPerson;
const orders: PayoutOrder[] = [];

beforeAll(async () => {
  const rail = createRealRail({
    canPayOut: true,
    payOut: async (order) => {
      orders.push(order);
      return { state: 'paid', externalReference: `chain-${orders.length}` };
    },
  });
  testApp = await createTestApp({}, { rail });
});
beforeEach(async () => {
  person = await makePerson(testApp);
  await giveMoney(testApp, person, 'BTC', '1');
  await prove();
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

async function prove(): Promise<void> {
  const { token, password } = person;
  succeeded(endpoints.prove, await testApp.call('POST', '/auth/proof', { token, body: { password } }));
}
const post = (path: string, body: object, token: string | undefined = person.token) =>
  testApp.call('POST', path, { token, body });
const verify = (transactionId: string, code: string) =>
  post('/wallets/withdraw/verify', { transactionId, code });
const cancel = (transactionId: string) => post('/wallets/withdraw/cancel', { transactionId });

async function ask(body = {}) {
  return succeeded(endpoints.withdraw, await withdrawWith(testApp, person, body)).transaction;
}
async function newestMail(subject: string) {
  return (await testApp.mailsTo(person.email)).find((mail) => mail.subject === subject);
}
const mailedCode = async () => codeIn(await newestMail('Confirm your Mercury withdrawal'));
const wrongCodeFor = (code: string) => (code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA');

/** As if so long had passed since everything that its person did. */
async function passHours(hours: number): Promise<void> {
  const { pool } = testApp.ownerDb;
  const values = [person.user.id, hours];
  const earlier = (column: string) => `${column} = ${column} - make_interval(hours => $2)`;
  await pool.query(`update withdrawal_address set ${earlier('created_at')} where user_id = $1`, values);
  await pool.query(
    `update withdrawal set ${earlier('waits_until')}, ${earlier('code_expires_at')} where user_id = $1`,
    values,
  );
  await pool.query(`update app_user set ${earlier('book_only_ends_at')} where id = $1`, values);
  await pool.query(`update security_event set ${earlier('created_at')} where user_id = $1`, values);
}
async function advance(transactionId: string): Promise<void> {
  await runJob(testApp, 'advance-withdrawal', {
    withdrawalId: await withdrawalIdOf(testApp, transactionId),
  });
}
const addAddress = (address = strangersAddress) =>
  post('/wallets/withdraw/addresses', { currency: 'BTC', address, label: 'Cold wallet' });

describe('a withdrawal of real money', () => {
  it('wants the password or code shown a moment ago', async () => {
    await testApp.db.pool.query('update session set proved_at = null where user_id = $1', [person.user.id]);
    expect(refused(await withdrawWith(testApp, person)).error).toBe('ProofRequired');
    expect(await walletOf(testApp, person)).toMatchObject({ availableBalance: '1.00000000' });
  });

  it('waits for a code whose mail names exactly what is asked for', async () => {
    const { id } = await ask();
    expect(await showTransaction(testApp, person, id)).toMatchObject({
      status: 'PENDING',
      state: 'awaiting_confirmation',
      canCancel: true,
    });
    const mail = await newestMail('Confirm your Mercury withdrawal');
    for (const fact of ['0.2 BTC', '0.001 BTC', '0.199 BTC', 'Bitcoin', strangersAddress]) {
      expect(mail?.text).toContain(`\u2066${fact}\u2069`);
    }
    expect(refused(await verify(id, wrongCodeFor(await mailedCode()))).error).toBe('InvalidOrExpiredCode');
    expect((await verify(id, (await mailedCode()).toLowerCase())).status).toBe(200);
    expect(refused(await verify(id, await mailedCode())).error).toBe('WithdrawalNotWaiting');
  });

  it('takes no code of another withdrawal', async () => {
    const first = await ask();
    const code = await mailedCode();
    const second = await ask({ address: otherAddress });
    expect(refused(await verify(second.id, code)).error).toBe('InvalidOrExpiredCode');
    expect((await verify(first.id, code)).status).toBe(200);
  });

  it('takes five tries, also in parallel; another code brings five more', async () => {
    const { id } = await ask();
    const code = await mailedCode();
    const wrong = await Promise.all(Array.from({ length: 8 }, () => verify(id, wrongCodeFor(code))));
    expect(new Set(wrong.map(({ body }) => body.error))).toEqual(new Set(['InvalidOrExpiredCode']));
    expect(refused(await verify(id, code)).error).toBe('InvalidOrExpiredCode');
    expect((await post('/wallets/withdraw/resend', { transactionId: id })).status).toBe(200);
    const newCode = await mailedCode();
    expect(refused(await verify(id, wrongCodeFor(newCode))).error).toBe('InvalidOrExpiredCode');
    expect((await verify(id, newCode)).status).toBe(200);
    expect(refused(await post('/wallets/withdraw/resend', { transactionId: id })).error).toBe(
      'WithdrawalNotWaiting',
    );
  });

  it('has ten minutes from when its code was last mailed, and a former code is of no use', async () => {
    const { id } = await ask();
    const former = await mailedCode();
    const passMinutes = (minutes: number) =>
      testApp.db.pool.query(
        'update withdrawal set code_expires_at = code_expires_at - make_interval(mins => $2) where transaction_id = $1',
        [id, minutes],
      );
    await passMinutes(9);
    expect((await post('/wallets/withdraw/resend', { transactionId: id })).status).toBe(200);
    const code = await mailedCode();
    await passMinutes(10);
    expect(refused(await verify(id, code)).error).toBe('WithdrawalNotWaiting');
    await passMinutes(-1);
    await advance(id);
    expect(refused(await verify(id, former)).error).toBe('InvalidOrExpiredCode');
    expect((await verify(id, code)).status).toBe(200);
  });

  it('runs out with its code: the money is back, and the code is of no use', async () => {
    const { id } = await ask();
    const code = await mailedCode();
    await advance(id);
    expect((await showTransaction(testApp, person, id)).state).toBe('awaiting_confirmation');
    await passHours(1);
    expect(refused(await verify(id, code)).error).toBe('WithdrawalNotWaiting');
    await advance(id);
    expect(await showTransaction(testApp, person, id)).toMatchObject({ status: 'FAILED', state: 'expired' });
    expect(await walletOf(testApp, person)).toMatchObject({ availableBalance: '1.00000000' });
  });

  it('to a new address waits a day after its code, and then leaves by itself', async () => {
    const { id } = await ask();
    const { transaction } = succeeded(endpoints.verifyWithdrawal, await verify(id, await mailedCode()));
    expect(transaction).toMatchObject({ state: 'waiting_period', canCancel: true });
    const waitMs = Date.parse(transaction.waitsUntil ?? '') - Date.now();
    expect(Math.round(waitMs / 60_000)).toBe(24 * 60);
    await passHours(23);
    await advance(id);
    expect((await showTransaction(testApp, person, id)).state).toBe('waiting_period');
    await passHours(1);
    await advance(id);
    await untilState(testApp, person, { id, state: 'completed' });
    expect(orders.at(-1)).toMatchObject({
      amount: { asset: 'BTC', minorUnits: 19_900_000n },
      address: strangersAddress,
      memo: '',
    });
  });

  it('to an address that was paid before under another tag waits for its day', async () => {
    expect((await addAddress()).status).toBe(201);
    await passHours(24);
    const paid = await ask();
    await verify(paid.id, await mailedCode());
    await untilState(testApp, person, { id: paid.id, state: 'completed' });
    await testApp.db.pool.query('delete from withdrawal_address where user_id = $1', [person.user.id]);
    await testApp.db.pool.query(`update withdrawal set memo = '7' where transaction_id = $1`, [paid.id]);
    const { id } = await ask();
    const { transaction } = succeeded(endpoints.verifyWithdrawal, await verify(id, await mailedCode()));
    expect(transaction.state).toBe('waiting_period');
  });

  it('to an address that came into the book less than a day ago waits for its day', async () => {
    expect((await addAddress()).status).toBe(201);
    await passHours(23);
    const { id } = await ask();
    const { transaction } = succeeded(endpoints.verifyWithdrawal, await verify(id, await mailedCode()));
    expect(transaction.state).toBe('waiting_period');
  });

  it('to an address that was in the book for a day, or was paid before, leaves at once', async () => {
    expect((await addAddress()).status).toBe(201);
    await passHours(24);
    const first = await ask();
    expect((await verify(first.id, await mailedCode())).body.transaction.state).not.toBe('waiting_period');
    await untilState(testApp, person, { id: first.id, state: 'completed' });
    await testApp.db.pool.query('delete from withdrawal_address where user_id = $1', [person.user.id]);
    const second = await ask();
    await verify(second.id, await mailedCode());
    await untilState(testApp, person, { id: second.id, state: 'completed' });
  });

  it.each(['password_reset', 'email_changed', 'two_factor_enabled', 'two_factor_disabled'])(
    'waits a day after %s, wherever it goes',
    async (kind) => {
      expect((await addAddress()).status).toBe(201);
      await passHours(24);
      await testApp.db.pool.query(
        `insert into security_event (id, user_id, kind, actor, user_agent, network_address)
         values (gen_random_uuid(), $1, $2, 'person', '', '')`,
        [person.user.id, kind],
      );
      const { id } = await ask();
      const { transaction } = succeeded(endpoints.verifyWithdrawal, await verify(id, await mailedCode()));
      expect(transaction.state).toBe('waiting_period');
    },
  );

  it('with two-factor on wants its code and no other proof', async () => {
    await giveAuthenticator(testApp, person);
    await testApp.db.pool.query('update session set proved_at = null where user_id = $1', [person.user.id]);
    expect((await withdrawWith(testApp, person)).body).toMatchObject({ verification: 'app' });
  });
});

describe('cancelling', () => {
  it('gives the money back while it waits for its code, and once', async () => {
    const { id } = await ask();
    const reply = succeeded(endpoints.cancelWithdrawal, await cancel(id));
    expect(reply).toMatchObject({
      transaction: { status: 'FAILED', state: 'cancelled', canCancel: false },
      wallet: { availableBalance: '1.00000000', balance: '1.00000000' },
    });
    expect(refused(await cancel(id)).error).toBe('WithdrawalNotCancellable');
    expect(refused(await verify(id, await mailedCode())).error).toBe('WithdrawalNotWaiting');
  });

  it('by the link of the mail works without a session, once, also where the account is frozen', async () => {
    const { id } = await ask();
    await verify(id, await mailedCode());
    const mail = await newestMail('Your Mercury withdrawal will be sent in 24 hours');
    await testApp.db.pool.query(
      `update app_user set frozen_at = now(), frozen_by = 'operator' where id = $1`,
      [person.user.id],
    );
    const token = tokenIn(mail, '/cancel-withdrawal');
    const byLink = () => testApp.call('POST', '/wallets/withdraw/cancel-by-link', { body: { token } });
    expect(await byLink()).toMatchObject({ status: 200, body: { success: true } });
    expect(refused(await byLink()).error).toBe('InvalidOrExpiredToken');
    const { rows } = await testApp.db.pool.query('select state from withdrawal where transaction_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ state: 'cancelled' }]);
  });

  it('is too late once it was sent', async () => {
    expect((await addAddress()).status).toBe(201);
    await passHours(24);
    const { id } = await ask();
    await verify(id, await mailedCode());
    await untilState(testApp, person, { id, state: 'completed' });
    expect(refused(await cancel(id)).error).toBe('WithdrawalNotCancellable');
  });

  it('of somebody else’s withdrawal finds none', async () => {
    const { id } = await ask();
    const other = await makePerson(testApp);
    const reply = await post('/wallets/withdraw/cancel', { transactionId: id }, other.token);
    expect(refused(reply).error).toBe('NotFound');
  });
});

describe('a frozen account', () => {
  it('gets back what waited for its day, which does not leave once it is open again', async () => {
    const { id } = await ask();
    await verify(id, await mailedCode());
    const sentBefore = orders.length;
    await freezeByOperator(
      { db: testApp.db, accountParts: features },
      { userId: person.user.id, actor: { kind: 'operator', name: 'Grace' } },
    );
    await passHours(24);
    await advance(id);
    await unfreezeByOperator(testApp.db, {
      userId: person.user.id,
      actor: { kind: 'operator', name: 'Grace' },
    });
    await runJob(testApp, 'watch-rail', {});
    expect(orders).toHaveLength(sentBefore);
    const again = { ...person, token: await signInAgain(testApp, person) };
    expect((await showTransaction(testApp, again, id)).state).toBe('cancelled');
    expect(await walletOf(testApp, again)).toMatchObject({ availableBalance: '1.00000000' });
  });

  it('pays nothing out, not even what its freeze should have given back, until it is open again', async () => {
    const { id } = await ask();
    await verify(id, await mailedCode());
    await passHours(24);
    await testApp.db.pool.query(
      `update app_user set frozen_at = now(), frozen_by = 'operator' where id = $1`,
      [person.user.id],
    );
    const sentBefore = orders.length;
    await advance(id);
    await runJob(testApp, 'watch-rail', {});
    expect(orders).toHaveLength(sentBefore);
    const { rows } = await testApp.db.pool.query('select state from withdrawal where transaction_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ state: 'queued' }]);
    // Its freeze runs out, with no job left that would send it.
    await testApp.db.pool.query('update app_user set unfreezes_at = now() where id = $1', [person.user.id]);
    await runJob(testApp, 'watch-rail', {});
    expect(orders).toHaveLength(sentBefore + 1);
  });
});

describe('the allow-list', () => {
  const setAllowList = (isOn: boolean) =>
    testApp.call('PUT', '/wallets/withdraw/allow-list', { token: person.token, body: { isOn } });

  it('lets money go to addresses of the book only, a day after they were added', async () => {
    expect((await setAllowList(true)).body).toMatchObject({ isAllowListOn: true, allowListEndsAt: null });
    expect(refused(await withdrawWith(testApp, person)).error).toBe('AddressNotAllowed');
    expect((await addAddress()).status).toBe(201);
    expect(refused(await withdrawWith(testApp, person)).error).toBe('AddressNotAllowed');
    await passHours(24);
    expect((await withdrawWith(testApp, person)).status).toBe(200);
    expect(refused(await withdrawWith(testApp, person, { address: otherAddress })).error).toBe(
      'AddressNotAllowed',
    );
  });

  it('turned on while a withdrawal waits for its code holds for it too, which goes on waiting', async () => {
    const { id } = await ask();
    const code = await mailedCode();
    await setAllowList(true);
    expect(refused(await verify(id, code)).error).toBe('AddressNotAllowed');
    expect((await showTransaction(testApp, person, id)).state).toBe('awaiting_confirmation');
    expect((await addAddress()).status).toBe(201);
    await testApp.db.pool.query(
      `update withdrawal_address set created_at = now() - interval '1 day' where user_id = $1`,
      [person.user.id],
    );
    expect((await verify(id, code)).status).toBe(200);
  });

  it('turned off holds for a day more, and asking again does not shorten or lengthen that', async () => {
    await setAllowList(true);
    const first = await setAllowList(false);
    expect(first.body).toMatchObject({ isAllowListOn: true });
    expect((await setAllowList(false)).body).toEqual(first.body);
    expect(refused(await withdrawWith(testApp, person)).error).toBe('AddressNotAllowed');
    await passHours(24);
    expect((await withdrawWith(testApp, person)).status).toBe(200);
  });
});
