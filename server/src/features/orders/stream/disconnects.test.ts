import { endpoints } from '@mercury/contract/api/index.ts';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makeApiKey, type TestKey } from '../../../test/api-keys.ts';
import { createTestApp, succeeded, type TestApp } from '../../../test/app.ts';
import { listenForWatchers, watchMarket, type MarketWatcher } from '../../../test/market-stream.ts';
import { openMarket } from '../../../test/markets.ts';
import { giveMoney } from '../../../test/money.ts';
import { isAbout, isOf, signIn } from '../../../test/own-stream.ts';
import { makePerson, type SignedInPerson } from '../../../test/person.ts';
import { cancelDisconnected, createDisconnects } from './disconnects.ts';
import { streamLimits } from './stream-limits.ts';

/** What a program leaves behind when it loses its connection. */
vi.setConfig({ testTimeout: 30_000 });

let testApp: TestApp;
let url: string;
let ada: SignedInPerson;
let key: TestKey;
let now: number;
const opened: MarketWatcher[] = [];

beforeAll(async () => {
  // No countdown begins anew by itself: as if the process had ended with its connections.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  testApp = await createTestApp();
  vi.useRealTimers();
  // However long a test lets an order wait.
  await testApp.ownerDb.pool.query(`alter function book_take(text) set lock_timeout = 0`);
  await openMarket(testApp);
  url = await listenForWatchers(testApp.app);
});
beforeEach(async () => {
  // The clock stands still, and so far ahead of the database's that no countdown ends by itself.
  now = Date.now() + 600_000;
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  vi.spyOn(process, 'uptime').mockReturnValue(1_000);
  ada = await makePerson(testApp);
  await giveMoney(testApp, ada, 'USD', '1000');
  key = await makeApiKey(testApp, ada, { scopes: ['trade'] });
});
afterEach(async () => {
  for (const watcher of opened.splice(0)) {
    watcher.cut();
    await watcher.closed;
  }
  vi.restoreAllMocks();
});
afterAll(() => testApp.close());

const order = { market: 'MRCY-USD', side: 'BUY', type: 'LIMIT', price: '0.55', quantity: '10' };

async function connect(cancelOnDisconnect = true): Promise<MarketWatcher> {
  const watcher = await watchMarket(url, [{ ...signIn(key), cancelOnDisconnect }]);
  opened.push(watcher);
  await watcher.until(isOf('authenticated'));
  return watcher;
}

async function placeOver(watcher: MarketWatcher, quantity = '10'): Promise<void> {
  watcher.send({ type: 'place', id: 'p', order: { ...order, quantity } });
  expect(await watcher.until(isAbout('p'))).toMatchObject({ type: 'answer' });
}

async function countOpen(): Promise<number> {
  const reply = await testApp.call('GET', '/orders?status=OPEN', { token: ada.token });
  return succeeded(endpoints.listOrders, reply).orders.length;
}

/** Seconds until the countdown ends; undefined while none runs. */
async function countdown(keyId = key.id): Promise<number | undefined> {
  const { rows } = await testApp.ownerDb.pool.query<{ run_at: Date }>(
    'select run_at from graphile_worker.jobs where key = $1',
    [`cancel-disconnected ${keyId}`],
  );
  return rows[0] && (rows[0].run_at.getTime() - now) / 1000;
}

/** A countdown that is over by then ends now. */
async function letPass(seconds: number): Promise<void> {
  now += seconds * 1000;
  await testApp.ownerDb.pool.query(
    `select graphile_worker.reschedule_jobs(array[id], run_at := now())
       from graphile_worker.jobs where key = $1 and run_at <= $2`,
    [`cancel-disconnected ${key.id}`, new Date(now)],
  );
}

const { disconnectMs, disconnectRenewMs } = streamLimits;
const whileConnected = (disconnectMs + disconnectRenewMs) / 1000;
const untilCountdown = (ms: number) =>
  vi.waitFor(async () => expect(await countdown()).toBe(ms / 1000), { timeout: 20_000, interval: 20 });
const untilOpen = (count: number) =>
  vi.waitFor(async () => expect(await countOpen()).toBe(count), { timeout: 20_000, interval: 50 });

test('five seconds after the connection is lost, what was placed over it is cancelled, and nothing else', async () => {
  const watcher = await connect();
  await placeOver(watcher, '7');
  await placeOver(await connect(false));
  await testApp.call('POST', '/orders', { token: ada.token, body: order });
  opened.splice(1).forEach((other) => other.cut());
  watcher.cut();
  await untilCountdown(disconnectMs);
  await letPass(3);
  expect(await countOpen()).toBe(3);
  await letPass(3);
  await untilOpen(2);
  const reply = await testApp.call('GET', '/orders?status=CANCELLED', { token: ada.token });
  expect(succeeded(endpoints.listOrders, reply).orders).toMatchObject([{ quantity: '7.00' }]);
});

