import { endpoints } from '@mercury/contract/api/index.ts';
import type { Order } from '@mercury/contract/api/orders.ts';
import type { OwnNews } from '@mercury/contract/api/own-stream.ts';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { plantedBugVariable } from '../../../../../scripts/planted-bug-plugin.ts';
import { succeeded, type TestApp } from '../../../test/app.ts';
import { watchMarket, type MarketWatcher } from '../../../test/market-stream.ts';
import { openMarket } from '../../../test/markets.ts';
import { giveMoney } from '../../../test/money.ts';
import { operateOn } from '../../../test/operator.ts';
import { isOf, pictureOf } from '../../../test/own-stream.ts';
import { makePerson, type SignedInPerson } from '../../../test/person.ts';
import { seededRandom, seedOf } from '../../../test/seeded-random.ts';
import { actAtRandom, placeAt, startTwoProcesses, type TwoProcesses } from '../../../test/two-processes.ts';
import type { EncodedNews } from './connection.ts';
import { createHub } from './hub.ts';
import { streamLimits } from './stream-limits.ts';

/** What is somebody's own: orders and money. The own coin trades from 0.513 to 0.627 US dollars. */
vi.setConfig({ testTimeout: 60_000 });

let testApp: TestApp;
let processes: TwoProcesses;
let urls: TwoProcesses['urls'];
let ada: SignedInPerson;
let grace: SignedInPerson;
const opened: MarketWatcher[] = [];
const markets = ['MRCY-USD', 'MRCY-USDT'] as const;
// What a planted bug keeps back never comes.
const patience = { timeout: process.env[plantedBugVariable] === undefined ? 20_000 : 5_000, interval: 20 };

beforeAll(async () => {
  processes = await startTwoProcesses(markets);
  ({ testApp, urls } = processes);
});
beforeEach(async () => {
  [ada, grace] = [await makePerson(testApp), await makePerson(testApp)];
  for (const person of [ada, grace]) {
    for (const currency of ['USD', 'USDT', 'MRCY'] as const) {
      await giveMoney(testApp, person, currency, '10000');
    }
  }
});
afterEach(async () => {
  for (const watcher of opened.splice(0)) watcher.cut();
  for (const { token } of [ada, grace]) await testApp.call('DELETE', '/orders', { token });
});
afterAll(() => processes.close());

async function watchOwn(
  { token }: Pick<SignedInPerson, 'token'>,
  channels: readonly string[] = ['executions', 'balances'],
  url = urls[0],
): Promise<MarketWatcher> {
  const subscriptions = channels.map((channel) => ({ type: 'subscribe', channel }));
  const watcher = await watchMarket(url, [{ type: 'authenticate', token }, ...subscriptions]);
  opened.push(watcher);
  await vi.waitFor(() => expect(watcher.messages.filter(isOf('snapshot'))).toHaveLength(channels.length), {
    timeout: 10_000,
    interval: 10,
  });
  return watcher;
}

const place = (person: SignedInPerson, terms: object): Promise<Order> => placeAt(testApp, person, terms);

async function openOrders({ token }: SignedInPerson): Promise<Order[]> {
  const lists = await Promise.all(
    ['OPEN', 'WAITING'].map((status) => testApp.call('GET', `/orders?status=${status}`, { token })),
  );
  return lists.flatMap((reply) => succeeded(endpoints.listOrders, reply).orders);
}

async function wallets({ token }: SignedInPerson) {
  const { wallets: found } = succeeded(
    endpoints.getBalance,
    await testApp.call('GET', '/wallets/balance', { token }),
  );
  return found.map(({ currency, availableBalance, inOrders, balance }) => ({
    currency,
    available: Number(availableBalance),
    inOrders: Number(inOrders),
    balance: Number(balance),
  }));
}

/** Until the watcher knows the same orders and money as the REST interface. */
async function expectSame(watcher: MarketWatcher, person: SignedInPerson): Promise<void> {
  const orders = await openOrders(person);
  const byId = (list: Iterable<Order>) => [...list].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  await vi.waitFor(() => expect(byId(pictureOf(watcher).orders.values())).toEqual(byId(orders)), patience);
  const money = await wallets(person);
  const shown = () =>
    [...pictureOf(watcher).balances.values()].map(({ currency, available, inOrders, held }) => ({
      currency,
      available: Number(available),
      inOrders: Number(inOrders),
      balance: Number(available) + Number(inOrders) + Number(held),
    }));
  await vi.waitFor(() => {
    for (const balance of shown()) {
      const wallet = money.find(({ currency }) => currency === balance.currency);
      expect(balance.available).toBeCloseTo(wallet?.available ?? 0, 1);
      expect(balance.inOrders).toBeCloseTo(wallet?.inOrders ?? 0, 1);
      expect(balance.balance).toBeCloseTo(wallet?.balance ?? 0, 1);
    }
  }, patience);
}

