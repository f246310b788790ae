import { endpoints } from '@mercury/contract/api/index.ts';
import type { OwnNews } from '@mercury/contract/api/own-stream.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '../../../db/database.ts';
import { createTestApp, succeeded, type TestApp } from '../../../test/app.ts';
import { openMarket } from '../../../test/markets.ts';
import { giveMoney } from '../../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../../test/person.ts';
import type { EncodedNews } from './connection.ts';
import { createHub, type Hub } from './hub.ts';
import type { OwnWatcher } from './own-telling.ts';
import { streamLimits } from './stream-limits.ts';

/** Who joins to see what is their own, and what that costs all others. */
vi.setConfig({ testTimeout: 30_000 });

let testApp: TestApp;
let ada: SignedInPerson;
let callerId: string;

beforeAll(async () => {
  testApp = await createTestApp();
  await openMarket(testApp);
  ada = await makePerson(testApp);
  await giveMoney(testApp, ada, 'USD', '1000');
  const { rows } = await testApp.db.pool.query<{ id: string }>('select id from session where user_id = $1', [
    ada.user.id,
  ]);
  callerId = rows[0]?.id ?? '';
});
afterAll(() => testApp.close());

const newHub = (db: Database = testApp.db): Hub =>
  createHub({ db, log: pino({ level: 'silent' }), limits: streamLimits });

function watchAs(tell: (news: OwnNews) => void): OwnWatcher {
  return { userId: ada.user.id, callerId, tell, end: () => undefined };
}

test('one who subscribes again without end does not keep the books from those who watch them', async () => {
  const hub = newHub();
  const seen: string[] = [];
  const anybody = {
    tell: ({ news: { type, channel } }: EncodedNews) => seen.push(`${type} ${channel}`),
    refuse: () => undefined,
  };
  let count = 0;
  const greedy = watchAs(() => {
    count += 1;
    if (count === 1) hub.subscribe(anybody, { channel: 'book', market: 'MRCY-USD' });
    // An end, so that the hub can be closed where this fails.
    if (seen.length === 0 && count < 200) hub.subscribeOwn(greedy, 'executions');
  });
  hub.subscribeOwn(greedy, 'executions');
  await vi.waitFor(() => expect(seen).toEqual(['snapshot book']), 10_000);
  expect(count).toBeLessThan(5);
  await hub.close();
});

test('one who waits for a snapshot gets one, however often they ask meanwhile', async () => {
  const hub = newHub();
  const told: string[] = [];
  const watcher = watchAs(({ type, channel }) => told.push(`${type} ${channel}`));
  for (let count = 0; count < 10; count += 1) hub.subscribeOwn(watcher, 'executions');
  hub.subscribeOwn(watcher, 'balances');
  await vi.waitFor(() => expect(told).toContain('snapshot balances'), 10_000);
  expect(told).toEqual(['snapshot executions', 'snapshot balances']);
  await hub.close();
});

test('a crowd that joins lets the books in between', async () => {
  const hub = newHub();
  const seen: string[] = [];
  const anybody = { tell: () => seen.push('book'), refuse: () => undefined };
  for (let count = 0; count < 25; count += 1) {
    const one = watchAs(() => {
      if (seen.length === 0) hub.subscribe(anybody, { channel: 'book', market: 'MRCY-USD' });
      seen.push('own');
    });
    hub.subscribeOwn(one, 'executions');
  }
  await vi.waitFor(() => expect(seen).toHaveLength(26), 10_000);
  expect(seen.indexOf('book')).toBeLessThan(25);
  await hub.close();
});

async function place(): Promise<number> {
  const body = { market: 'MRCY-USD', side: 'BUY', type: 'LIMIT', price: '0.55', quantity: '1' };
  const reply = await testApp.call('POST', '/orders', { token: ada.token, body });
  return succeeded(endpoints.placeOrder, reply).order.seq;
}

/** Something happens whenever such a statement is asked, or has been answered. */
function onReading(
  text: string,
  { before, after }: { before?: () => void; after?: () => Promise<void> },
): Database {
  const pool = new Proxy(testApp.db.pool, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]): Promise<unknown> => {
        const isIt = name === 'query' && String(args[0]).includes(text);
        if (isIt) before?.();
        const answer: unknown = await Reflect.apply(value, target, args);
        if (isIt) await after?.();
        return answer;
      };
    },
  });
  return { ...testApp.db, pool };
}

test('a notice that comes while the first one joins does not let the whole log be read', async () => {
  await place();
  const seq = await place();
  // Whoever reads from the beginning finds that it is no longer there.
  await testApp.ownerDb.pool.query(`delete from book_event where market = 'MRCY-USD' and seq < $1`, [seq]);
  const hub = newHub(onReading(') as seqs', { before: () => hub.hear({ changedMarket: 'MRCY-USD', seq }) }));
  const told: string[] = [];
  hub.subscribeOwn(
    watchAs(({ type }) => told.push(type)),
    'executions',
  );
  await vi.waitFor(() => expect(told).toEqual(['snapshot']), 10_000);
  hub.hear({ changedMarket: 'MRCY-USD', seq: await place() });
  await vi.waitFor(() => expect(told).toContain('update'), 10_000);
  await hub.close();
  expect(told).toEqual(['snapshot', 'update']);
});

test('money that changes right after it was read for who joins is told in the next round', async () => {
  let isFirst = true;
  async function after(): Promise<void> {
    if (!isFirst) return;
    isFirst = false;
    await giveMoney(testApp, ada, 'USD', '7');
    hub.hear({ userId: ada.user.id, topics: ['balance'] });
  }
  const hub = newHub(onReading('sum(reserved) as in_orders', { after }));
  const told: OwnNews[] = [];
  hub.subscribeOwn(
    watchAs((news) => told.push(news)),
    'balances',
  );
  await vi.waitFor(() => expect(told).toHaveLength(2), 10_000);
  await hub.close();
  const shown = told.map((news) => ('balances' in news ? news.balances : []));
  const [before, now] = shown.map((balances) => balances.find(({ currency }) => currency === 'USD'));
  expect(Number(now?.available) - Number(before?.available)).toBe(7);
});
