import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { settleByOperator, type Verdict } from '../features/withdrawals/settle-by-operator.ts';
import { checkLedger } from '../ledger/ledger.ts';
import { exampleAddressOf } from '../rails/sandbox/example-addresses.ts';
import { createSiblingApp, createTestApp, type TestApp } from '../test/app.ts';
import { openCrashLab, type CrashLab } from '../test/crash-lab.ts';
import { runJob } from '../test/money.ts';
import { createPayoutRail, type Fate } from '../test/payout-rail.ts';
import { fund, insertSignedInPeople, type Caller } from '../test/signed-in-people.ts';

/**
 * Promise 9: a withdrawal leaves at most once, whoever dies at whichever step, however often and by how many its job is
 * run; and one of which nobody knows stops, and waits for a person.
 */

const grace = { kind: 'operator', name: 'Grace' } as const;
const amount = 200_000_000n;
const body = { currency: 'MRCY', amount: '2.00000000', address: exampleAddressOf('MRCY') };
const counted = {
  attempted: 0,
  acknowledged: 0,
  refused: 0,
  unknown: 0,
  kills: 0,
  /** Found half way, since whoever paid them out was killed over it. */
  interrupted: 0,
  completed: 0,
  cancelled: 0,
  unclear: 0,
  duplicated: 0,
};

afterAll(() => {
  process.stdout.write(`promise 9: ${JSON.stringify(counted)}\n`);
});

