import { endpoints } from '@mercury/contract/api/index.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkLedger } from '../../ledger/ledger.ts';
import type { PayoutResult, Rail } from '../../rails/rail.ts';
import { createTestApp, succeeded, type TestApp } from '../../test/app.ts';
import { giveMoney, runJob } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { createRealRail, showTransaction, withdrawalIdOf, withdrawWith } from '../../test/withdrawals.ts';
import { followPayout, payOut } from './pay-out.ts';
import { findWithdrawal, type WithdrawalRow } from './queries.ts';
import { settleByOperator } from './settle-by-operator.ts';

/** The server's own rail pays nothing out, so that the tests do, step by step. */

let testApp: TestApp;
const grace = { kind: 'operator', name: 'Grace' } as const;
let person: SignedInPerson;
let transactionId: string;
let id: string;
let logged: string[];
const byHand = createRealRail({ isSandbox: true });

beforeAll(async () => {
  testApp = await createTestApp({}, { rail: byHand });
});
beforeEach(async () => {
  logged = [];
  person = await makePerson(testApp);
  await giveMoney(testApp, person, 'BTC', '1');
  transactionId = succeeded(endpoints.withdraw, await withdrawWith(testApp, person)).transaction.id;
  id = await withdrawalIdOf(testApp, transactionId);
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

const stateOf = async () => (await showTransaction(testApp, person, transactionId)).state;

function servicesWith(rail: Rail) {
  const log = pino({}, { write: (line: string) => void logged.push(line) });
  return { db: testApp.db, settings: testApp.settings, rail, log, events: { publish: () => undefined } };
}
async function rowOf(): Promise<WithdrawalRow> {
  const row = await findWithdrawal(testApp.db, id);
  if (row === undefined) throw new Error('the withdrawal is gone');
  return row;
}
/** Ten minutes later, and somebody else asks the rail what became of it. */
async function lookLater(found: PayoutResult): Promise<void> {
  await testApp.db.pool.query(
    `update withdrawal set sent_at = sent_at - interval '11 minutes' where id = $1`,
    [id],
  );
  const rail = createRealRail({ canPayOut: true, findPayout: async () => found });
  await followPayout(servicesWith(rail), await rowOf());
}
/** The rail answers only after somebody else has looked. */
async function payOutSlowly(answer: PayoutResult, found: PayoutResult): Promise<void> {
  const rail = createRealRail({
    canPayOut: true,
    async payOut() {
      await lookLater(found);
      logged = [];
      return answer;
    },
  });
  await payOut(servicesWith(rail), await rowOf());
}

const paid = { state: 'paid', externalReference: 'tx-9' } as const;
const failed = { state: 'failed', reason: 'no funds' } as const;

test.each([
  [paid, { state: 'unknown' }, 'unclear'],
  [failed, { state: 'unknown' }, 'unclear'],
  [paid, failed, 'failed'],
  [failed, paid, 'completed'],
] as const)(
  'an answer %j that comes after all was found %j changes nothing, and is logged',
  async (answer, found, state) => {
    await payOutSlowly(answer, found);
    expect(await stateOf()).toBe(state);
    expect(logged.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 50, withdrawalId: id, state, result: answer }),
    ]);
  },
);

test('an answer that says again what was found already is no news', async () => {
  await payOutSlowly(paid, paid);
  expect(await stateOf()).toBe('completed');
  expect(logged).toEqual([]);
});

test.each([
  ['9 minutes 30 seconds', 'sending'],
  ['10 minutes', 'unclear'],
])('a payout that the rail knows nothing of is after %s %s', async (age, state) => {
  const rail = createRealRail({ canPayOut: true, findPayout: async () => ({ state: 'unknown' }) });
  await settleByOperator(
    { db: testApp.db, settings: testApp.settings, rail: byHand },
    { id, verdict: { outcome: 'started' }, actor: grace },
  );
  await testApp.db.pool.query('update withdrawal set sent_at = sent_at - $2::interval where id = $1', [
    id,
    age,
  ]);
  await followPayout(servicesWith(rail), await rowOf());
  expect(await stateOf()).toBe(state);
});

test('what an operator pays by hand is not unclear, however long it takes', async () => {
  await settleByOperator(
    { db: testApp.db, settings: testApp.settings, rail: byHand },
    { id, verdict: { outcome: 'started' }, actor: grace },
  );
  await testApp.db.pool.query(
    `update withdrawal set sent_at = sent_at - interval '11 minutes' where id = $1`,
    [id],
  );
  await runJob(testApp, 'advance-withdrawal', { withdrawalId: id });
  expect(await stateOf()).toBe('sending');
});
