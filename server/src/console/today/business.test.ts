import { getTrialBalance, proposeReversal } from '@mercury/contract/console/books.ts';
import { getToday, type Business } from '@mercury/contract/console/today.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { inTransaction } from '../../db/database.ts';
import { checkLedger } from '../../ledger/ledger.ts';
import type { Rail } from '../../rails/rail.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { openMarket } from '../../test/markets.ts';
import { giveMoney, runJob } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { depositAddressOf, openPretendChain } from '../../test/pretend-chain.ts';
import { trade } from '../../test/trades.ts';
import { createRealRail } from '../../test/withdrawals.ts';
import { callConsole, consoleSuccess, makeStaff } from '../test/console-client.ts';
import { decide } from '../test/proposal-client.ts';
import { createOwed } from './owed.ts';
import { hourMs, listHours } from './sum-hours.ts';

let testApp: TestApp;
let token: string;
let ada: SignedInPerson;
let grace: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp({ RATE_LIMIT_FACTOR: '1000000' });
  await openMarket(testApp);
  await runJob(testApp, 'record-prices', {});
  ({ token } = await makeStaff(testApp, 'treasurer'));
  [ada, grace] = await Promise.all([makePerson(testApp), makePerson(testApp)]);
  for (const person of [ada, grace]) {
    await giveMoney(testApp, person, 'USD', '1000');
    await giveMoney(testApp, person, 'MRCY', '1000');
  }
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

async function today() {
  return consoleSuccess(getToday, await callConsole(testApp, getToday, { token }));
}
async function business(): Promise<Business> {
  const { business: shown } = await today();
  if (shown === undefined) throw new Error('nothing is told of the business');
  return shown;
}
const lastDay = async () => (await business()).lastDay;

async function order({ token: own }: SignedInPerson, side: 'BUY' | 'SELL'): Promise<void> {
  const body = { market: 'MRCY-USD', type: 'LIMIT', side, price: '0.57', quantity: '10', timeInForce: 'GTC' };
  expect((await testApp.call('POST', '/orders', { token: own, body })).status).toBe(201);
}

it('counts people, what was traded once on whichever way, and what was taken at its price', async () => {
  const before = await lastDay();
  expect(before.newPeople, 'with the house itself').toBeGreaterThanOrEqual(2);
  await trade(testApp, ada, { type: 'BUY', from: '100 USD', fee: '1 USD', to: '10 MRCY' });
  const traded = await lastDay();
  expect(Number(traded.volume) - Number(before.volume)).toBe(100);
  expect(Number(traded.fees) - Number(before.fees)).toBe(1);
  await order(ada, 'SELL');
  await order(grace, 'BUY');
  const { rows } = await testApp.db.pool.query<{ maker_fee: bigint; taker_fee: bigint }>(
    'select * from fill',
  );
  const [fill] = rows;
  expect(rows).toHaveLength(1);
  const met = await lastDay();
  expect(Number(met.volume) - Number(traded.volume)).toBeCloseTo(5.7, 6);
  // The maker sold for dollars, the taker bought coins, which the sandbox prices at 0.57 and counts in 8 decimals.
  const taken = (Number(fill?.maker_fee) + (Number(fill?.taker_fee) / 100) * 0.57) / 1e6;
  expect(taken).toBeGreaterThan(0);
  expect(Number(met.fees) - Number(traded.fees)).toBeCloseTo(taken, 5);
  await makePerson(testApp);
  expect((await lastDay()).newPeople).toBe(before.newPeople + 1);
});

it('counts a deposit once it has arrived', async () => {
  const chain = await openPretendChain(testApp);
  const before = await lastDay();
  const paymentId = await chain.pay(await depositAddressOf(testApp, ada, 'MRCY'), 'MRCY', '10');
  await chain.tell(paymentId);
  expect((await lastDay()).deposits).toBe(before.deposits);
  // It was asked for in an hour that is over, and no longer counted.
  await inTransaction(testApp.ownerDb, async ({ client }) => {
    await client.query('set local session_replication_role = replica');
    await client.query(
      `update wallet_transaction set created_at = created_at - interval '6 hours' where type = 'DEPOSIT'`,
    );
  });
  await chain.confirm(paymentId, 100);
  await chain.tell(paymentId);
  expect(Number((await lastDay()).deposits) - Number(before.deposits)).toBeCloseTo(5.7, 6);
});

it('keeps the hours that are over, once, and adds them to their day', async () => {
  await runJob(testApp, 'sum-hours', {});
  const { rows } = await testApp.db.pool.query('select count(*)::integer as hours from business_hour');
  // In the first hour of a day the last one of the day before is not added up yet.
  expect(rows[0]?.hours, 'thirty days at least').toBeGreaterThanOrEqual(30 * 24 - 1);
  const before = await business();
  // What the database allows nobody: an hour that is over, as if it had been another.
  await inTransaction(testApp.ownerDb, async ({ client }) => {
    await client.query('set local session_replication_role = replica');
    await client.query(
      `update business_hour set volume = 2000000, withdrawals = 3000000, new_people = 4
        where starts_at = date_trunc('hour', now(), 'UTC') - interval '20 hours'
           or starts_at = date_trunc('hour', now(), 'UTC') - interval '50 hours'`,
    );
  });
  await runJob(testApp, 'sum-hours', {});
  const after = await business();
  const risen = (of: 'lastDay' | 'lastMonth', figure: 'volume' | 'withdrawals' | 'newPeople') =>
    Number(after[of][figure]) - Number(before[of][figure]);
  expect(risen('lastDay', 'volume')).toBeCloseTo(2, 6);
  expect(risen('lastMonth', 'volume')).toBeCloseTo(4, 6);
  expect(risen('lastMonth', 'withdrawals')).toBeCloseTo(6, 6);
  expect(risen('lastMonth', 'newPeople')).toBe(8);
  expect(after.days).toHaveLength(30);
  const day = new Date(Date.now() - 50 * 3_600_000).toISOString().slice(0, 10);
  expect(after.days.find(({ startsAt }) => startsAt.startsWith(day))?.newPeople).toBeGreaterThanOrEqual(4);
  expect(after.days.at(-1)?.startsAt.slice(0, 10)).toBe(new Date().toISOString().slice(0, 10));
});