const kindsOf = (watcher: MarketWatcher) => pictureOf(watcher).events.map(({ kind }) => kind);

async function untilKinds(watcher: MarketWatcher, kinds: readonly string[]): Promise<void> {
  await vi.waitFor(() => expect(kindsOf(watcher)).toEqual(kinds), { timeout: 10_000, interval: 10 });
}

describe('executions', () => {
  test('begin with what is open, and go on with all that happens to one’s own orders', async () => {
    const before = await place(ada, { side: 'BUY', price: '0.55' });
    const watcher = await watchOwn(ada, ['executions']);
    expect([...pictureOf(watcher).orders.keys()]).toEqual([before.id]);
    const path = `/orders/${before.id}`;
    await testApp.call('PATCH', path, { token: ada.token, body: { quantity: '50' } });
    await untilKinds(watcher, ['amended']);
    await place(grace, { side: 'SELL', price: '0.55', quantity: '20' });
    await untilKinds(watcher, ['amended', 'filled']);
    expect(pictureOf(watcher).orders.get(before.id)).toMatchObject({ filled: '20.00', status: 'OPEN' });
    await testApp.call('DELETE', path, { token: ada.token });
    await untilKinds(watcher, ['amended', 'filled', 'cancelled']);
    expect(pictureOf(watcher).orders.size).toBe(0);
    await place(ada, { side: 'BUY', price: '0.6', timeInForce: 'IOC' });
    await untilKinds(watcher, ['amended', 'filled', 'cancelled', 'accepted', 'expired']);
    expect(pictureOf(watcher).events.at(-1)).toMatchObject({ reason: 'immediate_or_cancel' });
  });

  test('tell each fill with its side, price, quantity and fee, as one’s list of fills does', async () => {
    const [maker, taker] = [await watchOwn(ada, ['executions']), await watchOwn(grace, ['executions'])];
    await place(ada, { side: 'BUY', price: '0.55' });
    await place(grace, { side: 'SELL', price: '0.55', quantity: '30' });
    await untilKinds(maker, ['accepted', 'filled']);
    await untilKinds(taker, ['accepted', 'filled']);
    for (const [watcher, person] of [
      [maker, ada],
      [taker, grace],
    ] as const) {
      const reply = await testApp.call('GET', '/fills', { token: person.token });
      const [fill] = succeeded(endpoints.listFills, reply).fills;
      const { tradedAt: at, market: _market, ...listed } = fill ?? {};
      expect(pictureOf(watcher).events.at(-1)).toEqual({ kind: 'filled', at, ...listed });
    }
  });

  test('tell of an order by another process, of a stop that fires, and of one that was refused', async () => {
    const watcher = await watchOwn(ada, ['executions'], urls[1]);
    await place(grace, { side: 'SELL', price: '0.56', quantity: '10' });
    await place(grace, { side: 'SELL', price: '0.57', quantity: '10' });
    await place(ada, { side: 'BUY', type: 'STOP', stopPrice: '0.56', quantity: '10' });
    await untilKinds(watcher, ['accepted']);
    await place(await richPerson(), { side: 'BUY', price: '0.56', quantity: '10' });
    await untilKinds(watcher, ['accepted', 'triggered', 'filled']);
    const body = { market: 'MRCY-USD', side: 'BUY', type: 'LIMIT', price: '0.55', quantity: '99999999' };
    await testApp.call('POST', '/orders', { token: ada.token, body: { ...body, clientOrderId: 'dear' } });
    await untilKinds(watcher, ['accepted', 'triggered', 'filled', 'rejected']);
    expect(pictureOf(watcher).events.at(-1)).toMatchObject({
      clientOrderId: 'dear',
      error: 'InsufficientBalance',
    });
  });

  test('tell of a market that came later, also where others watch its book already', async () => {
    const watcher = await watchOwn(ada, ['executions']);
    const market = 'MRCY-LTC';
    const added = await operateOn(testApp, ['add-market', 'MRCY', 'LTC', 'tick=0.0001', 'lot=1', 'least=1']);
    expect(added.complaint).toBe('');
    await openMarket(testApp, market);
    const anybody = await watchMarket(urls[0], [{ type: 'subscribe', channel: 'book', market }]);
    opened.push(anybody);
    await anybody.until(isOf('snapshot'));
    await place(ada, { market, side: 'SELL', price: '0.01' });
    await untilKinds(watcher, ['accepted']);
  });

  test('tell two orders of one person that met', async () => {
    const watcher = await watchOwn(ada, ['executions']);
    await place(ada, { side: 'BUY', price: '0.55' });
    await place(ada, { side: 'SELL', price: '0.55', quantity: '40', selfTrade: 'decrement' });
    await untilKinds(watcher, ['accepted', 'reduced', 'accepted', 'reduced', 'expired']);
    expect([...pictureOf(watcher).orders.values()]).toMatchObject([{ quantity: '60.00' }]);
  });

  test('of somebody else never arrive, not even of whom one traded with', async () => {
    const [watcher, other] = [await watchOwn(ada), await watchOwn(grace)];
    const mine = await place(ada, { side: 'BUY', price: '0.55' });
    // Trades, and rests with what is left, in one commit.
    const hers = await place(grace, { side: 'SELL', price: '0.55', quantity: '130' });
    await untilKinds(other, ['accepted', 'filled']);
    await place(ada, { side: 'BUY', price: '0.54', quantity: '7' });
    await untilKinds(watcher, ['accepted', 'filled', 'accepted']);
    expect(JSON.stringify(watcher.messages)).not.toContain(hers.id);
    expect(JSON.stringify(other.messages)).not.toContain(mine.id);
  });

  test('are told in the same tick as the public half of their commit, before it', async () => {
    const { rows } = await testApp.db.pool.query<{ id: string }>(
      'select id from session where user_id = $1',
      [ada.user.id],
    );
    const hub = createHub({ db: testApp.db, log: pino({ level: 'silent' }), limits: streamLimits });
    const seen: string[] = [];
    const note = (what: string) => {
      seen.push(what);
      if (what.startsWith('update')) queueMicrotask(() => seen.push('end of turn'));
    };
    const own = {
      userId: ada.user.id,
      callerId: rows[0]?.id ?? '',
      tell: ({ type, channel }: OwnNews) => note(`${type} ${channel}`),
      end: () => note('end'),
    };
    const anybody = {
      tell: ({ news: { type, channel } }: EncodedNews) => note(`${type} ${channel}`),
      refuse: () => note('refusal'),
    };
    hub.subscribeOwn(own, 'executions');
    hub.subscribeOwn(own, 'balances');
    hub.subscribe(anybody, { channel: 'book', market: 'MRCY-USD' });
    await vi.waitFor(() => expect(seen).toHaveLength(3), 5_000);
    const { seq } = await place(ada, { side: 'BUY', price: '0.55' });
    hub.hear({ changedMarket: 'MRCY-USD', seq });
    await vi.waitFor(() => expect(seen.slice(3)).toContain('update book'), 5_000);
    await hub.close();
    expect(seen.slice(3, 6)).toEqual(['update executions', 'update balances', 'update book']);
  });
});