test('a connection that comes back in time keeps it, and so does another of the same key', async () => {
  const watcher = await connect();
  await placeOver(watcher);
  watcher.cut();
  await untilCountdown(disconnectMs);
  const [back] = [await connect(), await connect()];
  expect(await countdown()).toBe(whileConnected);
  back.cut();
  await back.closed;
  // What is written of the one that left is written before what is written of the next.
  const mine = key.id;
  key = await makeApiKey(testApp, ada, { scopes: ['trade'] });
  await connect();
  expect(await countdown(mine)).toBe(whileConnected);
  expect(await countOpen()).toBe(1);
});

test('it ends also where the process that had the connection does: the countdown runs all the while', async () => {
  await placeOver(await connect());
  expect(await countdown()).toBe(whileConnected);
  await letPass((disconnectMs + disconnectRenewMs) / 1000);
  await untilOpen(0);
});

/**
 * Sends an order that waits for what `holding` holds, loses the connection, and lets its countdown end before the order goes on: here
 * nothing begins it anew.
 */
async function placeTooLate(holding: string): Promise<void> {
  const watcher = await connect();
  const holder = await testApp.ownerDb.pool.connect();
  await holder.query('begin');
  await holder.query(holding);
  watcher.send({ type: 'place', id: 'p', order });
  await vi.waitFor(async () => expect(await countWaiting()).toBeGreaterThan(0), 20_000);
  const endsAt = await countdownEndsAt();
  watcher.cut();
  await vi.waitFor(async () => expect(await countConnections()).toBe(0), 20_000);
  expect(await countdownEndsAt()).toEqual(endsAt);
  await letPass((disconnectMs + disconnectRenewMs) / 1000);
  await vi.waitFor(async () => expect(await countdown()).toBeUndefined(), 20_000);
  await holder.query('rollback');
  holder.release();
  await vi.waitFor(async () => expect(await countdown()).toBeGreaterThan(0), 20_000);
}

async function countdownEndsAt(): Promise<Date | undefined> {
  const sql = 'select run_at from graphile_worker.jobs where key = $1';
  const { rows } = await testApp.ownerDb.pool.query<{ run_at: Date }>(sql, [`cancel-disconnected ${key.id}`]);
  return rows[0]?.run_at;
}

const countConnections = () =>
  new Promise((resolve, reject) =>
    testApp.app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );

/** Statements that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rowCount } = await testApp.ownerDb.pool.query(
    'select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()',
  );
  return rowCount ?? 0;
}

async function countPlaced(): Promise<number> {
  const sql = 'select from book_order where user_id = $1';
  return (await testApp.ownerDb.pool.query(sql, [ada.user.id])).rowCount ?? 0;
}

test('an order on its way keeps the countdown of its connection, and one that comes in after it begins another', async () => {
  await placeTooLate(`select book_take('MRCY-USD')`);
  expect(await countPlaced()).toBe(1);
  await letPass(disconnectMs / 1000);
  await untilOpen(0);
});

test('an order that is admitted after the connection is lost is not placed', async () => {
  await placeTooLate('lock table api_key in access exclusive mode');
  expect(await countPlaced()).toBe(0);
});

test('while Mercury was down no time passes: one that has just begun leaves the whole time', async () => {
  await placeOver(await connect());
  const services = { db: testApp.db, exchange: noExchange };
  const caller = { userId: ada.user.id, callerId: key.id };
  vi.spyOn(process, 'uptime').mockReturnValue(1);
  await cancelDisconnected(services, caller);
  expect(await countdown()).toBe(disconnectMs / 1000 - 1);
  expect(await countOpen()).toBe(1);
});

test('a connection whose countdown could not be written does not keep up another one', async () => {
  let isDown = true;
  const connect = () =>
    isDown ? Promise.reject(new Error('the database is down')) : testApp.db.pool.connect();
  const db = { ...testApp.db, pool: Object.assign(Object.create(testApp.db.pool), { connect }) };
  const disconnects = createDisconnects({ db, log: pino({ level: 'silent' }) }, streamLimits);
  const caller = { userId: ada.user.id, callerId: key.id };
  await expect(disconnects.begin(caller)).rejects.toThrow('the database is down');
  isDown = false;
  await disconnects.begin(caller);
  disconnects.end(caller);
  await disconnects.close();
  expect(await countdown()).toBe(disconnectMs / 1000);
});

test('all countdowns are begun anew by one statement, and by one at a time', async () => {
  const disconnects = createDisconnects({ db: testApp.db, log: pino({ level: 'silent' }) }, streamLimits);
  const keys = [key, await makeApiKey(testApp, ada, { scopes: ['trade'] })];
  for (const { id: callerId } of keys) await disconnects.begin({ userId: ada.user.id, callerId });
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  try {
    const statements = () => asked.mock.calls.filter((call) => JSON.stringify(call).includes('.add_job('));
    await letPass(3);
    asked.mockClear();
    disconnects.renew();
    disconnects.renew();
    await disconnects.close();
    expect(statements()).toHaveLength(1);
    for (const { id } of keys) expect(await countdown(id)).toBe(whileConnected);
    asked.mockClear();
    disconnects.renew();
    await disconnects.close();
    expect(statements()).toHaveLength(1);
  } finally {
    asked.mockRestore();
  }
});

const noExchange = {
  submit: () => Promise.reject(new Error('nothing is to be cancelled')),
  knownMarket: () => undefined,
  marketOfOrder: () => undefined,
  close: async () => undefined,
};