it('adds up history that is older than what a call may read', async () => {
  const before = await business();
  await inTransaction(testApp.ownerDb, async ({ client }) => {
    await client.query('set local session_replication_role = replica');
    await client.query('delete from business_hour');
    await client.query(
      `update wallet_transaction set created_at = created_at - interval '6 hours' where type in ('BUY', 'SELL')`,
    );
  });
  expect((await business()).lastDay.volume, 'not before the job').not.toBe(before.lastDay.volume);
  await runJob(testApp, 'sum-hours', {});
  expect((await business()).lastDay.volume).toBe('105.70');
});

it.each([
  ['before an hour is kept', async () => void (await testApp.ownerDb.pool.query('delete from house_hour'))],
  ['from the hour that is kept', () => runJob(testApp, 'sum-hours', {})],
  [
    'from what was kept, though it is all that there is',
    async () =>
      void (await testApp.ownerDb.pool.query(
        'update house_hour set ends_at = now(), balance = house_balance_at(account_id, null)',
      )),
  ],
  ['and what was posted since', () => giveMoney(testApp, ada, 'MRCY', '7')],
])('owes customers what the trial balance says, %s', async (_, change) => {
  await change();
  const { owed = [] } = await today();
  const reply = await callConsole(testApp, getTrialBalance, { token });
  const { assets } = consoleSuccess(getTrialBalance, reply);
  expect(owed.map(({ currency, liabilities }) => [currency, liabilities])).toEqual(
    assets.map(({ currency, liabilities }) => [currency, liabilities]),
  );
  expect(owed.map(({ currency }) => currency)).toContain('MRCY');
  expect(owed.every(({ liabilities }) => Number(liabilities) > 0)).toBe(true);
});

it('keeps what the house’s accounts came to at the end of the hour, without what came after', async () => {
  await testApp.ownerDb.pool.query('delete from house_hour');
  await runJob(testApp, 'sum-hours', {});
  const { rows } = await testApp.db.pool.query<{ balance: bigint }>('select balance from house_hour');
  expect(rows.length).toBeGreaterThan(0);
  // All of this database is younger than an hour.
  expect(rows.every(({ balance }) => balance === 0n)).toBe(true);
});

it('tells what the rail holds, asks it once a minute, and shows the books without it', async () => {
  const findHoldings = vi.fn<Rail['findHoldings']>(async () => new Map([['MRCY', 500_000_000n]]));
  const read = createOwed({ db: testApp.db, rail: { ...createRealRail(), findHoldings } });
  const holds = async (from = read) => (await from()).map(({ currency, railHolds }) => [currency, railHolds]);
  expect(await holds()).toEqual([
    ['MRCY', '5.00000000'],
    ['USD', null],
  ]);
  const [mrcy] = await read();
  expect(Number(mrcy?.difference)).toBeCloseTo(5 - Number(mrcy?.liabilities), 6);
  expect(findHoldings).toHaveBeenCalledOnce();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_001);
  await read();
  clock.mockRestore();
  expect(findHoldings, 'a minute later').toHaveBeenCalledTimes(2);
  const away = createOwed({
    db: testApp.db,
    rail: { ...createRealRail(), findHoldings: () => Promise.reject(new Error('away')) },
  });
  expect(await holds(away)).toEqual([
    ['MRCY', null],
    ['USD', null],
  ]);
});

async function undo(transferId: string | undefined): Promise<void> {
  const path = `/books/transfers/${transferId}/reversal` as const;
  const asked = await callConsole(
    testApp,
    { ...proposeReversal, path },
    { token, body: { reason: 'Never offered' } },
  );
  const second = await makeStaff(testApp, 'treasurer');
  const { proposal } = consoleSuccess(proposeReversal, asked);
  expect((await decide(testApp, second.token, proposal)).status).toBe(200);
}

it('takes a trade that a correction undid off what was traded, in that hour alone, and nothing else that was undone', async () => {
  const before = await lastDay();
  await trade(testApp, grace, { type: 'BUY', from: '100 USD', fee: '1 USD', to: '10 MRCY' });
  expect(Number((await lastDay()).volume) - Number(before.volume)).toBeCloseTo(100, 6);
  const { rows } = await testApp.db.pool.query<{ transfer_id: string }>(
    'select transfer_id from trade order by id desc limit 1',
  );
  await undo(rows[0]?.transfer_id);
  expect((await lastDay()).volume).toBe(before.volume);
  const hourAhead = new Date(Math.ceil(Date.now() / hourMs) * hourMs);
  const later = await listHours(testApp.db, hourAhead, new Date(hourAhead.getTime() + 2 * hourMs));
  expect(later.slice(-2).map(({ volume }) => volume)).toEqual([0n, 0n]);

  const { rows: came } = await testApp.db.pool.query<{ transfer_id: string }>(
    "select transfer_id from wallet_transaction where type = 'DEPOSIT' and usd_value > 0 order by id desc limit 1",
  );
  await undo(came[0]?.transfer_id);
  expect((await lastDay()).volume).toBe(before.volume);
});
