import { endpoints } from '@mercury/contract/api/index.ts';
import type { Order } from '@mercury/contract/api/orders.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DomainError } from '../../errors.ts';
import { proveBooks } from '../../ledger/testing/postings.ts';
import { createTestApp, succeeded, type TestApp } from '../../test/app.ts';
import { createTestQuoter } from '../../test/house-quotes.ts';
import { openMarket } from '../../test/markets.ts';
import { giveMoney } from '../../test/money.ts';
import { operateOn } from '../../test/operator.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { changeTogether } from '../orders/change-together.ts';
import { requireMarket } from '../orders/use-orders.ts';
import { houseId } from './house.ts';

/** The own coin costs 0.57 US dollars. With a spread of 0.2 % the best bid is 0.5694 and the best ask 0.5706. */
let testApp: TestApp;
let ada: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  await openMarket(testApp);
  ada = await makePerson(testApp);
  await giveMoney(testApp, ada, 'USD', '5000');
  await giveMoney(testApp, ada, 'MRCY', '5000');
});
afterEach(async () => {
  await testApp.call('DELETE', '/orders', { token: ada.token });
  await testApp.ownerDb.pool.query('delete from trading_halt');
  await operate('set-market-state', 'MRCY-USD', 'halted');
  await operate('set-house-quotes', 'all', 'off');
  await (await createTestQuoter(testApp)).look();
  await testApp.ownerDb.pool.query('delete from house_quote');
  expect(await ownOrders()).toEqual([]);
  await proveBooks(testApp.db);
});
afterAll(() => testApp.close());

const operate = (...words: string[]) => operateOn(testApp, words);

async function place(terms: Readonly<Record<string, unknown>>): Promise<Order> {
  const body = { market: 'MRCY-USD', type: 'LIMIT', quantity: '100', ...terms };
  const reply = await testApp.call('POST', '/orders', { token: ada.token, body });
  return succeeded(endpoints.placeOrder, reply).order;
}

async function book() {
  return succeeded(endpoints.getBook, await testApp.call('GET', '/markets/MRCY-USD/book'));
}

async function prices() {
  const { bids, asks } = await book();
  return { bids: bids.map(({ price }) => price), asks: asks.map(({ price }) => price) };
}

async function ownOrders(): Promise<readonly { id: string; price: bigint; remaining: bigint }[]> {
  const { rows } = await testApp.db.pool.query(
    `select id, price, remaining from book_order where user_id = $1 and status = 'OPEN' order by id`,
    [houseId],
  );
  return rows;
}

const ladder = {
  bids: ['0.5694', '0.5688', '0.5682', '0.5677', '0.5671', '0.5665', '0.5660', '0.5654'],
  asks: ['0.5706', '0.5712', '0.5718', '0.5723', '0.5729', '0.5735', '0.5740', '0.5746'],
};

