import { endpoints } from '@mercury/contract/api/index.ts';
import type { Order } from '@mercury/contract/api/orders.ts';
import type { StreamMessage, StreamNews } from '@mercury/contract/api/stream.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { succeeded, type TestApp } from '../../../test/app.ts';
import { watchMarket, type MarketWatcher } from '../../../test/market-stream.ts';
import { openMarket } from '../../../test/markets.ts';
import { giveMoney } from '../../../test/money.ts';
import { operateOn } from '../../../test/operator.ts';
import { makePerson, type SignedInPerson } from '../../../test/person.ts';
import { seededRandom, seedOf } from '../../../test/seeded-random.ts';
import { actAtRandom, placeAt, startTwoProcesses, type TwoProcesses } from '../../../test/two-processes.ts';

/** The own coin costs 0.57 US dollars, so its market trades from 0.513 to 0.627. */
vi.setConfig({ testTimeout: 60_000 });

let testApp: TestApp;
let processes: TwoProcesses;
let url: string;
let siblingUrl: string;
let ada: SignedInPerson;
let grace: SignedInPerson;
const opened: MarketWatcher[] = [];
const market = 'MRCY-USD';

beforeAll(async () => {
  processes = await startTwoProcesses([market]);
  ({
    testApp,
    urls: [url, siblingUrl],
  } = processes);
  [ada, grace] = [await makePerson(testApp), await makePerson(testApp)];
  for (const person of [ada, grace]) {
    await giveMoney(testApp, person, 'USD', '100000');
    await giveMoney(testApp, person, 'MRCY', '100000');
  }
});
afterEach(async () => {
  for (const watcher of opened.splice(0)) watcher.cut();
  for (const { token } of [ada, grace]) await testApp.call('DELETE', '/orders', { token });
});
afterAll(() => processes.close());

async function watch(channels: readonly string[], at = url): Promise<MarketWatcher> {
  const watcher = await watchMarket(
    at,
    channels.map((channel) => ({ type: 'subscribe', channel, market })),
  );
  opened.push(watcher);
  return watcher;
}

const place = (person: SignedInPerson, terms: object): Promise<Order> => placeAt(testApp, person, terms);

async function bookNow() {
  const reply = await testApp.call('GET', `/markets/${market}/book?levels=100`);
  const { seq, bids, asks } = succeeded(endpoints.getBook, reply);
  return { seq, bids, asks };
}

/** Until the watcher's book is the one of the REST interface: the number, each level and each quantity. */
async function expectSame(watcher: MarketWatcher): Promise<void> {
  const expected = await bookNow();
  // A message that is wrong ends the wait.
  await vi.waitUntil(() => watcher.book()?.seq === expected.seq, { timeout: 20_000, interval: 10 });
  expect(watcher.book()).toEqual(expected);
}

type News<Channel extends StreamNews['channel'], Type extends StreamNews['type']> = Extract<
  StreamNews,
  { channel: Channel }
> & { type: Type };

function isNews<Channel extends StreamNews['channel'], Type extends StreamNews['type']>(
  channel: Channel,
  type: Type,
) {
  return (message: StreamMessage): message is News<Channel, Type> =>
    message.type === type && 'channel' in message && message.channel === channel;
}

