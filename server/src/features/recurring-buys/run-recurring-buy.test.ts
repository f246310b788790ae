import { endpoints } from '@mercury/contract/api/index.ts';
import type { Notice } from '@mercury/contract/api/notices.ts';
import { assetOf } from '@mercury/contract/money/asset.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkLedger } from '../../ledger/ledger.ts';
import { createSiblingApp, createTestApp, succeeded, type TestApp } from '../../test/app.ts';
import { startMarketStandIn, type MarketStandIn } from '../../test/market-stand-in.ts';
import { giveMoney, runJob } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import {
  countTrades,
  findOwnRecurringBuy,
  makeDue,
  makeRecurringBuy,
  runDue,
  runsOf,
  waitingTimesOf,
} from '../../test/recurring-buys.ts';

vi.setConfig({ testTimeout: 30_000 });

/** Only a market's price can jump: a pretended one moves as it should. */
let standIn: MarketStandIn;
let testApp: TestApp;
let person: SignedInPerson;
let id: string;

beforeAll(async () => {
  standIn = await startMarketStandIn();
  testApp = await createTestApp(standIn.environment);
});
beforeEach(async () => {
  person = await makePerson(testApp);
  id = (await makeRecurringBuy(testApp, person)).id;
  // Jobs of the test's own making only: at what has passed nothing waits for its time.
  await forgetJobs();
});
afterAll(async () => {
  const { findings } = await checkLedger(testApp.db);
  await testApp.close();
  await standIn.close();
  expect(findings).toEqual([]);
});

async function forgetJobs(): Promise<void> {
  await testApp.db.pool.query(
    `delete from graphile_worker._private_jobs where payload ->> 'recurringBuyId' = $1`,
    [id],
  );
}

async function dollarsOf(whom: SignedInPerson): Promise<string> {
  const { rows } = await testApp.db.pool.query<{ balance: bigint }>(
    `select balance from account where owner_id = $1 and asset = 'USD' and kind = 'available'`,
    [whom.user.id],
  );
  return String(rows[0]?.balance ?? 0n);
}

async function noticesOf(whom: SignedInPerson): Promise<Notice[]> {
  const reply = await testApp.call('GET', '/notices', { token: whom.token });
  return succeeded(endpoints.listNotices, reply).notices;
}

const present = () => findOwnRecurringBuy(testApp, person, id);
const watch = () => runJob(testApp, 'watch-recurring-buys', {});

