import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkLedger } from '../ledger/ledger.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../test/app.ts';
import { giveMoney } from '../test/money.ts';
import { operateOn } from '../test/operator.ts';
import { makePerson, type SignedInPerson } from '../test/person.ts';
import {
  breakNextPayout,
  countPayouts,
  createRealRail,
  showTransaction,
  untilState,
  walletOf,
  withdrawalIdOf,
  withdrawWith,
} from '../test/withdrawals.ts';

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

const operate = (...words: string[]) => operateOn(testApp, words);

async function unclearWithdrawal(
  fault: 'payout-answer-lost' | 'payout-unreachable',
): Promise<{ id: string; transactionId: string }> {
  await breakNextPayout(testApp, fault);
  const { transaction } = succeeded(endpoints.withdraw, await withdrawWith(testApp, person));
  await untilState(testApp, person, { id: transaction.id, state: 'unclear' });
  return { id: await withdrawalIdOf(testApp, transaction.id), transactionId: transaction.id };
}
async function actionsOn(id: string) {
  const { rows } = await testApp.db.pool.query(
    `select action, actor, before, after, reason from audit_entry where subject_id = $1`,
    [id],
  );
  return rows;
}

describe('an unclear withdrawal', () => {
  test('that was paid is marked so with its reference, written down, and told to its person', async () => {
    const { id, transactionId } = await unclearWithdrawal('payout-answer-lost');
    expect((await operate('withdrawals', 'unclear')).output).toContain(id);
    const shown = await operate('withdrawal', transactionId);
    expect(shown.exitCode).toBe(0);
    for (const fact of [id, person.username, 'unclear', '0.19900000 BTC', 'hold', 'Look in the wallet']) {
      expect(shown.output).toContain(fact);
    }
    expect(await operate('withdrawal-paid', id, 'tx', '4f2a')).toEqual({
      exitCode: 0,
      output: `${id} is paid\n`,
      complaint: '',
    });
    expect(await showTransaction(testApp, person, transactionId)).toMatchObject({
      status: 'COMPLETED',
      externalReference: 'tx 4f2a',
    });
    expect(await countPayouts(testApp, id)).toBe(1);
    expect(await actionsOn(id)).toEqual([
      {
        action: 'withdrawal.paid',
        actor: 'Grace',
        before: { state: 'unclear' },
        after: { state: 'completed', reference: 'tx 4f2a' },
        reason: null,
      },
    ]);
    expect((await testApp.mailsTo(person.email))[0]?.text).toContain('tx 4f2a');
    const again = await operate('withdrawal-failed', id, 'a', 'second', 'thought');
    expect(again).toMatchObject({ exitCode: 1, output: '' });
    expect(again.complaint).toBe('the withdrawal is completed, and not for an operator to change\n');
  });

  test('that was not paid gives the whole amount back', async () => {
    const { id, transactionId } = await unclearWithdrawal('payout-unreachable');
    expect((await operate('withdrawal-failed', id, 'never reached the chain')).exitCode).toBe(0);
    expect(await showTransaction(testApp, person, transactionId)).toMatchObject({
      status: 'FAILED',
      state: 'failed',
    });
    expect(await walletOf(testApp, person)).toMatchObject({ availableBalance: '1.00000000' });
    expect((await testApp.mailsTo(person.email))[0]?.subject).toBe('Your Mercury withdrawal was not sent');
  });
});

test('an unclear withdrawal is not started again: it may have been paid already', async () => {
  const { id, transactionId } = await unclearWithdrawal('payout-answer-lost');
  expect((await operate('withdrawal-started', id)).exitCode).toBe(1);
  expect((await showTransaction(testApp, person, transactionId)).state).toBe('unclear');
  expect(await actionsOn(id)).toEqual([]);
});

test('a withdrawal that goes its way by itself is not for an operator to settle', async () => {
  const { transaction } = succeeded(endpoints.withdraw, await withdrawWith(testApp, person));
  await untilState(testApp, person, { id: transaction.id, state: 'completed' });
  const id = await withdrawalIdOf(testApp, transaction.id);
  expect((await operate('withdrawal-paid', id, 'by hand')).exitCode).toBe(1);
  expect((await operate('withdrawal-started', id)).exitCode).toBe(1);
  expect(await actionsOn(id)).toEqual([]);
});

test('what a rail without payouts leaves queued is paid by hand, and can’t be cancelled meanwhile', async () => {
  const rail = createRealRail({ isSandbox: true });
  const byHand = await createTestApp({}, { rail });
  const [before, owner] = [testApp, await makePerson(byHand)];
  try {
    // The command's own rail is the sandbox's: a withdrawal of another rail is nobody's but the operator's.
    testApp = byHand;
    await giveMoney(byHand, owner, 'BTC', '1');
    const { transaction } = succeeded(endpoints.withdraw, await withdrawWith(byHand, owner));
    const id = await withdrawalIdOf(byHand, transaction.id);
    expect((await operate('withdrawals')).output).toMatch(new RegExp(`${id}.* queued `));
    expect((await operate('withdrawal-started', id)).output).toBe(`${id} is yours to pay\n`);
    const cancelled = await byHand.call('POST', '/wallets/withdraw/cancel', {
      token: owner.token,
      body: { transactionId: transaction.id },
    });
    expect(refused(cancelled).error).toBe('WithdrawalNotCancellable');
    expect((await operate('withdrawal-paid', id, 'tx-77')).exitCode).toBe(0);
    expect(await showTransaction(byHand, owner, transaction.id)).toMatchObject({ status: 'COMPLETED' });
    expect((await checkLedger(byHand.db)).findings).toEqual([]);
  } finally {
    testApp = before;
    await byHand.close();
  }
});

test.each([
  [['withdrawals', 'lost'], 1],
  [['withdrawal', 'nothing'], 1],
  [['withdrawal'], 2],
  [['withdrawal-paid', 'nothing'], 2],
  [['load-addresses', 'bitcoin', '/dev/null'], 1],
  [['assign-deposit', 'none', 'nobody', 'a guess'], 1],
  [['unassigned-deposits'], 0],
  [['messages'], 0],
  [['message', 'nothing'], 1],
  [['message'], 2],
])('%j ends with %d', async (words, exitCode) => {
  expect((await operate(...words)).exitCode).toBe(exitCode);
});
