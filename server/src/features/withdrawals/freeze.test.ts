import { endpoints } from '@mercury/contract/api/index.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { inTransaction } from '../../db/database.ts';
import { freezeByOperator, unfreezeByOperator } from '../../identity/account/freeze.ts';
import { lockPerson } from '../../identity/person/locks.ts';
import { checkLedger } from '../../ledger/ledger.ts';
import { mailWithLink, signInAgain, tokenIn } from '../../test/account-security.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { giveMoney } from '../../test/money.ts';
import { codeIn, makePerson, type SignedInPerson } from '../../test/person.ts';
import {
  createRealRail,
  otherAddress,
  showTransaction,
  strangersAddress,
  walletOf,
  withdrawalIdOf,
  withdrawWith,
} from '../../test/withdrawals.ts';
import { features } from '../features.ts';
import { advanceWithdrawal } from './advance-withdrawal.ts';
import { settleByOperator } from './settle-by-operator.ts';

/** Whoever freezes an account, whatever had not been sent from it stays. */

let testApp: TestApp;
const grace = { kind: 'operator', name: 'Grace' } as const;
let person: SignedInPerson;
// It pays nothing out by itself, so that what is queued stays so until somebody pays it by hand.
const rail = createRealRail();

beforeAll(async () => {
  testApp = await createTestApp({}, { rail });
});
beforeEach(async () => {
  person = await makePerson(testApp);
  await giveMoney(testApp, person, 'BTC', '1');
  await post('/auth/proof', { password: person.password });
  await testApp.db.pool.query(
    `insert into withdrawal_address (id, user_id, asset, address, label, created_at)
     values (gen_random_uuid(), $1, 'BTC', $2, 'Cold wallet', now() - interval '1 day')`,
    [person.user.id, strangersAddress],
  );
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

const post = (path: string, body: object) => testApp.call('POST', path, { token: person.token, body });

async function ask(address: string): Promise<string> {
  const reply = await withdrawWith(testApp, person, { address });
  return succeeded(endpoints.withdraw, reply).transaction.id;
}
async function askAndVerify(address: string): Promise<string> {
  const transactionId = await ask(address);
  const mails = await testApp.mailsTo(person.email);
  const code = codeIn(mails.find(({ subject }) => subject === 'Confirm your Mercury withdrawal'));
  succeeded(endpoints.verifyWithdrawal, await post('/wallets/withdraw/verify', { transactionId, code }));
  return transactionId;
}

async function openLink(page: '/freeze-account' | '/undo-email-change', email: string): Promise<void> {
  const token = tokenIn(await mailWithLink(testApp, email, page), page);
  const path = page === '/freeze-account' ? '/auth/freeze' : page.replace('/', '/auth/');
  expect((await testApp.call('POST', path, { body: { token } })).status).toBe(200);
}
async function changeEmail(): Promise<void> {
  const { token, password, user } = person;
  const newEmail = `thief_of_${user.username}@example.com`;
  await testApp.call('PUT', '/users/email', { token, body: { newEmail, password } });
  const code = codeIn((await testApp.mailsTo(newEmail))[0]);
  succeeded(endpoints.verifyNewEmail, await post('/users/email/verify', { code }));
}
const freezers = {
  'the operator': async () =>
    void (await freezeByOperator(
      { db: testApp.db, accountParts: features },
      { userId: person.user.id, actor: { kind: 'operator', name: 'Grace' } },
    )),
  'the link of a mail': () => openLink('/freeze-account', person.email),
  'the link that undoes an email change': async () => {
    await changeEmail();
    await openLink('/undo-email-change', person.email);
  },
  'the link of a mail to a former address': async () => {
    await changeEmail();
    await openLink('/freeze-account', person.email);
  },
};
type Freezer = keyof typeof freezers;

/** The person again, once the operator has opened the account. */
async function comeBack(): Promise<SignedInPerson> {
  await unfreezeByOperator(testApp.db, {
    userId: person.user.id,
    actor: { kind: 'operator', name: 'Grace' },
  });
  return { ...person, token: await signInAgain(testApp, person) };
}

describe('a freeze', () => {
  test.each(Object.keys(freezers) as Freezer[])(
    'by %s gives back whatever had not been sent, whole',
    async (freezer) => {
      const queued = await askAndVerify(strangersAddress);
      const inItsWait = await askAndVerify(otherAddress);
      const unconfirmed = await ask(strangersAddress);
      const ids = [queued, inItsWait, unconfirmed];
      const states = () =>
        Promise.all(ids.map(async (id) => (await showTransaction(testApp, person, id)).state));
      expect(await states()).toEqual(['queued', 'waiting_period', 'awaiting_confirmation']);
      await freezers[freezer]();
      person = await comeBack();
      expect(await states()).toEqual(['cancelled', 'cancelled', 'cancelled']);
      expect(await walletOf(testApp, person)).toMatchObject({
        availableBalance: '1.00000000',
        balance: '1.00000000',
      });
    },
  );

  test('leaves what is being sent to whoever sends it', async () => {
    const transactionId = await askAndVerify(strangersAddress);
    const id = await withdrawalIdOf(testApp, transactionId);
    const settle = { db: testApp.db, settings: testApp.settings, rail };
    await settleByOperator(settle, { id, verdict: { outcome: 'started' }, actor: grace });
    await freezeByOperator(
      { db: testApp.db, accountParts: features },
      { userId: person.user.id, actor: { kind: 'operator', name: 'Grace' } },
    );
    await settleByOperator(settle, {
      id,
      verdict: { outcome: 'paid', reference: 'tx-1' },
      actor: grace,
    });
    person = await comeBack();
    expect(await walletOf(testApp, person)).toMatchObject({ balance: '0.80000000' });
  });

  test('and a withdrawal that is paid by hand never both happen', async () => {
    for (let round = 0; round < 5; round += 1) {
      const transactionId = await askAndVerify(strangersAddress);
      const id = await withdrawalIdOf(testApp, transactionId);
      const [started] = await Promise.allSettled([
        settleByOperator(
          { db: testApp.db, settings: testApp.settings, rail },
          { id, verdict: { outcome: 'started' }, actor: grace },
        ),
        freezeByOperator(
          { db: testApp.db, accountParts: features },
          { userId: person.user.id, actor: { kind: 'operator', name: 'Grace' } },
        ),
      ]);
      person = await comeBack();
      await post('/auth/proof', { password: person.password });
      const { state } = await showTransaction(testApp, person, transactionId);
      expect(state).toBe(started.status === 'fulfilled' ? 'sending' : 'cancelled');
      if (started.status === 'rejected') continue;
      const verdict = { outcome: 'failed', reason: 'thought better of it' } as const;
      await settleByOperator(
        { db: testApp.db, settings: testApp.settings, rail },
        { id, verdict, actor: grace },
      );
    }
    expect(await walletOf(testApp, person)).toMatchObject({ availableBalance: '1.00000000' });
  });
});

describe('a withdrawal whose time is over', () => {
  const log = pino({ level: 'silent' });
  const services = () => ({
    db: testApp.db,
    settings: testApp.settings,
    rail,
    log,
    events: { publish: () => undefined },
  });

  test.each([
    ['awaiting_confirmation', 'code_expires_at', ask, 'expired'],
    ['waiting_period', 'waits_until', askAndVerify, 'queued'],
  ])(
    'and is %s waits for its person’s row, as a freeze takes it, before it locks its own',
    async (_state, column, prepare, next) => {
      const { pool } = testApp.db;
      const transactionId = await prepare(otherAddress);
      const id = await withdrawalIdOf(testApp, transactionId);
      await pool.query(`update withdrawal set ${column} = now() where id = $1`, [id]);
      const { advanced } = await inTransaction(testApp.db, async (trx) => {
        await lockPerson(trx, person.user.id);
        const started = advanceWithdrawal(services(), { withdrawalId: id });
        await vi.waitFor(async () => {
          const { rowCount } = await pool.query(
            `select from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock' and query like 'select * from app_user%'`,
          );
          // The watch of the minute may be another.
          expect(rowCount).toBeGreaterThan(0);
        });
        // Else the freeze, which holds the person's row, would wait for this one in a circle.
        await trx.client.query('select from withdrawal where id = $1 for update nowait', [id]);
        return { advanced: started };
      });
      await advanced;
      expect((await showTransaction(testApp, person, transactionId)).state).toBe(next);
    },
  );
});

describe('a withdrawal that an operator pays by hand', () => {
  const settle = (id: string, verdict: Parameters<typeof settleByOperator>[1]['verdict']) =>
    settleByOperator({ db: testApp.db, settings: testApp.settings, rail }, { id, verdict, actor: grace });

  test('is not paid before it was started: its person could still cancel it', async () => {
    const transactionId = await askAndVerify(strangersAddress);
    const id = await withdrawalIdOf(testApp, transactionId);
    const paid = { outcome: 'paid', reference: 'tx-2' } as const;
    await expect(settle(id, paid)).rejects.toThrow('withdrawal-started comes first');
    expect((await showTransaction(testApp, person, transactionId)).state).toBe('queued');
    await settle(id, { outcome: 'started' });
    expect(refused(await post('/wallets/withdraw/cancel', { transactionId })).error).toBe(
      'WithdrawalNotCancellable',
    );
    await settle(id, paid);
    expect((await showTransaction(testApp, person, transactionId)).state).toBe('completed');
  });

  test('is not started while its account is frozen, but may be given back', async () => {
    const transactionId = await askAndVerify(strangersAddress);
    const id = await withdrawalIdOf(testApp, transactionId);
    // As none of the freezes leaves it.
    await testApp.db.pool.query(
      `update app_user set frozen_at = now(), frozen_by = 'operator' where id = $1`,
      [person.user.id],
    );
    await expect(settle(id, { outcome: 'started' })).rejects.toThrow('its account is frozen');
    await settle(id, { outcome: 'failed', reason: 'the account is frozen' });
    person = await comeBack();
    expect((await showTransaction(testApp, person, transactionId)).state).toBe('failed');
  });
});
