import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { getTrialBalance, proposeReversal } from '@mercury/contract/console/books.ts';
import type { ConsoleEndpoint } from '@mercury/contract/console/endpoint.ts';
import { approveProposal } from '@mercury/contract/console/proposals.ts';
import * as reports from '@mercury/contract/console/reports.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../db/database.ts';
import { fundHouse, houseId } from '../../features/house-quotes/house.ts';
import { checkLedger, closeDays, post, type AccountRef, type TransferKind } from '../../ledger/ledger.ts';
import { available, exposure, house } from '../../ledger/testing/postings.ts';
import { createTestApp, type TestApp, type TestReply } from '../../test/app.ts';
import { openMarket } from '../../test/markets.ts';
import { giveMoney, runJob } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { trade } from '../../test/trades.ts';
import { callConsole, consoleSuccess, makeStaff, newestEntry } from '../test/console-client.ts';
import { decide } from '../test/proposal-client.ts';

let testApp: TestApp;
let token: string;
let ada: SignedInPerson;
let grace: SignedInPerson;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const today = new Date().toISOString().slice(0, 10);
const midnight = Date.parse(today) - 2 * dayMs;
const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

beforeAll(async () => {
  testApp = await createTestApp({ RATE_LIMIT_FACTOR: '1000000' });
  await openMarket(testApp);
  ({ token } = await makeStaff(testApp, 'treasurer'));
  [ada, grace] = await Promise.all([makePerson(testApp), makePerson(testApp)]);
  // It makes the house somebody with accounts.
  await fundHouse(testApp.db, { asset: 'USD', units: 1n });
  await postAt(midnight - 40 * dayMs, 'adjustment', exposure(), available(houseId), 500n);
  await postAt(midnight - 30 * dayMs, 'deposit', house(), available(ada.user.id), 1000n);
  await postAt(midnight - 1, 'deposit', house(), available(ada.user.id), 100n);
  await postAt(midnight, 'deposit', house(), available(ada.user.id), 10n);
  await postAt(midnight + 3 * hourMs, 'withdrawal', available(ada.user.id), fees, 7n);
  await postAt(midnight + 4 * hourMs, 'deposit', house(), available(grace.user.id), 6n);
  // What the house has in order books: it moves within the hour before a midnight, and after it.
  await postAt(midnight - 1, 'trade', available(houseId), available(ada.user.id), 40n);
  await postAt(midnight + 1, 'trade', available(ada.user.id), available(houseId), 15n);
  for (const person of [ada, grace]) {
    await giveMoney(testApp, person, 'USD', '1000');
    await giveMoney(testApp, person, 'MRCY', '1000');
  }
  await trade(testApp, ada, { type: 'BUY', from: '100 USD', fee: '1 USD', to: '10 MRCY' });
  await order(ada, 'SELL');
  await order(grace, 'BUY');
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

const fees: AccountRef = { owner: 'house', asset: 'MRCY', kind: 'fees' };

/** As if it had been posted then. */
async function postAt(
  msecs: number,
  kind: TransferKind,
  from: AccountRef,
  to: AccountRef,
  amount: bigint,
): Promise<void> {
  await inTransaction(testApp.db, (trx) =>
    post(trx, [
      {
        transferId: uuidv7({ msecs }),
        kind,
        entries: [
          { account: from, amount: -amount },
          { account: to, amount },
        ],
      },
    ]),
  );
}

async function order({ token: own }: SignedInPerson, side: 'BUY' | 'SELL'): Promise<void> {
  const body = { market: 'MRCY-USD', type: 'LIMIT', side, price: '0.57', quantity: '10', timeInForce: 'GTC' };
  expect((await testApp.call('POST', '/orders', { token: own, body })).status).toBe(201);
}

function call({ method, path }: ConsoleEndpoint, query: Record<string, string>): Promise<TestReply> {
  const search = new URLSearchParams(query);
  return callConsole(testApp, { method, path: `${path}?${search.toString()}` }, { token });
}

async function read<E extends ConsoleEndpoint>(
  endpoint: E,
  query: Record<string, string>,
): Promise<ReplyOf<E>> {
  return consoleSuccess(endpoint, await call(endpoint, query));
}

const period = { from: dayOf(midnight - 60 * dayMs), until: today };
const movements = (of: reports.MovementReport, days = period) =>
  read(reports.getMovementReport, { of, ...days });
const owedAt = async (moment: number) => {
  const { assets } = await read(reports.getLiabilityReport, { at: new Date(moment).toISOString() });
  return assets.find(({ currency }) => currency === 'MRCY');
};

async function trialBalance() {
  return (await read(getTrialBalance, {})).assets;
}

describe.each([
  ['before a day is counted', async () => undefined],
  ['from the days that are counted, and what was posted since', () => runJob(testApp, 'count-days', {})],
  ['once the days are closed as well', () => closeDays(testApp.db)],
])('%s', (_, prepare) => {
  beforeAll(prepare);

  it('the fees are told by cause, and come to what the trial balance says', async () => {
    const { assets, days } = await movements('fees');
    const fills = await testApp.db.pool.query<{ maker_fee: bigint; taker_fee: bigint }>('select * from fill');
    const [fill] = fills.rows;
    const mrcy = assets.find(({ currency }) => currency === 'MRCY');
    expect(mrcy?.lines).toEqual([
      { cause: 'order_book', count: 1, amount: `0.0${String(fill?.taker_fee).padStart(7, '0')}` },
      { cause: 'withdrawal', count: 1, amount: '0.00000007' },
    ]);
    const usd = assets.find(({ currency }) => currency === 'USD');
    expect(usd?.lines.map(({ cause, count }) => [cause, count])).toEqual([
      ['order_book', 1],
      ['trade', 1],
    ]);
    expect(days?.at(-1)).toEqual({ day: dayOf(midnight), currency: 'MRCY', amount: '0.00000007' });
    const trial = await trialBalance();
    for (const { currency, opening, lines, closing } of assets) {
      const units = [opening, ...lines.map(({ amount }) => amount)].map(Number);
      expect(units.reduce((sum, each) => sum + each)).toBeCloseTo(Number(closing), 8);
      const balances = trial.find((asset) => asset.currency === currency)?.lines;
      expect(closing).toBe(balances?.find(({ kind }) => kind === 'fees')?.amount);
    }
  });

  it('what came in and went out is told by cause and day, of whole UTC days', async () => {
    const day = dayOf(midnight - dayMs);
    const { assets } = await movements('payments', { from: day, until: day });
    expect(assets.find(({ currency }) => currency === 'MRCY')).toEqual({
      currency: 'MRCY',
      opening: '0.00001000',
      lines: [{ cause: 'deposit', count: 1, amount: '0.00000100' }],
      closing: '0.00001100',
    });
  });

  it('trades are told by pair, with the house and in order books', async () => {
    const { pairs } = await read(reports.getTradeReport, period);
    expect(pairs).toEqual([
      {
        venue: 'house',
        base: 'MRCY',
        quote: 'USD',
        count: 1,
        baseAmount: '10.00000000',
        quoteAmount: '100.00',
      },
      {
        venue: 'order_book',
        base: 'MRCY',
        quote: 'USD',
        count: 1,
        baseAmount: '10.00000000',
        quoteAmount: '5.70',
      },
    ]);
  });

  it('what was owed is told of any moment, on both sides of a midnight', async () => {
    const owed = async (moment: number) => Number((await owedAt(moment))?.liabilities) * 1e8;
    expect(await owed(midnight - 31 * dayMs)).toBe(0);
    expect(await owed(midnight - 1)).toBeCloseTo(1000);
    expect(await owed(midnight)).toBeCloseTo(1140);
    expect(await owed(midnight + 1)).toBeCloseTo(1150);
    expect(await owed(midnight + 2)).toBeCloseTo(1135);
    expect(await owed(midnight + 4 * hourMs)).toBeCloseTo(1128);
  });

  it('what is owed now is what all accounts of customers come to, and what the trial balance says', async () => {
    const { rows } = await testApp.db.pool.query<{ asset: AssetCode; owed: bigint }>(
      `select asset, sum(balance)::numeric(38, 0) as owed from account where owner_id <> $1 group by asset order by asset`,
      [houseId],
    );
    const owed = Object.fromEntries(
      rows.map(({ asset, owed: units }) => [asset, formatAmount(amountOf(asset, units))]),
    );
    const facts = (of: readonly { currency: string; liabilities: string }[]) =>
      Object.fromEntries(of.map(({ currency, liabilities }) => [currency, liabilities]));
    for (const query of [{}, { at: new Date().toISOString() }])
      expect(facts((await read(reports.getLiabilityReport, query)).assets)).toEqual(owed);
    expect(facts(await trialBalance())).toEqual(owed);
  });
});

it('a day grows from hour to hour', async () => {
  const { pool } = testApp.ownerDb;
  await pool.query('delete from report_movement where starts_at >= $1', [new Date(midnight)]);
  // As if the job had last run two hours into the day.
  await pool.query('update report_mark set counted_until = $1', [new Date(midnight + 2 * hourMs)]);
  await pool.query(
    `insert into report_movement (starts_at, account_id, cause, count, amount)
     select $1, id, 'deposit', 1, -10 from account where owner_id is null and asset = 'MRCY' and kind = 'rail_clearing'`,
    [new Date(midnight)],
  );
  await runJob(testApp, 'count-days', {});
  const day = dayOf(midnight);
  const { assets } = await movements('payments', { from: day, until: day });
  expect(assets.find(({ currency }) => currency === 'MRCY')?.lines).toEqual([
    { cause: 'deposit', count: 2, amount: '0.00000016' },
  ]);
  const { rows } = await pool.query<{ isRecent: boolean }>(
    `select counted_until > now() - interval '2 hours' and counted_until <= now() - interval '1 hour' as "isRecent" from report_mark`,
  );
  expect(rows).toEqual([{ isRecent: true }]);
});

it('a trade that is counted belongs to its day alone', async () => {
  await testApp.ownerDb.pool.query(
    `insert into report_trade (starts_at, venue, base, quote, count, base_amount, quote_amount)
     values ($1, 'house', 'MRCY', 'USD', 2, 300, 400)`,
    [new Date(midnight)],
  );
  const countOn = async (moment: number) => {
    const day = dayOf(moment);
    return (await read(reports.getTradeReport, { from: day, until: day })).pairs.map(({ count }) => count);
  };
  expect(await countOn(midnight)).toEqual([2]);
  expect(await countOn(midnight - 1)).toEqual([]);
  expect(await countOn(midnight + dayMs)).toEqual([]);
  await testApp.ownerDb.pool.query('delete from report_trade');
});

it('a trade that a correction undid stays, and what was undone is a line of its own on the day of the correction', async () => {
  const { rows } = await testApp.db.pool.query<{ transfer_id: string }>('select transfer_id from trade');
  const path = `/books/transfers/${rows[0]?.transfer_id}/reversal` as const;
  const body = { reason: 'At a price that was never offered' };
  const { proposal } = consoleSuccess(
    proposeReversal,
    await callConsole(testApp, { ...proposeReversal, path }, { token, body }),
  );
  const second = await makeStaff(testApp, 'treasurer');
  consoleSuccess(approveProposal, await decide(testApp, second.token, proposal));
  const pair = { base: 'MRCY', quote: 'USD', count: 1 };
  expect((await read(reports.getTradeReport, period)).pairs.slice(0, 2)).toEqual([
    { venue: 'house', ...pair, baseAmount: '10.00000000', quoteAmount: '100.00' },
    { venue: 'house_reversed', ...pair, baseAmount: '-10.00000000', quoteAmount: '-100.00' },
  ]);
  // As the ledger has it: what was taken of fees was given back.
  const usd = (await movements('fees')).assets.find(({ currency }) => currency === 'USD');
  expect(usd?.lines).toEqual(
    expect.arrayContaining([
      { cause: 'trade', count: 1, amount: '1.00' },
      { cause: 'reversal', count: 1, amount: '-1.00' },
    ]),
  );
  const csv = String((await call(reports.exportTradeReport, period)).body);
  expect(csv).toContain(`${today},house_reversed,MRCY,USD,1,-10.00000000,-100.00\r\n`);
  const yesterday = dayOf(Date.parse(today) - 1);
  expect((await read(reports.getTradeReport, { from: period.from, until: yesterday })).pairs).toEqual([]);
});

it.each<[reports.MovementReport | 'trades' | 'liabilities', ConsoleEndpoint, Record<string, string>, RegExp]>(
  [
    [
      'fees',
      reports.exportMovementReport,
      { of: 'fees', ...period },
      /^\uFEFF?day,currency,cause,count,amount\r\n[0-9-]{10},MRCY,withdrawal,1,0\.00000007\r\n/,
    ],
    [
      'payments',
      reports.exportMovementReport,
      { of: 'payments', ...period },
      /,MRCY,deposit,1,0\.00001000\r\n/,
    ],
    ['trades', reports.exportTradeReport, period, /,house,MRCY,USD,1,10\.00000000,100\.00\r\n/],
    [
      'liabilities',
      reports.exportLiabilityReport,
      { at: new Date(midnight).toISOString() },
      /,MRCY,liabilities,0\.00001140\r\n/,
    ],
  ],
)('the report of %s is saved as CSV, which is written down', async (report, endpoint, query, content) => {
  const reply = await call(endpoint, query);
  expect(reply.status).toBe(200);
  expect(reply.body).toMatch(content);
  const { of: _of, ...asked } = query;
  expect(await newestEntry(testApp)).toMatchObject({
    action: 'reports.export',
    role: 'treasurer',
    after: { report, ...asked },
  });
});

it.each([
  ['ends before it begins', { from: '2026-02-02', until: '2026-02-01' }],
  ['is longer than a year', { from: '2024-01-01', until: '2026-01-01' }],
  ['names no day', { from: '2026-02-30', until: '2026-03-01' }],
  ['begins before there were any', { from: '0001-01-01', until: '0001-01-02' }],
])('a period that %s is refused', async (_, days) => {
  expect((await call(reports.getTradeReport, days)).status).toBe(400);
});

it('a moment that is not over is refused', async () => {
  const at = new Date(Date.now() + hourMs).toISOString();
  const { status, body } = await call(reports.getLiabilityReport, { at });
  expect([status, body.errors[0]?.field]).toEqual([400, 'at']);
});

it('a year has its days in the CSV only', async () => {
  const year = { from: dayOf(midnight - 200 * dayMs), until: today };
  expect((await movements('fees', year)).days).toBeNull();
});
