import { endpoints } from '@mercury/contract/api/index.ts';
import { approveProposal } from '@mercury/contract/console/proposals.ts';
import * as contract from '@mercury/contract/console/withdrawals.ts';
import { Kysely, PostgresDialect } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import { features } from '../../features/features.ts';
import { holdIfLarge } from '../../features/withdrawals/large-payouts.ts';
import { moveOn } from '../../features/withdrawals/move-on.ts';
import { findWithdrawal } from '../../features/withdrawals/queries.ts';
import { settleByOperator } from '../../features/withdrawals/settle-by-operator.ts';
import { watchWithdrawals } from '../../features/withdrawals/watch-withdrawals.ts';
import { freezeByOperator } from '../../identity/account/freeze.ts';
import { checkLedger } from '../../ledger/ledger.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { giveMoney, runJob } from '../../test/money.ts';
import { operateOn } from '../../test/operator.ts';
import { createPayoutRail, type PayoutRail } from '../../test/payout-rail.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import {
  createRealRail,
  showTransaction,
  untilState,
  walletOf,
  withdrawalIdOf,
  withdrawWith,
} from '../../test/withdrawals.ts';
import {
  callConsole,
  consoleSuccess,
  makeStaff,
  newestEntry,
  type StaffPerson,
} from '../test/console-client.ts';

const limits = { PAYOUT_APPROVAL_ABOVE: 'BTC=0.1', PAYOUT_APPROVAL_DAY_ABOVE: 'LTC=5' };

let testApp: TestApp;
let rail: PayoutRail;
let asking: StaffPerson;
let approving: StaffPerson;
let person: SignedInPerson;

beforeAll(async () => {
  rail = createPayoutRail();
  testApp = await createTestApp(limits, { rail });
  asking = await makeStaff(testApp, 'treasurer');
  approving = await makeStaff(testApp, 'owner');
});
beforeEach(async () => {
  person = await makePerson(testApp);
  await giveMoney(testApp, person, 'BTC', '1');
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

const createUnreadable = () =>
  new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: () => Promise.reject(new Error('unreadable')) }),
  });

interface Asked {
  readonly id: string;
  readonly transactionId: string;
}

async function ask(body: Parameters<typeof withdrawWith>[2]): Promise<Asked> {
  const { transaction } = succeeded(endpoints.withdraw, await withdrawWith(testApp, person, body));
  return { id: await withdrawalIdOf(testApp, transaction.id), transactionId: transaction.id };
}

const propose = (id: string, { token }: StaffPerson = asking) =>
  callConsole(
    testApp,
    { ...contract.releaseWithdrawal, path: `/withdrawals/${id}/release` },
    { token, body: { reason: 'Checked with the person by phone' } },
  );
const approve = (proposalId: string, { token }: StaffPerson = approving) =>
  callConsole(testApp, { ...approveProposal, path: `/proposals/${proposalId}/approval` }, { token });
async function proposed(id: string) {
  return consoleSuccess(contract.releaseWithdrawal, await propose(id)).proposal;
}
async function fileOf(id: string) {
  const path = `/withdrawals/${id}` as const;
  const reply = await callConsole(testApp, { ...contract.getWithdrawal, path }, { token: asking.token });
  return consoleSuccess(contract.getWithdrawal, reply).withdrawal;
}
async function look(times = 1): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) await runJob(testApp, 'watch-rail', {});
}

