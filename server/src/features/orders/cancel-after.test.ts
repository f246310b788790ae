import { endpoints } from '@mercury/contract/api/index.ts';
import { limits } from '@mercury/contract/limits.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { inTransaction } from '../../db/database.ts';
import { putOffJob } from '../../jobs/queue.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { openMarket } from '../../test/markets.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

let testApp: TestApp;
let ada: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  for (const market of ['MRCY-USD', 'MRCY-USDT']) await openMarket(testApp, market);
});
beforeEach(async () => {
  upFor(limits.cancelAfterSecondsMax);
  ada = await makePerson(testApp);
  for (const currency of ['USD', 'USDT'] as const) await giveMoney(testApp, ada, currency, '100');
  for (const market of ['MRCY-USD', 'MRCY-USDT']) {
    const body = { market, side: 'BUY', type: 'LIMIT', price: '0.55', quantity: '10' };
    succeeded(endpoints.placeOrder, await testApp.call('POST', '/orders', { token: ada.token, body }));
  }
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => testApp.close());

/** As if this process had begun so long ago. */
function upFor(seconds: number): void {
  vi.spyOn(process, 'uptime').mockReturnValue(seconds);
}

const both = ['MRCY-USD', 'MRCY-USDT'];

function ask(body: object) {
  return testApp.call('POST', '/orders/cancel-after', { token: ada.token, body });
}

async function cancelAfter(body: object): Promise<string | null> {
  return succeeded(endpoints.cancelOrdersAfter, await ask(body)).cancelsAt;
}

async function openMarkets(): Promise<string[]> {
  const reply = await testApp.call('GET', '/orders?status=OPEN', { token: ada.token });
  return succeeded(endpoints.listOrders, reply)
    .orders.map(({ market }) => market)
    .toSorted();
}

/** As if so much time had passed since the calls. */
async function letPass(seconds: number): Promise<void> {
  const { rowCount } = await testApp.ownerDb.pool.query(
    `select graphile_worker.reschedule_jobs(array[id], run_at := run_at - make_interval(secs => $1))
       from graphile_worker.jobs where task_identifier = 'cancel-orders'`,
    [seconds],
  );
  expect(rowCount).toBeGreaterThan(0);
  await vi.waitFor(async () => {
    const due = await testApp.db.pool.query(
      `select from graphile_worker.jobs where task_identifier = 'cancel-orders' and run_at <= now()`,
    );
    expect(due.rowCount).toBe(0);
  });
}

async function secondsLeft(): Promise<number | undefined> {
  const { rows } = await testApp.ownerDb.pool.query<{ left: number }>(
    `select extract(epoch from run_at - now())::float8 as left from graphile_worker.jobs
      where task_identifier = 'cancel-orders'`,
  );
  return rows[0]?.left;
}

describe('a countdown', () => {
  test('tells when it ends, and cancels then, not before', async () => {
    const before = Date.now();
    const at = Date.parse((await cancelAfter({ seconds: 60 })) ?? '');
    expect(at).toBeGreaterThanOrEqual(before + 60_000);
    expect(at).toBeLessThan(Date.now() + 61_000);
    await letPass(30);
    expect(await openMarkets()).toEqual(both);
    await letPass(31);
    expect(await openMarkets()).toEqual([]);
  });

  test('begins anew with each call', async () => {
    await cancelAfter({ seconds: 60 });
    await cancelAfter({ seconds: 120 });
    await letPass(90);
    expect(await openMarkets()).toEqual(both);
    await letPass(31);
    expect(await openMarkets()).toEqual([]);
  });

  test('of one market leaves the others, and runs beside that of all', async () => {
    await cancelAfter({ seconds: 60, market: 'MRCY-USD' });
    await cancelAfter({ seconds: 120 });
    await letPass(61);
    expect(await openMarkets()).toEqual(['MRCY-USDT']);
    await letPass(60);
    expect(await openMarkets()).toEqual([]);
  });

  test('is stopped by nought', async () => {
    await cancelAfter({ seconds: 60 });
    expect(await cancelAfter({ seconds: 0 })).toBeNull();
    const { rowCount } = await testApp.db.pool.query(
      `select from graphile_worker.jobs where task_identifier = 'cancel-orders'`,
    );
    expect(rowCount).toBe(0);
    expect(await openMarkets()).toEqual(both);
  });

  test('stands still while Mercury is down: after a restart it has its whole time', async () => {
    await cancelAfter({ seconds: 60, market: 'MRCY-USD' });
    upFor(20);
    await letPass(61);
    const left = await secondsLeft();
    expect(left).toBeGreaterThan(35);
    expect(left).toBeLessThanOrEqual(40);
    expect(await openMarkets()).toEqual(both);
    upFor(60);
    await letPass(41);
    expect(await openMarkets()).toEqual(['MRCY-USDT']);
  });

  test('that is begun anew or stopped while a restart puts it off is what the call said', async () => {
    const payload = { userId: ada.user.id, seconds: 60 };
    const key = `cancel-orders ${ada.user.id} all`;
    const putOff = () =>
      inTransaction(testApp.db, (trx) =>
        putOffJob(trx, 'cancel-orders', payload, { key, runAt: new Date(Date.now() + 30_000) }),
      );
    await cancelAfter({ seconds: 120 });
    await putOff();
    expect(await secondsLeft()).toBeGreaterThan(110);
    await cancelAfter({ seconds: 0 });
    await putOff();
    expect(await secondsLeft()).toBeUndefined();
  });

  test('is of 5 to 300 whole seconds, and of a market that is there', async () => {
    const { cancelAfterSecondsMin: min, cancelAfterSecondsMax: max } = limits;
    for (const seconds of [-1, 0.5, 1, min - 1, max + 1, min + 0.5, '60', null]) {
      expect(refused(await ask({ seconds })).status).toBe(400);
    }
    expect(await cancelAfter({ seconds: min })).not.toBeNull();
    expect(refused(await ask({ seconds: 60, market: 'NO-SUCH' })).error).toBe('NotFound');
    expect(await cancelAfter({ seconds: limits.cancelAfterSecondsMax })).not.toBeNull();
    await cancelAfter({ seconds: 0 });
  });
});