describe('a recurring buy that is due', () => {
  beforeEach(() => giveMoney(testApp, person, 'USD', '1000.00'));

  test('buys for the whole amount, fee and all, and shows in history as a buy', async () => {
    await runDue(testApp, id);
    const { lastRun, nextAt, state } = await present();
    expect(lastRun).toMatchObject({ refusal: null, transactionId: expect.any(String) });
    expect(state).toBe('active');
    expect(Date.parse(nextAt ?? '')).toBeGreaterThan(Date.now());
    expect(await waitingTimesOf(testApp, id)).toEqual([nextAt]);
    expect(await dollarsOf(person)).toBe('950000000');
    const reply = await testApp.call('GET', `/transactions/${lastRun?.transactionId}`, {
      token: person.token,
    });
    expect(reply.body.transaction).toMatchObject({ type: 'BUY', currency: 'BTC', status: 'COMPLETED' });
    const { rows } = await testApp.db.pool.query(
      'select recurring_buy_id, from_amount from trade where user_id = $1',
      [person.user.id],
    );
    expect(rows).toEqual([{ recurring_buy_id: id, from_amount: 50_000_000n }]);
    expect(await noticesOf(person)).toMatchObject([{ kind: 'trade_done', isRecurring: true }]);
  });

  test('buys once, however often two processes run its job at once', async () => {
    const sibling = await createSiblingApp(testApp, standIn.environment);
    try {
      await runDue(testApp, id, 12);
    } finally {
      await sibling.close();
    }
    expect(await runsOf(testApp, id)).toHaveLength(1);
    expect(await countTrades(testApp, person)).toBe(1);
    expect(await dollarsOf(person)).toBe('950000000');
  });

  test('does not buy again when its job is repeated later', async () => {
    const dueAt = await makeDue(testApp, id);
    for (let count = 0; count < 2; count += 1) {
      await runJob(testApp, 'run-recurring-buy', { recurringBuyId: id, dueAt });
    }
    expect(await countTrades(testApp, person)).toBe(1);
  });

  test('does not buy before its time, nor for a time that is not its next', async () => {
    const { nextAt } = await present();
    await runJob(testApp, 'run-recurring-buy', { recurringBuyId: id, dueAt: nextAt ?? '' });
    await makeDue(testApp, id);
    const dueAt = new Date(Date.now() - 86_400_000).toISOString();
    await runJob(testApp, 'run-recurring-buy', { recurringBuyId: id, dueAt });
    expect(await countTrades(testApp, person)).toBe(0);
  });

  test('is found by the watch where its job was lost, by another process after a restart too, and once', async () => {
    await makeDue(testApp, id, '29 seconds');
    await watch();
    expect(await countTrades(testApp, person)).toBe(0);
    await makeDue(testApp, id, '31 seconds');
    const restarted = await createSiblingApp(testApp, standIn.environment);
    try {
      await runJob(restarted, 'watch-recurring-buys', {}, 6);
    } finally {
      await restarted.close();
    }
    expect(await countTrades(testApp, person)).toBe(1);
    expect(await runsOf(testApp, id)).toHaveLength(1);
  });

  test('makes up once for all the times that were missed, and goes on at its own hour', async () => {
    const dueAt = await makeDue(testApp, id, '100 hours');
    await watch();
    await watch();
    expect(await countTrades(testApp, person)).toBe(1);
    expect((await present()).nextAt).toBe(new Date(Date.parse(dueAt) + 120 * 3_600_000).toISOString());
  });

  test('moves nothing where it fails midway, and buys when it is run again', async () => {
    await testApp.ownerDb.pool.query(
      `create function fail_run() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$;
       create trigger run_fails before insert on recurring_buy_run execute function fail_run()`,
    );
    const dueAt = await makeDue(testApp, id, '1 minute');
    await watch();
    const untouched = [await countTrades(testApp, person), await dollarsOf(person)];
    await testApp.ownerDb.pool.query('drop trigger run_fails on recurring_buy_run; drop function fail_run()');
    expect(untouched).toEqual([0, '1000000000']);
    await runJob(testApp, 'run-recurring-buy', { recurringBuyId: id, dueAt });
    expect(await countTrades(testApp, person)).toBe(1);
  });

  test('buys nothing when it was paused or ended before its job ran', async () => {
    const paused = await makeDue(testApp, id);
    await testApp.call('POST', `/recurring-buys/${id}/pause`, { token: person.token });
    await runJob(testApp, 'run-recurring-buy', { recurringBuyId: id, dueAt: paused });
    await testApp.call('POST', `/recurring-buys/${id}/resume`, { token: person.token });
    await runJob(testApp, 'run-recurring-buy', { recurringBuyId: id, dueAt: paused });
    const ended = await makeDue(testApp, id);
    await testApp.call('DELETE', `/recurring-buys/${id}`, { token: person.token });
    await runJob(testApp, 'run-recurring-buy', { recurringBuyId: id, dueAt: ended });
    expect(await countTrades(testApp, person)).toBe(0);
  });

  test('waits for its next time while its person is frozen, and is not refused for it', async () => {
    const frozen = (at: string) =>
      testApp.db.pool.query(`update app_user set frozen_at = ${at}, frozen_by = $2 where id = $1`, [
        person.user.id,
        at === 'null' ? null : 'link',
      ]);
    await frozen('now()');
    await runDue(testApp, id);
    await frozen('null');
    const { state, lastRun, nextAt } = await present();
    expect({ state, lastRun }).toEqual({ state: 'active', lastRun: null });
    expect(await waitingTimesOf(testApp, id)).toEqual([nextAt]);
    await runDue(testApp, id);
    expect(await countTrades(testApp, person)).toBe(1);
  });
});