describe('a payout above the limit', () => {
  it('stays queued until a second person lets it go, and is then paid once', async () => {
    const { id, transactionId } = await ask({ amount: '0.10000001' });
    await look(2);
    await runJob(testApp, 'advance-withdrawal', { withdrawalId: id }, 3);
    expect(rail.timesAsked(id)).toBe(0);
    const shown = await showTransaction(testApp, person, transactionId);
    expect(shown).toMatchObject({ state: 'queued', canCancel: true });
    const held = { state: 'held', advice: 'approve', outcomes: [], proposal: null };
    expect(await fileOf(id)).toMatchObject(held);

    const proposal = await proposed(id);
    expect(proposal).toMatchObject({
      kind: 'withdrawals.release_large',
      before: { amount: '0.10000001 BTC', account: person.username },
      after: { sentIn24Hours: '0.00000000 BTC', sentIn24HoursWithThis: '0.10000001 BTC' },
    });
    expect((await fileOf(id)).proposal?.id).toBe(proposal.id);
    expect((await propose(id)).body.error).toBe('ProposalExists');
    expect((await approve(proposal.id, asking)).body.error).toBe('OwnProposal');
    expect((await approve(proposal.id)).status).toBe(200);
    expect(await newestEntry(testApp)).toMatchObject({
      actor: approving.email,
      action: 'withdrawals.release_large',
      subject_id: id,
      reason: 'Checked with the person by phone',
    });
    await untilState(testApp, person, { id: transactionId, state: 'completed' });
    expect(await fileOf(id)).toMatchObject({ state: 'completed', released: { by: asking.email } });
    await look();
    expect(rail.timesAsked(id)).toBe(1);
  });

  it('is let go though another left since it was asked for', async () => {
    const both = [await ask({ amount: '0.11' }), await ask({ amount: '0.12' })];
    const proposals = [];
    for (const { id } of both) proposals.push(await proposed(id));
    for (const [index, { id }] of proposals.entries()) {
      expect((await approve(id)).status).toBe(200);
      const { transactionId = '' } = both[index] ?? {};
      await untilState(testApp, person, { id: transactionId, state: 'completed' });
    }
  });

  it('at the limit goes its way by itself', async () => {
    const { id, transactionId } = await ask({ amount: '0.1' });
    await untilState(testApp, person, { id: transactionId, state: 'completed' });
    expect((await propose(id)).body.error).toBe('WithdrawalNotHeld');
  });

  it('can be cancelled while it waits, which ends what was proposed', async () => {
    const { id, transactionId } = await ask({ amount: '0.3' });
    const { id: proposalId } = await proposed(id);
    succeeded(
      endpoints.cancelWithdrawal,
      await testApp.call('POST', '/wallets/withdraw/cancel', {
        token: person.token,
        body: { transactionId },
      }),
    );
    expect((await approve(proposalId)).body.error).toBe('ProposalOutdated');
    await look();
    expect([rail.timesAsked(id), (await walletOf(testApp, person))?.availableBalance]).toEqual([
      0,
      '1.00000000',
    ]);
  });

  it('approved and cancelled at once is either paid or given back, never both', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const { id, transactionId } = await ask({ amount: '0.11' });
      const { id: proposalId } = await proposed(id);
      const [approved, cancelled] = await Promise.all([
        approve(proposalId),
        testApp.call('POST', '/wallets/withdraw/cancel', { token: person.token, body: { transactionId } }),
      ]);
      expect([approved.status, cancelled.status]).toContain(200);
      const end = cancelled.status === 200 ? 'cancelled' : 'completed';
      await untilState(testApp, person, { id: transactionId, state: end });
      expect(rail.timesPaid(id)).toBe(end === 'completed' ? 1 : 0);
    }
  });

  it('is stopped by a freeze', async () => {
    const { id, transactionId } = await ask({ amount: '0.3' });
    const { id: proposalId } = await proposed(id);
    await freezeByOperator(
      { db: testApp.db, accountParts: features },
      { userId: person.user.id, actor: { kind: 'operator', name: 'Grace' } },
    );
    expect((await approve(proposalId)).body.error).toBe('ProposalOutdated');
    expect([rail.timesAsked(id), (await fileOf(transactionId)).state]).toEqual([0, 'cancelled']);
  });

  it('is not looked at every minute, and keeps no younger one waiting', async () => {
    const { id } = await ask({ amount: '0.3' });
    // Whatever it looks at, it cannot read, and says so.
    const seen: string[] = [];
    const log = pino({}, { write: (line: string) => void seen.push(JSON.parse(line).withdrawalId) });
    const services = {
      db: { pool: testApp.db.pool, kysely: createUnreadable() },
      rail: createRealRail({ name: rail.name, canPayOut: true }),
      events: { publish: () => undefined },
      settings: testApp.settings,
      log,
    };
    await watchWithdrawals(services);
    expect(seen).not.toContain(id);
    await testApp.db.pool.query(
      `update withdrawal set released_at = now(), released_by = 'Grace' where id = $1`,
      [id],
    );
    await watchWithdrawals(services);
    expect(seen).toContain(id);
  });

  it('is released by whoever has the machine, once, with a reason', async () => {
    const { id, transactionId } = await ask({ amount: '0.3' });
    expect((await operateOn(testApp, ['withdrawals', 'held'])).output).toContain(id);
    expect((await operateOn(testApp, ['withdrawal', id])).output).toContain('needs approval');
    expect((await operateOn(testApp, ['withdrawal-release', id])).exitCode).toBe(2);
    const { output } = await operateOn(testApp, ['withdrawal-release', id, 'by', 'phone']);
    expect(output).toBe(`${id} may leave\n`);
    expect(await newestEntry(testApp)).toMatchObject({
      actor: 'Grace',
      action: 'withdrawals.release_large',
      reason: 'by phone',
    });
    const again = await operateOn(testApp, ['withdrawal-release', id, 'twice']);
    expect([again.exitCode, again.complaint]).toEqual([
      1,
      'the withdrawal does not wait for a second person\n',
    ]);
    // The command knows the sandbox's rail only: the server's own look finds it.
    await look();
    await untilState(testApp, person, { id: transactionId, state: 'completed' });
  });
});

