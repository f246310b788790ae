import type { OwnNews } from '@mercury/contract/api/own-stream.ts';
import type { StreamNews } from '@mercury/contract/api/stream.ts';
import { limits } from '@mercury/contract/limits.ts';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makeApiKey } from '../../../test/api-keys.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { openMarket } from '../../../test/markets.ts';
import { giveMoney } from '../../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../../test/person.ts';
import { placeAt } from '../../../test/two-processes.ts';
import type { EncodedNews } from './connection.ts';
import { createHub, type Hub } from './hub.ts';
import { createMarketView } from './market-view.ts';
import type { OwnWatcher } from './own-telling.ts';
import { readMarket } from './read-market.ts';
import { streamLimits } from './stream-limits.ts';

/** Who is told what by one process. The own coin costs 0.57 US dollars. */
vi.setConfig({ testTimeout: 30_000 });

let testApp: TestApp;
let ada: SignedInPerson;
let grace: SignedInPerson;
let hub: Hub;
const market = 'MRCY-USD';

beforeAll(async () => {
  testApp = await createTestApp();
  await openMarket(testApp);
});
beforeEach(async () => {
  [ada, grace] = [await makePerson(testApp), await makePerson(testApp)];
  await giveMoney(testApp, ada, 'USD', '1000');
  await giveMoney(testApp, grace, 'MRCY', '1000');
  hub = createHub({ db: testApp.db, log: pino({ level: 'silent' }), limits: streamLimits });
});
afterEach(async () => {
  await hub.close();
  for (const { token } of [ada, grace]) await testApp.call('DELETE', '/orders', { token });
});
afterAll(() => testApp.close());

interface Heard extends OwnWatcher {
  readonly told: OwnNews[];
  readonly kinds: () => readonly string[];
  isEnded: boolean;
}

async function watcherOf({ user }: SignedInPerson, callerId?: string): Promise<Heard> {
  const { rows } = await testApp.db.pool.query<{ id: string }>('select id from session where user_id = $1', [
    user.id,
  ]);
  const told: OwnNews[] = [];
  const heard: Heard = {
    userId: user.id,
    callerId: callerId ?? rows[0]?.id ?? '',
    told,
    kinds: () => told.map(({ type, channel }) => `${type} ${channel}`),
    isEnded: false,
    tell: (news) => told.push(news),
    end: () => (heard.isEnded = true),
  };
  return heard;
}

const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 10_000, interval: 10 });

test('whoever ends a subscription before its first snapshot gets those of the others', async () => {
  const seen: string[] = [];
  const watcher = {
    tell: ({ news: { type, channel } }: EncodedNews) => seen.push(`${type} ${channel}`),
    refuse: () => undefined,
  };
  for (const channel of ['book', 'ticker'] as const) hub.subscribe(watcher, { channel, market });
  hub.unsubscribe(watcher, { channel: 'book', market });
  await until(() => expect(seen).toEqual(['snapshot ticker']));
});

test('whoever ends one of their own channels goes on with the other', async () => {
  const watcher = await watcherOf(ada);
  for (const channel of ['executions', 'balances'] as const) hub.subscribeOwn(watcher, channel);
  await until(() => expect(watcher.kinds()).toEqual(['snapshot executions', 'snapshot balances']));
  hub.unsubscribeOwn(watcher, 'balances');
  const { seq } = await placeAt(testApp, ada, { side: 'BUY', price: '0.55' });
  hub.hear({ changedMarket: market, seq });
  await until(() => expect(watcher.kinds().slice(2)).toEqual(['update executions']));
});

test('that an order was refused is told to its person alone', async () => {
  const [hers, mine] = [await watcherOf(grace), await watcherOf(ada)];
  for (const watcher of [mine, hers]) hub.subscribeOwn(watcher, 'executions');
  await until(() => expect([...hers.told, ...mine.told]).toHaveLength(2));
  const reason = 'would_cross';
  // Both are told of in one round.
  hub.hear({ userId: ada.user.id, topics: ['balance'] });
  hub.hear({ refusedOrder: { userId: grace.user.id, market, clientOrderId: 'dear', reason, at: 1 } });
  await until(() => expect(hers.kinds()).toEqual(['snapshot executions', 'update executions']));
  expect(mine.kinds()).toEqual(['snapshot executions']);
});

test('a key that ran out is told nothing more', async () => {
  const key = await makeApiKey(testApp, ada);
  const watcher = await watcherOf(ada, key.id);
  hub.subscribeOwn(watcher, 'executions');
  await until(() => expect(watcher.told).toHaveLength(1));
  await testApp.db.pool.query('update api_key set expires_at = now() where id = $1', [key.id]);
  const { seq } = await placeAt(testApp, ada, { side: 'BUY', price: '0.55' });
  hub.hear({ changedMarket: market, seq });
  await until(() => expect(watcher.isEnded).toBe(true));
  expect(watcher.told).toHaveLength(1);
});

test('who joins late begins with the newest trades', async () => {
  const read = async (knownSeq: number | undefined) => {
    const reading = await readMarket(testApp.db, { symbol: market, isShown: true, knownSeq });
    if (reading === undefined) throw new Error('the market is not there');
    return reading;
  };
  const view = createMarketView(await read(undefined));
  await placeAt(testApp, grace, { side: 'SELL', price: '0.56', quantity: '60' });
  const count = limits.streamTrades + 1;
  const takers = Array.from({ length: count }, () =>
    placeAt(testApp, ada, { side: 'BUY', price: '0.56', quantity: '1' }),
  );
  await Promise.all(takers);
  view.advance(await read(view.seq));
  const tradesOf = (news: StreamNews) => (news.channel === 'trades' ? news.trades : []);
  const shown = tradesOf(view.snapshotOf('trades'));
  expect(shown).toHaveLength(limits.streamTrades);
  expect(shown.at(-1)?.seq).toBe(view.seq);
});