describe('a recurring buy that is refused', () => {
  test('is written down and told in the app and by mail, and tried again at its next time', async () => {
    await runDue(testApp, id);
    const { lastRun, state, nextAt } = await present();
    expect(lastRun).toMatchObject({ transactionId: null, refusal: 'InsufficientBalance' });
    expect(state).toBe('active');
    expect(await waitingTimesOf(testApp, id)).toEqual([nextAt]);
    expect(await noticesOf(person)).toMatchObject([
      {
        kind: 'recurring_buy_refused',
        currency: 'BTC',
        amount: '50.00',
        amountCurrency: 'USD',
        reason: 'InsufficientBalance',
        nextAt,
        isRead: false,
      },
    ]);
    const [mail] = await testApp.mailsTo(person.email);
    expect(mail?.subject).toBe('Mercury: your recurring buy of BTC didn’t go through');
    expect(mail?.text).toContain('50.00 USD');
    expect(mail?.text).toContain('/dashboard/trade');
  });

  test('tells once, however often two processes run its job at once', async () => {
    const sibling = await createSiblingApp(testApp, standIn.environment);
    try {
      await runDue(testApp, id, 12);
    } finally {
      await sibling.close();
    }
    expect(await runsOf(testApp, id)).toEqual([{ transaction_id: null, refusal: 'InsufficientBalance' }]);
    expect(await noticesOf(person)).toHaveLength(1);
  });

  test('three times in a row is paused and told so; resumed, it begins to count anew', async () => {
    for (let count = 0; count < 3; count += 1) {
      await runDue(testApp, id);
      // Each of its times is another, to the millisecond.
      expect(await runsOf(testApp, id)).toHaveLength(count + 1);
      await forgetJobs();
    }
    expect(await present()).toMatchObject({ state: 'paused', nextAt: null });
    expect((await noticesOf(person)).map(({ kind }) => kind)).toEqual([
      'recurring_buy_paused',
      'recurring_buy_refused',
      'recurring_buy_refused',
    ]);
    expect(await waitingTimesOf(testApp, id)).toEqual([]);
    expect((await testApp.mailsTo(person.email))[0]?.subject).toBe(
      'Mercury: your recurring buy of BTC is paused',
    );
    await testApp.call('POST', `/recurring-buys/${id}/resume`, { token: person.token });
    await runDue(testApp, id);
    expect(await present()).toMatchObject({ state: 'active' });
  });

  test('of a coin that was switched off since is told so at once, and paused after three times', async () => {
    await giveMoney(testApp, person, 'USD', '1000.00');
    const trade = async (isActive: boolean) => {
      await testApp.ownerDb.pool.query(`update asset set is_active = $1 where code = 'BTC'`, [isActive]);
      await vi.waitFor(() => expect(assetOf('BTC').isActive).toBe(isActive));
    };
    await trade(false);
    try {
      for (let count = 0; count < 3; count += 1) {
        await runDue(testApp, id);
        expect(await runsOf(testApp, id)).toHaveLength(count + 1);
        await forgetJobs();
      }
    } finally {
      await trade(true);
    }
    expect(await present()).toMatchObject({ state: 'paused', lastRun: { refusal: 'AssetNotTraded' } });
    expect(await noticesOf(person)).toMatchObject([
      { kind: 'recurring_buy_paused', reason: 'AssetNotTraded' },
      { kind: 'recurring_buy_refused', reason: 'AssetNotTraded' },
      { kind: 'recurring_buy_refused', reason: 'AssetNotTraded' },
    ]);
    expect((await testApp.mailsTo(person.email))[0]?.text).toContain('This currency can’t be traded here');
    expect(await dollarsOf(person)).toBe('1000000000');
  });

  test('is not paused where a purchase came between the refusals', async () => {
    await runDue(testApp, id);
    await runDue(testApp, id);
    await giveMoney(testApp, person, 'USD', '60.00');
    await runDue(testApp, id);
    await runDue(testApp, id);
    await runDue(testApp, id);
    expect(await runsOf(testApp, id)).toHaveLength(5);
    expect(await present()).toMatchObject({ state: 'active' });
  });
});