describe('the sum of 24 hours', () => {
  const address = 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9';
  const pay = (amount: string) => ask({ currency: 'LTC', amount, address });
  beforeEach(() => giveMoney(testApp, person, 'LTC', '30'));

  it('counts everybody’s, to the last unit, however many come at once; what is older no longer counts', async () => {
    const first = await pay('4');
    await untilState(testApp, person, { id: first.transactionId, state: 'completed' });
    const both = await Promise.all([pay('0.6'), pay('0.6')]);
    await look();
    const states = await Promise.all(both.map(async ({ id }) => (await fileOf(id)).state));
    expect(states.toSorted()).toEqual(['completed', 'held']);
    const rest = await pay('0.4');
    await untilState(testApp, person, { id: rest.transactionId, state: 'completed' });
    const beyond = await pay('0.1');
    expect((await fileOf(beyond.id)).state).toBe('held');

    await testApp.ownerDb.pool.query(
      `update withdrawal set sent_at = sent_at - interval '1 day', closed_at = closed_at - interval '1 day'
        where asset = 'LTC' and sent_at is not null`,
    );
    const nextDay = await pay('5');
    await untilState(testApp, person, { id: nextDay.transactionId, state: 'completed' });
    // What waits goes on waiting: somebody looks at it.
    expect((await fileOf(beyond.id)).state).toBe('held');
  });
});

it('two that fit alone and not together do not both leave, though neither is committed when the other is judged', async () => {
  const other = await createTestApp({}, { rail: createRealRail({ isSandbox: true }) });
  try {
    const owner = await makePerson(other);
    await giveMoney(other, owner, 'BTC', '1');
    const rows = [];
    for (const amount of ['0.3', '0.3']) {
      const { transaction } = succeeded(endpoints.withdraw, await withdrawWith(other, owner, { amount }));
      const row = await findWithdrawal(other.db, await withdrawalIdOf(other, transaction.id));
      if (row !== undefined) rows.push(row);
    }
    const [first, second] = rows;
    if (first === undefined || second === undefined) throw new Error('nothing was withdrawn');
    const settings = { current: { payoutApproval: { above: {}, dayAbove: { BTC: 50_000_000n } } } };
    let judged: Promise<boolean> | undefined;
    let isJudged = false;
    await inTransaction(other.db, async (trx) => {
      expect(await holdIfLarge(trx, { settings }, first)).toBe(false);
      await moveOn(trx, first, { state: 'sending' });
      judged = inTransaction(other.db, (elsewhere) => holdIfLarge(elsewhere, { settings }, second)).finally(
        () => (isJudged = true),
      );
      await expect
        .poll(async () => {
          const waiting = `select from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`;
          return isJudged || (await other.db.pool.query(waiting)).rowCount === 1;
        })
        .toBe(true);
    });
    expect(await judged).toBe(true);
  } finally {
    await other.close();
  }
});