describe('with two workers at every step', () => {
  const rail = createPayoutRail();
  let apps: readonly [TestApp, TestApp];
  let person: Caller;

  beforeAll(async () => {
    const first = await createTestApp({}, { rail });
    apps = [first, await createSiblingApp(first, {}, { rail })];
  });
  beforeEach(async () => {
    const [someone] = await insertSignedInPeople(apps[0].db, 1);
    if (someone === undefined) throw new Error('nobody was inserted');
    person = someone;
    await fund(apps[0].db, [person], amount);
    rail.decide('is paid');
  });
  afterEach(() => rail.bury());
  afterAll(async () => {
    expect((await checkLedger(apps[0].db)).findings).toEqual([]);
    await apps[1].close();
    await apps[0].close();
  });

  const { name, canPayOut } = rail;

  async function ask(): Promise<{ id: string; transactionId: string }> {
    counted.attempted += 1;
    const reply = await apps[0].call('POST', '/wallets/withdraw', { token: person.token, body });
    expect(reply.status).toBe(200);
    counted.acknowledged += 1;
    const transactionId: string = reply.body.transaction.id;
    const { rows } = await apps[0].db.pool.query<{ id: string }>(
      'select id from withdrawal where transaction_id = $1',
      [transactionId],
    );
    return { id: rows[0]?.id ?? '', transactionId };
  }
  async function stateOf(id: string): Promise<string | undefined> {
    const { rows } = await apps[0].db.pool.query<{ state: string }>(
      'select state from withdrawal where id = $1',
      [id],
    );
    return rows[0]?.state;
  }
  async function untilStateIs(id: string, state: string): Promise<void> {
    // One that has ended elsewhere never comes to it.
    const ends = [state, 'completed', 'failed', 'cancelled'];
    const patience = { timeout: 10_000, interval: 20 };
    await vi.waitFor(async () => expect(ends).toContain(await stateOf(id)), patience);
    expect(await stateOf(id)).toBe(state);
  }
  /** What comes again: the job, several times at once, on both workers; and the minute's look. */
  async function repeatEverything(withdrawalId: string): Promise<void> {
    await runJob(apps[0], 'advance-withdrawal', { withdrawalId }, 6);
    await runJob(apps[0], 'watch-rail', {});
  }
  const passMinutes = (id: string, minutes: number) =>
    apps[0].db.pool.query(
      'update withdrawal set sent_at = sent_at - make_interval(mins => $2) where id = $1',
      [id, minutes],
    );
  const settle = (id: string, verdict: Verdict) =>
    settleByOperator(
      { db: apps[0].db, settings: apps[0].settings, rail: { name, canPayOut } },
      { id, verdict, actor: grace },
    );
  const balance = async () =>
    (await apps[0].call('GET', '/wallets/balance', { token: person.token })).body.wallet.availableBalance;
  /** What the person has once it is over: all, or nothing. */
  const all = '2.00000000';
  const nothing = '0.00000000';

  test.each<[Fate, string, number, string]>([
    ['is paid', 'completed', 1, nothing],
    ['is refused', 'failed', 0, all],
  ])('what %s is %s, however often its job runs', async (fate, state, timesPaid, left) => {
    rail.decide(fate);
    const { id } = await ask();
    await repeatEverything(id);
    await untilStateIs(id, state);
    await repeatEverything(id);
    expect([rail.timesAsked(id), rail.timesPaid(id), await balance()]).toEqual([1, timesPaid, left]);
    counted.completed += timesPaid;
  });

  test.each<[Fate, Verdict, string, number, string]>([
    ['is paid, and the answer is lost', { outcome: 'paid', reference: 'seen' }, 'completed', 1, nothing],
    ['is not paid, and there is no answer', { outcome: 'failed', reason: 'none' }, 'failed', 0, all],
  ])('what %s stops, and a person settles it once', async (fate, verdict, state, timesPaid, left) => {
    rail.decide(fate);
    const { id, transactionId } = await ask();
    await untilStateIs(id, 'unclear');
    rail.decide('is paid');
    await passMinutes(id, 24 * 60);
    await repeatEverything(id);
    expect(await stateOf(id)).toBe('unclear');
    const cancelled = await apps[0].call('POST', '/wallets/withdraw/cancel', {
      token: person.token,
      body: { transactionId },
    });
    expect(cancelled.body.error).toBe('WithdrawalNotCancellable');
    expect(rail.timesAsked(id)).toBe(1);
    const verdicts = await Promise.allSettled([settle(id, verdict), settle(id, verdict)]);
    expect(verdicts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect([await stateOf(id), rail.timesPaid(id), await balance()]).toEqual([state, timesPaid, left]);
    counted.unclear += 1;
  });

  test('what is paid, and who asked dies, is found paid a minute later', async () => {
    rail.decide('is paid, and who asked dies');
    const { id } = await ask();
    await untilStateIs(id, 'sending');
    await vi.waitFor(() => expect(rail.timesAsked(id)).toBe(1));
    rail.decide('is paid');
    await passMinutes(id, 2);
    await runJob(apps[0], 'watch-rail', {});
    await untilStateIs(id, 'completed');
    rail.bury();
    await repeatEverything(id);
    expect([rail.timesAsked(id), await balance()]).toEqual([1, nothing]);
    counted.completed += 1;
  });

  test('what is not paid, and who asked dies, is looked for and then waits for a person', async () => {
    rail.decide('is not paid, and who asked dies');
    const { id } = await ask();
    await vi.waitFor(() => expect(rail.timesAsked(id)).toBe(1));
    rail.decide('is paid');
    await passMinutes(id, 9);
    await runJob(apps[0], 'watch-rail', {});
    expect(await stateOf(id)).toBe('sending');
    await passMinutes(id, 1);
    await runJob(apps[0], 'watch-rail', {});
    expect(await stateOf(id)).toBe('unclear');
    rail.bury();
    await repeatEverything(id);
    expect([await stateOf(id), rail.timesAsked(id)]).toEqual(['unclear', 1]);
    counted.unclear += 1;
  });

  test('either its person takes it back or it leaves, never both', async () => {
    for (let round = 0; round < 15; round += 1) {
      await fund(apps[0].db, [person], amount);
      const { id, transactionId } = await ask();
      const [cancelled] = await Promise.all([
        apps[1].call('POST', '/wallets/withdraw/cancel', { token: person.token, body: { transactionId } }),
        repeatEverything(id),
      ]);
      const state = cancelled.status === 200 ? 'cancelled' : 'completed';
      await untilStateIs(id, state);
      expect(rail.timesAsked(id)).toBe(state === 'cancelled' ? 0 : 1);
      counted[state] += 1;
    }
  });
});

describe('with processes that are killed', () => {
  const killCount = 10;
  const perKill = 16;
  let lab: CrashLab;
  let people: Caller[];

  beforeAll(async () => {
    lab = await openCrashLab({ serverCount: 2 });
    people = await insertSignedInPeople(lab.db, 20);
    await fund(lab.db, people, amount * BigInt(killCount * perKill));
  }, 120_000);
  afterAll(async () => {
    expect((await checkLedger(lab.db)).findings).toEqual([]);
    await lab.close();
  }, 60_000);

  interface Intent {
    readonly key: string;
    readonly person: Caller;
    isAcknowledged: boolean;
  }

  /** False where no answer came: it may or may not have happened. */
  async function send({ key, person }: Intent, origin: string | undefined): Promise<boolean> {
    try {
      const reply = await fetch(`${origin}/v1/wallets/withdraw`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${person.token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(body),
      });
      const { error } = (await reply.json()) as { error?: string };
      if (reply.status >= 400 && reply.status < 500) throw new Error(`a withdrawal was refused: ${error}`);
      return reply.status === 200;
    } catch (error) {
      if (error instanceof TypeError) return false;
      throw error;
    }
  }

  async function killOnce(round: number): Promise<Intent[]> {
    const intents = Array.from({ length: perKill }, (_none, index): Intent => {
      const person = people[index % people.length];
      if (person === undefined) throw new Error('nobody is there');
      return { key: `round-${round}-intent-${index}`, person, isAcknowledged: false };
    });
    const sent = intents.map(async (intent, index) => {
      intent.isAcknowledged = await send(intent, lab.origins[index % 2]);
      if (!intent.isAcknowledged) counted.unknown += 1;
    });
    // Somewhere in the midst of calls and payouts.
    await delay(20 + Math.random() * 150);
    await lab.killServer(round % 2);
    counted.kills += 1;
    await Promise.all(sent);
    counted.attempted += intents.length;
    return intents;
  }

  /** What a minute's look would do, and ten minutes later once more, for what the dead have left. */
  async function finish(): Promise<void> {
    const { pool } = lab.db;
    const { rowCount } = await pool.query(
      `update withdrawal set sent_at = sent_at - interval '11 minutes' where state = 'sending'`,
    );
    counted.interrupted += rowCount ?? 0;
    await pool.query(
      `select graphile_worker.add_job('advance-withdrawal', json_build_object('withdrawalId', id)) from withdrawal
       where state in ('queued', 'sending')`,
    );
    await vi.waitFor(
      async () => {
        const { rows } = await pool.query(
          `select state from withdrawal where state in ('queued', 'sending')`,
        );
        expect(rows).toEqual([]);
      },
      { timeout: 60_000, interval: 200 },
    );
  }

  async function settleUnclear(): Promise<void> {
    const { rows } = await lab.db.pool.query<{ id: string; payment: string | null }>(
      `select withdrawal.id, sandbox_payout.id as payment from withdrawal
       left join sandbox_payout on sandbox_payout.withdrawal_id = withdrawal.id where state = 'unclear'`,
    );
    const rail = { name: 'sandbox', canPayOut: true } as const;
    for (const { id, payment } of rows) {
      const verdict: Verdict =
        payment === null
          ? { outcome: 'failed', reason: 'the chain has none' }
          : { outcome: 'paid', reference: payment };
      await settleByOperator(
        { db: lab.db, rail, settings: { current: { payoutApproval: { above: {}, dayAbove: {} } } } },
        { id, verdict, actor: grace },
      );
    }
    counted.unclear += rows.length;
  }

  test(
    'each withdrawal leaves at most once, and what was acknowledged is there',
    { timeout: 240_000 },
    async () => {
      const intents: Intent[] = [];
      for (let round = 0; round < killCount; round += 1) intents.push(...(await killOnce(round)));
      for (const intent of intents.filter(({ isAcknowledged }) => !isAcknowledged)) {
        intent.isAcknowledged = await send(intent, lab.origins[0]);
        expect(intent.isAcknowledged).toBe(true);
      }
      counted.acknowledged += intents.length;
      await finish();
      const { rows: twice } = await lab.db.pool.query(
        'select withdrawal_id from sandbox_payout group by withdrawal_id having count(*) > 1',
      );
      counted.duplicated += twice.length;
      expect(twice).toEqual([]);
      await settleUnclear();
      const { rows } = await lab.db.pool.query<{ state: string; count: number; payouts: number }>(
        `select state, count(*)::integer as count, count(sandbox_payout.id)::integer as payouts
       from withdrawal left join sandbox_payout on sandbox_payout.withdrawal_id = withdrawal.id group by state`,
      );
      const completed = rows.find(({ state }) => state === 'completed');
      const failed = rows.find(({ state }) => state === 'failed');
      counted.completed += completed?.count ?? 0;
      expect(completed?.payouts).toBe(completed?.count);
      expect(failed?.payouts ?? 0).toBe(0);
      expect((completed?.count ?? 0) + (failed?.count ?? 0)).toBe(intents.length);
      expect(lab.complaints()).toEqual([]);
    },
  );
});