describe('a recurring buy that finds no price to buy at', () => {
  /** Long ago a dollar: what it costs now is a jump from there. */
  const jump = () =>
    testApp.db.pool.query(
      `insert into price_reference (asset, scaled_usd, as_of) values ('BTC', 10 ^ 12, date_trunc('milliseconds', now() - interval '1 day'))
       on conflict (asset) do update set scaled_usd = 10 ^ 12, as_of = excluded.as_of,
         candidate_scaled_usd = null, candidate_since = null`,
    );
  const settle = () => testApp.db.pool.query(`delete from price_reference where asset = 'BTC'`);

  beforeEach(async () => {
    await giveMoney(testApp, person, 'USD', '1000.00');
    await jump();
  });

  test('waits for it, and buys once it is there', async () => {
    await makeDue(testApp, id, '2 minutes');
    await watch();
    await watch();
    expect(await runsOf(testApp, id)).toEqual([]);
    expect(await present()).toMatchObject({ state: 'active', lastRun: null });
    await settle();
    await watch();
    expect(await countTrades(testApp, person)).toBe(1);
    expect(await noticesOf(person)).toMatchObject([{ kind: 'trade_done', isRecurring: true }]);
  });

  test('waits an hour since it found none, also where it was due long before, and is then refused', async () => {
    await makeDue(testApp, id, '20 hours');
    const since = (ago: string) =>
      testApp.db.pool.query('update recurring_buy set waits_since = now() - $2::interval where id = $1', [
        id,
        ago,
      ]);
    await watch();
    await since('59 minutes');
    await watch();
    expect(await runsOf(testApp, id)).toEqual([]);
    await since('60 minutes');
    await watch();
    expect(await runsOf(testApp, id)).toEqual([{ transaction_id: null, refusal: 'PriceJumped' }]);
    expect(await noticesOf(person)).toMatchObject([{ reason: 'PriceJumped' }]);
    // The next time has an hour of its own.
    await makeDue(testApp, id, '2 minutes');
    await watch();
    expect(await runsOf(testApp, id)).toHaveLength(1);
    await settle();
  });

  test('waits a whole hour again after it was paused and resumed', async () => {
    await makeDue(testApp, id, '2 minutes');
    await watch();
    await testApp.db.pool.query(
      `update recurring_buy set waits_since = now() - interval '2 hours' where id = $1`,
      [id],
    );
    for (const change of ['pause', 'resume']) {
      const reply = await testApp.call('POST', `/recurring-buys/${id}/${change}`, { token: person.token });
      expect(reply.status).toBe(200);
    }
    await makeDue(testApp, id, '2 minutes');
    await watch();
    expect(await runsOf(testApp, id)).toEqual([]);
    await settle();
  });
});

describe('the account of a recurring buy', () => {
  test('takes it along when it is deleted, and nothing of it runs any more', async () => {
    const dueAt = await makeDue(testApp, id);
    const reply = await testApp.call('DELETE', '/users/account', {
      token: person.token,
      body: { password: person.password },
    });
    expect(reply.status).toBe(200);
    await runJob(testApp, 'run-recurring-buy', { recurringBuyId: id, dueAt });
    const { rows } = await testApp.db.pool.query(
      `select from recurring_buy where user_id = $1 union all select from notice where user_id = $1`,
      [person.user.id],
    );
    expect(rows).toEqual([]);
  });
});
