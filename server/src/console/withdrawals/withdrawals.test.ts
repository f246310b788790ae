import { endpoints } from '@mercury/contract/api/index.ts';
import type { StaffRole } from '@mercury/contract/console/permissions.ts';
import * as contract from '@mercury/contract/console/withdrawals.ts';
import type { ListedWithdrawalState, Settlement } from '@mercury/contract/console/withdrawals.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../db/database.ts';
import { freezeByOperator } from '../../identity/account/freeze.ts';
import { features } from '../../features/features.ts';
import { checkLedger } from '../../ledger/ledger.ts';
import { createTestApp, succeeded, type TestApp, type TestReply } from '../../test/app.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { createRealRail, showTransaction, withdrawalIdOf, withdrawWith } from '../../test/withdrawals.ts';
import {
  callConsole,
  consoleSuccess,
  makeStaff,
  newestEntry,
  type StaffPerson,
} from '../test/console-client.ts';

let testApp: TestApp;
let treasurer: StaffPerson;
let person: SignedInPerson;

beforeAll(async () => {
  // Nothing is paid out by itself, so that staff do.
  testApp = await createTestApp({}, { rail: createRealRail({ isSandbox: true }) });
  treasurer = await makeStaff(testApp, 'treasurer');
});
beforeEach(async () => {
  person = await makePerson(testApp);
  await giveMoney(testApp, person, 'BTC', '1');
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

async function ask(amount = '0.01'): Promise<{ id: string; transactionId: string }> {
  const { transaction } = succeeded(endpoints.withdraw, await withdrawWith(testApp, person, { amount }));
  return { id: await withdrawalIdOf(testApp, transaction.id), transactionId: transaction.id };
}

function settle(items: readonly Settlement[], token = treasurer.token): Promise<TestReply> {
  return callConsole(testApp, contract.settleWithdrawals, { token, body: { items } });
}

async function outcomesOf(reply: Promise<TestReply>): Promise<(string | null)[]> {
  const { items } = consoleSuccess(contract.settleWithdrawals, await reply);
  return items.map(({ refusal, state }) => refusal?.error ?? state);
}

async function list(state: ListedWithdrawalState, cursor?: string) {
  const query = new URLSearchParams({ state, ...(cursor !== undefined && { cursor }) });
  const path = `/withdrawals?${query.toString()}` as const;
  const reply = await callConsole(testApp, { ...contract.listWithdrawals, path }, { token: treasurer.token });
  return consoleSuccess(contract.listWithdrawals, reply);
}

async function fileOf(id: string, { token } = treasurer) {
  const path = `/withdrawals/${id}` as const;
  const reply = await callConsole(testApp, { ...contract.getWithdrawal, path }, { token });
  return consoleSuccess(contract.getWithdrawal, reply).withdrawal;
}

const stateOf = async (transactionId: string) =>
  (await showTransaction(testApp, person, transactionId)).state;

describe('the lists', () => {
  it('have every open one oldest first, page by page without a gap or a repeat, and count them', async () => {
    const before = (await list('queued')).counts.queued;
    const asked: string[] = [];
    for (let index = 0; index < 55; index += 1) asked.push((await ask('0.001')).id);
    const seen: string[] = [];
    for (let cursor: string | undefined; ;) {
      const { withdrawals, nextCursor, counts } = await list('queued', cursor);
      expect(counts.queued).toBe(before + 55);
      seen.push(...withdrawals.map(({ id }) => id));
      if (nextCursor === null) break;
      cursor = nextCursor;
    }
    expect(seen.slice(-55)).toEqual(asked);
    expect(new Set(seen).size).toBe(before + 55);
  });

  it('have closed ones newest first', async () => {
    const [first, second] = [await ask(), await ask()];
    const reason = 'A wrong address';
    await settle([second, first].map(({ id }) => ({ id, outcome: 'failed', reason })));
    const { withdrawals } = await list('failed');
    expect(withdrawals.slice(0, 2).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(withdrawals[0]?.outcomes).toEqual([]);
  });

  it('refuse a cursor that no reply contained', async () => {
    const path = '/withdrawals?state=queued&cursor=nonsense';
    const reply = await callConsole(
      testApp,
      { ...contract.listWithdrawals, path },
      { token: treasurer.token },
    );
    expect([reply.status, reply.body.error]).toEqual([400, 'ValidationFailed']);
  });
});

it('the file of one has its facts, lines, what staff did and what to do next', async () => {
  const { id, transactionId } = await ask('0.2');
  expect(await fileOf(transactionId)).toMatchObject({
    id,
    account: { id: person.user.id, username: person.username },
    state: 'queued',
    amount: '0.20000000',
    fee: '0.00100000',
    arrives: '0.19900000',
    outcomes: ['started', 'failed'],
    advice: 'start',
    timeline: [{ state: 'queued' }],
  });
  await settle([{ id, outcome: 'started' }]);
  expect(await fileOf(id)).toMatchObject({ state: 'sending', advice: 'pay' });
  await settle([{ id, outcome: 'paid', reference: 'tx-1' }]);
  const file = await fileOf(id);
  expect(file).toMatchObject({ state: 'completed', reference: 'tx-1', advice: 'nothing', outcomes: [] });
  expect(file.acts.map(({ action, actor }) => [action, actor])).toEqual([
    ['withdrawal.started', treasurer.email],
    ['withdrawal.paid', treasurer.email],
  ]);
  expect(file.lines.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
    'hold -0.20000000',
    'hold 0.20000000',
    'withdrawal -0.20000000',
    'withdrawal 0.19900000',
    'withdrawal 0.00100000',
  ]);
  const unknown = { ...contract.getWithdrawal, path: `/withdrawals/${uuidv7()}` as const };
  expect((await callConsole(testApp, unknown, { token: treasurer.token })).status).toBe(404);
});

it('the file says where something unusual came from to those alone who see that of people', async () => {
  const { id } = await ask();
  await testApp.ownerDb.pool.query(
    `insert into security_event (id, user_id, kind, actor, user_agent, network_address)
     values ($1, $2, 'many_wrong_codes', 'product', '', '203.0.113.7')`,
    [uuidv7(), person.user.id],
  );
  expect((await fileOf(id)).unusual).toMatchObject([{ kind: 'many_wrong_codes', networkAddress: null }]);
  const support = await makeStaff(testApp, 'support');
  expect((await fileOf(id, support)).unusual).toMatchObject([{ networkAddress: '203.0.113.7' }]);
});

describe('several at once', () => {
  it('are judged alone: what is refused hurts no other, and the reply says of each what happened', async () => {
    const [one, two, gone, nobodys] = [await ask(), await ask(), await ask(), uuidv7()];
    await testApp.call('POST', '/wallets/withdraw/cancel', {
      token: person.token,
      body: { transactionId: gone.transactionId },
    });
    const items = [one.id, gone.id, nobodys, two.id, one.id].map((id) => ({
      id,
      outcome: 'started' as const,
    }));
    expect(await outcomesOf(settle(items))).toEqual([
      'sending',
      'WithdrawalNotSettleable',
      'NotFound',
      'sending',
      'WithdrawalNotSettleable',
    ]);
    expect(
      await outcomesOf(
        settle([
          { id: one.id, outcome: 'paid', reference: 'tx-one' },
          { id: two.id, outcome: 'failed', reason: 'The network was down' },
        ]),
      ),
    ).toEqual(['completed', 'failed']);
    expect(await showTransaction(testApp, person, one.transactionId)).toMatchObject({
      state: 'completed',
      externalReference: 'tx-one',
    });
    expect(await newestEntry(testApp)).toMatchObject({
      actor: treasurer.email,
      role: 'treasurer',
      action: 'withdrawal.failed',
      subject_id: two.id,
      before: { state: 'sending' },
      reason: 'The network was down',
    });
  });

  it('tell the refusal in the language of whoever asks', async () => {
    const { id } = await ask();
    const reply = await callConsole(testApp, contract.settleWithdrawals, {
      token: treasurer.token,
      body: { items: [{ id, outcome: 'paid', reference: 'too soon' }] },
      headers: { 'accept-language': 'ru' },
    });
    const [item] = consoleSuccess(contract.settleWithdrawals, reply).items;
    expect(item).toMatchObject({ state: 'queued', refusal: { error: 'WithdrawalNotSettleable' } });
    expect(item?.refusal?.message).toMatch(/вывода/);
  });

  it('are fifty at most, each paid one with a reference and each failed one with a reason', async () => {
    const { id } = await ask();
    const wrong: unknown[] = [
      [],
      Array.from({ length: 51 }, () => ({ id, outcome: 'started' })),
      [{ id, outcome: 'paid', reference: ' ' }],
      [{ id, outcome: 'failed', reason: '' }],
      [{ id, outcome: 'cancelled' }],
    ];
    for (const items of wrong) {
      const { token } = treasurer;
      const reply = await callConsole(testApp, contract.settleWithdrawals, { token, body: { items } });
      expect([reply.status, reply.body.error]).toEqual([400, 'ValidationFailed']);
    }
    expect((await fileOf(id)).state).toBe('queued');
  });
});

describe('races', () => {
  it('one whose money another transaction keeps is told to be tried again, and the others are settled', async () => {
    const kept = await ask();
    const other = await makePerson(testApp);
    await giveMoney(testApp, other, 'BTC', '1');
    const reply = await withdrawWith(testApp, other, { amount: '0.01' });
    const free = await withdrawalIdOf(testApp, succeeded(endpoints.withdraw, reply).transaction.id);
    const items = [kept.id, free].map((id) => ({ id, outcome: 'failed' as const, reason: 'No payment' }));
    await inTransaction(testApp.ownerDb, async ({ client }) => {
      await client.query('select from account where owner_id = $1 for update', [person.user.id]);
      expect(await outcomesOf(settle(items))).toEqual(['Busy', 'failed']);
    });
    expect(await outcomesOf(settle(items))).toEqual(['failed', 'WithdrawalNotSettleable']);
  });

  it('two people who start the same one: one does, the other is refused', async () => {
    const other = await makeStaff(testApp, 'treasurer');
    const { id } = await ask();
    const outcomes = await Promise.all(
      [treasurer, other].map(({ token }) => outcomesOf(settle([{ id, outcome: 'started' }], token))),
    );
    expect(new Set(outcomes.flat())).toEqual(new Set(['WithdrawalNotSettleable', 'sending']));
    expect((await fileOf(id)).acts).toHaveLength(1);
  });

  it('paid and failed at once: one counts, and the books have it once', async () => {
    const other = await makeStaff(testApp, 'treasurer');
    const { id, transactionId } = await ask();
    await settle([{ id, outcome: 'started' }]);
    const outcomes = await Promise.all([
      outcomesOf(settle([{ id, outcome: 'paid', reference: 'tx' }])),
      outcomesOf(settle([{ id, outcome: 'failed', reason: 'No payment' }], other.token)),
    ]);
    expect(outcomes.flat()).toContain('WithdrawalNotSettleable');
    expect(['completed', 'failed']).toContain(await stateOf(transactionId));
    expect((await checkLedger(testApp.db)).findings).toEqual([]);
  });

  it('a person who cancels while staff start: it is cancelled or started, never both', async () => {
    const { id, transactionId } = await ask();
    const [started, cancelled] = await Promise.all([
      outcomesOf(settle([{ id, outcome: 'started' }])),
      testApp.call('POST', '/wallets/withdraw/cancel', { token: person.token, body: { transactionId } }),
    ]);
    expect(started[0] === 'sending').toBe(cancelled.status !== 200);
  });
});

it('nothing of a frozen account is started', async () => {
  const { id } = await ask();
  // A freeze gives back what is queued; this is one that was frozen before its withdrawal was queued.
  await testApp.db.pool.query(`update app_user set frozen_at = now(), frozen_by = 'operator' where id = $1`, [
    person.user.id,
  ]);
  expect(await outcomesOf(settle([{ id, outcome: 'started' }]))).toEqual(['AccountFrozen']);
  await freezeByOperator(
    { db: testApp.db, accountParts: features },
    { userId: person.user.id, actor: { kind: 'operator', name: 'Grace' } },
  );
});

it.each<StaffRole>(['support', 'compliance', 'auditor'])('%s reads and settles nothing', async (role) => {
  const { token } = await makeStaff(testApp, role);
  const { id } = await ask();
  const path = `/withdrawals/${id}` as const;
  expect((await callConsole(testApp, { ...contract.getWithdrawal, path }, { token })).status).toBe(200);
  expect((await settle([{ id, outcome: 'started' }], token)).body.error).toBe('PermissionMissing');
});