describe('the house', () => {
  test('quotes both sides of an open market, and a newcomer trades at once', async () => {
    const quoter = await createTestQuoter(testApp);
    await quoter.look();
    expect(await prices()).toEqual(ladder);
    const bought = await place({ side: 'BUY', type: 'MARKET', quantity: '900' });
    expect(bought).toMatchObject({ status: 'FILLED', averagePrice: '0.570600' });
    const sold = await place({ side: 'SELL', type: 'MARKET', quantity: '900' });
    expect(sold).toMatchObject({ status: 'FILLED', averagePrice: '0.569400' });
  });

  test('is told of where it has orders, and nowhere else', async () => {
    const quoted = async () => {
      const { markets } = succeeded(endpoints.listMarkets, await testApp.call('GET', '/markets'));
      return markets.filter(({ houseQuotes }) => houseQuotes).map(({ market }) => market);
    };
    const one = async () =>
      succeeded(endpoints.getMarket, await testApp.call('GET', '/markets/MRCY-USD')).market.houseQuotes;
    await place({ side: 'BUY', price: '0.55' });
    expect([await quoted(), await one()]).toEqual([[], false]);
    await (await createTestQuoter(testApp)).look();
    expect([await quoted(), await one()]).toEqual([['MRCY-USD'], true]);
  });

  test('fills a level that was taken, and leaves the others where they are', async () => {
    const quoter = await createTestQuoter(testApp);
    await quoter.look();
    const before = await ownOrders();
    await place({ side: 'BUY', type: 'MARKET', quantity: '900' });
    const { asks: left } = await book();
    await quoter.look();
    const { asks } = await book();
    expect(Number(left[0]?.quantity)).toBeLessThan(Number(asks[0]?.quantity));
    expect((await ownOrders()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  test('sends nothing while there is nothing to do, also after a restart', async () => {
    await (await createTestQuoter(testApp)).look();
    const [{ seq }, orders] = [await book(), await ownOrders()];
    await (await createTestQuoter(testApp)).look();
    expect((await book()).seq).toBe(seq);
    expect(await ownOrders()).toEqual(orders);
  });

  test.each([
    ['0.5702', ladder.bids[0], '0.5708'],
    ['0.5698', '0.5692', ladder.asks[0]],
    ['0.58', '0.5794', '0.5806'],
    ['0.56', '0.5594', '0.5606'],
  ])(
    'moves its orders where the price came nearer, or went away beyond half the distance: to %s',
    async (coinPriceUsd, bid, ask) => {
      await (await createTestQuoter(testApp)).look();
      const before = await ownOrders();
      await (await createTestQuoter(testApp, { coinPriceUsd })).look();
      const { bids, asks } = await prices();
      expect([bids.length, bids[0], asks.length, asks[0]]).toEqual([8, bid, 8, ask]);
      expect((await ownOrders()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    },
  );

  test('quotes once, however many processes look', async () => {
    const quoters = await Promise.all([1, 2, 3].map(() => createTestQuoter(testApp)));
    await Promise.all(quoters.map((quoter) => quoter.look()));
    expect(await prices()).toEqual(ladder);
    expect(await ownOrders()).toHaveLength(16);
  });

  test('waits its turn at a price like anybody', async () => {
    const mine = await place({ side: 'SELL', price: '0.5706' });
    const quoter = await createTestQuoter(testApp);
    await quoter.look();
    const other = await makePerson(testApp);
    await giveMoney(testApp, other, 'USD', '1000');
    const body = { market: 'MRCY-USD', side: 'BUY', type: 'MARKET', quantity: '100' };
    await testApp.call('POST', '/orders', { token: other.token, body });
    const reply = await testApp.call('GET', `/orders/${mine.id}`, { token: ada.token });
    expect(succeeded(endpoints.getOrder, reply).order.status).toBe('FILLED');
  });

  test('never takes: where an order stands in its way it rests a while, and quotes the other levels', async () => {
    await place({ side: 'BUY', price: '0.5712' });
    const quoter = await createTestQuoter(testApp);
    await quoter.look();
    expect(await prices()).toEqual({ bids: ['0.5712', ...ladder.bids], asks: ladder.asks.slice(2) });
    expect(quoter.sentCount()).toBe(16);
    await quoter.look();
    expect(quoter.sentCount()).toBe(16);
  });

  test.each([
    ['all', '1'],
    ['more than is wanted now', '0.4'],
  ])('quotes again at the next look after %s of a level was taken during a look', async (_what, part) => {
    await (await createTestQuoter(testApp)).look();
    const [best] = (await book()).asks;
    const quantity = (Number(best?.quantity) * Number(part)).toFixed(2);
    const taken = { side: 'BUY', price: best?.price, timeInForce: 'IOC', quantity };
    await operate('set-house-quotes', 'MRCY-USD', 'on', 'depth=5000');
    const meanwhile = () => place(taken);
    const quoter = await createTestQuoter(testApp, { coinPriceUsd: '0.58', meanwhile });
    await quoter.look();
    await quoter.look();
    const { bids, asks } = await prices();
    expect([bids.length, bids[0], asks.length, asks[0]]).toEqual([8, '0.5794', 8, '0.5806']);
  });

  test('counts down to the end of its orders, in case that no process looks any more', async () => {
    await (await createTestQuoter(testApp)).look();
    const { rows } = await testApp.db.pool.query<{ seconds: number }>(
      `select extract(epoch from run_at - now())::integer as seconds from graphile_worker.jobs where key = $1`,
      [`cancel-orders ${houseId} all`],
    );
    expect(rows[0]?.seconds).toBeGreaterThan(50);
    expect(rows[0]?.seconds).toBeLessThanOrEqual(60);
  });
});

describe('the house takes its orders back, and no others,', () => {
  const away: [string, () => Promise<unknown>][] = [
    ['the market is not open', () => operate('set-market-state', 'MRCY-USD', 'post_only')],
    ['all trading is halted', () => operate('halt-trading', 'all')],
    ['a currency is halted', () => operate('halt-trading', 'MRCY')],
    ['the operator turns it off', () => operate('set-house-quotes', 'MRCY-USD', 'off')],
  ];
  test.each(away)('when %s', async (_when, change) => {
    await place({ side: 'BUY', price: '0.5' });
    const quoter = await createTestQuoter(testApp);
    await quoter.look();
    expect(await ownOrders()).toHaveLength(16);
    await change();
    await quoter.look();
    expect(await prices()).toEqual({ bids: ['0.5000'], asks: [] });
  });

  const fresh = { asset: 'ETH', scaledUsd: 3_000n * 10n ** 12n } as const;
  const ago = (minutes: number) => ({ ...fresh, asOf: new Date(Date.now() - minutes * 60_000) });
  test.each([
    ['too old', ago(6)],
    ['missing', undefined],
    ['a jump', { ...ago(0), scaledUsd: 4_000n * 10n ** 12n }],
  ])('when the price is %s', async (_what, then) => {
    await openMarket(testApp, 'ETH-USD');
    const live = (price: ReturnType<typeof ago> | undefined) => ({
      isPretended: () => false,
      livePriceOf: () => price,
      knownLivePriceOf: () => price,
    });
    await (await createTestQuoter(testApp, { market: live(ago(0)) })).look();
    expect(await ownOrders()).toHaveLength(32);
    await (await createTestQuoter(testApp, { market: live(then) })).look();
    expect(await ownOrders()).toHaveLength(16);
    await testApp.db.pool.query('delete from price_reference');
    await testApp.ownerDb.pool.query(`update market set state = 'halted' where symbol = 'ETH-USD'`);
  });
});

test('the operator says how a market is quoted, and sees it', async () => {
  const quoter = await createTestQuoter(testApp);
  await quoter.look();
  const { exitCode, output } = await operate(
    'set-house-quotes',
    'mrcy-usd',
    'on',
    'levels=2',
    'spread=1',
    'step=0.5',
    'depth=300',
  );
  expect({ exitCode, output }).toEqual({
    exitCode: 0,
    output: 'MRCY-USD: on levels=2 spread=1 step=0.5 depth=300: within some seconds\n',
  });
  await quoter.look();
  expect(await book()).toMatchObject({
    bids: [
      { price: '0.5671', quantity: '175.43' },
      { price: '0.5643', quantity: '350.87' },
    ],
    asks: [
      { price: '0.5729', quantity: '175.43' },
      { price: '0.5757', quantity: '350.87' },
    ],
  });
  const listed = (await operate('list-house-quotes')).output;
  expect(listed).toMatch(/^MRCY-USD +open +on +2 +1 +0.5 +300.00 +2 +2$/m);
  for (const wrong of ['levels=21', 'spread=0.01', 'step=0', 'depth=0', 'size=3', 'levels=2 levels=3']) {
    expect((await operate('set-house-quotes', 'MRCY-USD', 'on', wrong)).exitCode).toBe(1);
  }
});

test('real money is quoted only where the operator says so', async () => {
  const real = { ...testApp, config: { ...testApp.config, rail: 'btcpay' as const } };
  const quoter = await createTestQuoter(real);
  await quoter.look();
  expect(await ownOrders()).toEqual([]);
  await operate('set-house-quotes', 'MRCY-USD', 'on');
  await quoter.look();
  expect(await ownOrders()).toHaveLength(16);
});

test('changes that go together are all waited for, also where one finds no place', async () => {
  const market = await requireMarket(testApp, 'MRCY-USD');
  const takers = [
    () => Promise.reject(new Error('the first one failed')),
    () => {
      throw new DomainError('Busy');
    },
  ];
  const exchange = {
    submit: () => takers.shift()?.() ?? Promise.reject(new Error('there were two')),
    knownMarket: () => undefined,
    marketOfOrder: () => undefined,
    close: async () => undefined,
  };
  const changes = [ada.user.id, houseId].map((orderId) => ({ kind: 'cancel', orderId }) as const);
  const changed = async () => changeTogether({ exchange }, market, { userId: houseId, changes });
  // A rejection that nobody waits for fails the run.
  await expect(changed()).rejects.toThrow('Busy');
});