describe('the book', () => {
  test('begins with a snapshot and goes on with what changed', async () => {
    await place(grace, { side: 'SELL', price: '0.6' });
    const watcher = await watch(['book']);
    const snapshot = await watcher.until(isNews('book', 'snapshot'));
    expect(snapshot).toMatchObject({ bids: [], asks: [{ price: '0.6000', quantity: '100.00' }] });
    await place(ada, { side: 'BUY', price: '0.6', quantity: '40' });
    const update = await watcher.until(isNews('book', 'update'));
    expect(update).toMatchObject({
      fromSeq: snapshot.seq,
      bids: [],
      asks: [{ price: '0.6000', quantity: '60.00' }],
    });
    await expectSame(watcher);
  });

  test('is told by a process that did not take the order', async () => {
    const watcher = await watch(['book'], siblingUrl);
    await watcher.until(isNews('book', 'snapshot'));
    await place(ada, { side: 'BUY', price: '0.55' });
    await expectSame(watcher);
    expect(watcher.book()?.bids).toEqual([{ price: '0.5500', quantity: '100.00' }]);
  });

  test('comes as a new snapshot to who subscribes again, and no more to who has ended it', async () => {
    const watcher = await watch(['book']);
    await watcher.until(isNews('book', 'snapshot'));
    watcher.send({ type: 'subscribe', channel: 'book', market });
    await vi.waitFor(() => expect(watcher.messages.filter(isNews('book', 'snapshot'))).toHaveLength(2), 5000);
    watcher.send({ type: 'unsubscribe', channel: 'book', market });
    await watcher.until((message): message is StreamMessage => message.type === 'unsubscribed');
    const other = await watch(['book']);
    await other.until(isNews('book', 'snapshot'));
    await place(ada, { side: 'BUY', price: '0.55' });
    await other.until(isNews('book', 'update'));
    expect(watcher.messages.filter(isNews('book', 'update'))).toEqual([]);
  });

  test('is rebuilt from the messages of either process while orders come at both, also by who is cut off', async () => {
    const random = seededRandom(seedOf('STREAM_SEED'));
    const told = `STREAM_SEED=${random.seed}`;
    const watchers = [await watch(['book']), await watch(['book'], siblingUrl)];
    let unlucky = await watch(['book']);
    const open: string[] = [];
    for (let round = 0; round < 25; round += 1) {
      if (random.below(6) === 0) {
        unlucky.cut();
        unlucky = await watch(['book'], random.pick([url, siblingUrl]));
      }
      const orders = await Promise.all(
        Array.from({ length: 5 }, () =>
          actAtRandom(random, { processes, people: [ada, grace], markets: [market], open }),
        ),
      );
      open.push(...orders.flatMap((id) => id ?? []));
    }
    for (const watcher of [...watchers, unlucky])
      await expectSame(watcher).catch((cause: unknown) => {
        throw new Error(told, { cause });
      });
  });
});

describe('the other channels', () => {
  test('tell each trade, first those of before', async () => {
    await place(grace, { side: 'SELL', price: '0.6', quantity: '5' });
    await place(ada, { side: 'BUY', price: '0.6', quantity: '2' });
    const watcher = await watch(['trades']);
    const { trades: before } = await watcher.until(isNews('trades', 'snapshot'));
    await place(ada, { side: 'BUY', price: '0.6', quantity: '3' });
    const { trades: after } = await watcher.until(isNews('trades', 'update'));
    expect(after).toMatchObject([{ price: '0.6000', quantity: '3.00', takerSide: 'BUY' }]);
    const reply = await testApp.call('GET', `/markets/${market}/trades?limit=50`);
    expect([...before, ...after].slice(-50).toReversed()).toEqual(
      succeeded(endpoints.listTrades, reply).trades,
    );
  });

  test('tell the best prices and the state of the market, which an operator changes', async () => {
    await place(ada, { side: 'BUY', price: '0.55' });
    const watcher = await watch(['ticker']);
    const snapshot = await watcher.until(isNews('ticker', 'snapshot'));
    expect(snapshot).toMatchObject({
      state: 'open',
      bid: { price: '0.5500', quantity: '100.00' },
      ask: null,
    });
    try {
      await operateOn(testApp, ['set-market-state', market, 'post_only']);
      expect(await watcher.until(isNews('ticker', 'update'))).toMatchObject({ state: 'post_only' });
    } finally {
      await openMarket(testApp);
    }
  });

  test('tell the candles of the last hour, and the running one after each trade', async () => {
    const watcher = await watch(['candles']);
    await watcher.until(isNews('candles', 'snapshot'));
    await place(grace, { side: 'SELL', price: '0.6', quantity: '7' });
    await place(ada, { side: 'BUY', price: '0.6', quantity: '7' });
    const update = await watcher.until(isNews('candles', 'update'));
    const reply = await testApp.call('GET', `/markets/${market}/candles`);
    expect(update.candles.at(-1)).toMatchObject({ close: '0.6000' });
    expect(succeeded(endpoints.listCandles, reply).candles).toContainEqual(update.candles.at(-1));
  });
});