describe('paid by hand', () => {
  it('a large one is not started before it is released, by the console or by the command', async () => {
    const byHand = createRealRail({ isSandbox: true });
    const other = await createTestApp(limits, { rail: byHand });
    try {
      const [owner, staff] = [await makePerson(other), await makeStaff(other, 'treasurer')];
      await giveMoney(other, owner, 'BTC', '1');
      const reply = await withdrawWith(other, owner, { amount: '0.5' });
      const id = await withdrawalIdOf(other, succeeded(endpoints.withdraw, reply).transaction.id);
      const start = async () => {
        const body = { items: [{ id, outcome: 'started' }] };
        const called = await callConsole(other, contract.settleWithdrawals, { token: staff.token, body });
        return consoleSuccess(contract.settleWithdrawals, called).items[0];
      };
      expect(await start()).toMatchObject({ state: 'held', refusal: { error: 'WithdrawalNeedsApproval' } });
      const { complaint } = await operateOn(other, ['withdrawal-started', id]);
      expect(complaint).toMatch(/needs an approval in the console, or withdrawal-release/);
      expect((await operateOn(other, ['withdrawal-release', id, 'by phone'])).exitCode).toBe(0);
      expect(await start()).toMatchObject({ state: 'sending', refusal: null });
    } finally {
      await other.close();
    }
  });

  it.each([
    { outcome: 'paid', reference: 'tx' },
    // The word of one person must not make room for the next.
    { outcome: 'failed', reason: 'It never left' },
  ])(
    'what was started on another day counts until a day after it is reported as $outcome',
    async (report) => {
      const dayLimit = { PAYOUT_APPROVAL_DAY_ABOVE: 'BTC=0.5' };
      const other = await createTestApp(dayLimit, { rail: createRealRail({ isSandbox: true }) });
      try {
        const [owner, staff] = [await makePerson(other), await makeStaff(other, 'treasurer')];
        await giveMoney(other, owner, 'BTC', '1');
        const settle = async (item: object) => {
          const called = await callConsole(other, contract.settleWithdrawals, {
            token: staff.token,
            body: { items: [item] },
          });
          return consoleSuccess(contract.settleWithdrawals, called).items[0];
        };
        const queue = async () => {
          const reply = await withdrawWith(other, owner, { amount: '0.3' });
          return withdrawalIdOf(other, succeeded(endpoints.withdraw, reply).transaction.id);
        };
        const [first, second] = [await queue(), await queue()];
        expect(await settle({ id: first, outcome: 'started' })).toMatchObject({ state: 'sending' });
        await other.ownerDb.pool.query(
          `update withdrawal set sent_at = sent_at - interval '2 days' where id = $1`,
          [first],
        );
        expect(await settle({ id: second, outcome: 'started' })).toMatchObject({ state: 'held' });
        expect(await settle({ id: first, ...report })).toMatchObject({ refusal: null });
        const third = await queue();
        expect(await settle({ id: third, outcome: 'started' })).toMatchObject({ state: 'held' });
      } finally {
        await other.close();
      }
    },
  );

  it('one that was queued before there was a limit is marked when it is started', async () => {
    const other = await createTestApp({}, { rail: createRealRail({ isSandbox: true }) });
    try {
      const owner = await makePerson(other);
      await giveMoney(other, owner, 'BTC', '1');
      const reply = await withdrawWith(other, owner, { amount: '0.5' });
      const { transaction } = succeeded(endpoints.withdraw, reply);
      const id = await withdrawalIdOf(other, transaction.id);
      const settings = { current: { payoutApproval: { above: { BTC: 1n }, dayAbove: {} } } };
      const services = { db: other.db, rail: createRealRail(), settings };
      const actor = { kind: 'operator', name: 'Grace' } as const;
      await expect(
        settleByOperator(services, { id, verdict: { outcome: 'started' }, actor }),
      ).rejects.toMatchObject({ code: 'WithdrawalNeedsApproval' });
      expect((await operateOn(other, ['withdrawals', 'held'])).output).toContain(id);
      const cancelled = await other.call('POST', '/wallets/withdraw/cancel', {
        token: owner.token,
        body: { transactionId: transaction.id },
      });
      expect(cancelled.status).toBe(200);
    } finally {
      await other.close();
    }
  });
});

it('a role without the permission asks for nothing, and the database sends none that is held', async () => {
  const { id } = await ask({ amount: '0.3' });
  const support = await makeStaff(testApp, 'support');
  expect(refused(await propose(id, support)).error).toBe('PermissionMissing');
  await expect(
    testApp.ownerDb.pool.query(`update withdrawal set state = 'sending', sent_at = now() where id = $1`, [
      id,
    ]),
  ).rejects.toThrow('withdrawal_is_not_sent_while_held');
});