async function richPerson(): Promise<SignedInPerson> {
  const person = await makePerson(testApp);
  await giveMoney(testApp, person, 'USD', '1000');
  return person;
}

describe('balances', () => {
  test('begin with all, and go on with what orders, trades and other money change', async () => {
    const watcher = await watchOwn(ada, ['balances'], urls[1]);
    const usd = () => pictureOf(watcher).balances.get('USD');
    expect(usd()).toEqual({
      currency: 'USD',
      available: '10000.000000',
      inOrders: '0.000000',
      held: '0.000000',
    });
    await place(ada, { side: 'BUY', price: '0.55' });
    await vi.waitFor(
      () => expect(usd()).toMatchObject({ available: '9945.000000', inOrders: '55.000000' }),
      5000,
    );
    await place(grace, { side: 'SELL', price: '0.55' });
    await vi.waitFor(
      () => expect(usd()).toMatchObject({ available: '9945.000000', inOrders: '0.000000' }),
      5000,
    );
    const body = { recipientAddress: `@${grace.user.username}`, amount: '45', currency: 'USD' };
    const sent = await testApp.call('POST', '/wallets/transfer', { token: ada.token, body });
    expect(sent.status).toBe(200);
    await vi.waitFor(() => expect(usd()).toMatchObject({ available: '9900.000000' }), 5000);
  });
});

test('one who is cut off at random knows their orders and money as they are, and the book too', async () => {
  const random = seededRandom(seedOf('OWN_STREAM_SEED'));
  const told = `OWN_STREAM_SEED=${random.seed}`;
  const steady = await watchOwn(ada);
  let unlucky = await watchOwn(ada, undefined, urls[1]);
  const open: string[] = [];
  try {
    for (let round = 0; round < 20; round += 1) {
      if (random.below(4) === 0) {
        unlucky.cut();
        unlucky = await watchOwn(ada, undefined, random.pick(urls));
        unlucky.send({ type: 'subscribe', channel: 'book', market: 'MRCY-USD' });
      }
      const placed = await Promise.all(
        Array.from({ length: 5 }, () =>
          actAtRandom(random, { processes, people: [ada, grace], markets, open }),
        ),
      );
      open.push(...placed.flatMap((id) => id ?? []));
    }
    await expectSame(steady, ada);
    await expectSame(unlucky, ada);
    // Throws where a number or a sum of the public half is wrong.
    unlucky.book();
  } catch (cause) {
    throw new Error(told, { cause });
  }
});
