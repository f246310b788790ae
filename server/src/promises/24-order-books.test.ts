import type { Order } from '@mercury/contract/api/orders.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { plantedBugVariable } from '../../../scripts/planted-bug-plugin.ts';
import { checkLedger } from '../ledger/ledger.ts';
import { trialBalance } from '../ledger/testing/balances.ts';
import { applyEvents, createBook, openOrdersOf } from '../matching/book.ts';
import { createSiblingApp, createTestApp, type TestApp } from '../test/app.ts';
import { openMarket } from '../test/markets.ts';
import { giveMoney } from '../test/money.ts';
import {
  offencesIn,
  readLog,
  readOpenOrders,
  unexplainedLines,
  unloggedFills,
  wronglyFilled,
} from '../test/order-proofs.ts';
import { makePerson, type SignedInPerson } from '../test/person.ts';
import { seededRandom, seedOf } from '../test/seeded-random.ts';

/**
 * Promise 24: the database is the exchange. Two processes serve one market while connections are cut at random: no order that was
 * acknowledged is lost, no retry places a second one, what is reserved is what open orders can spend, the book is never crossed,
 * nobody is passed by or trades with themselves or outside the price range, a lot is sold once, the log has no gap and rebuilds the
 * book, each fill has its transfer and the reverse, and no money appears or goes.
 */
vi.setConfig({ testTimeout: 120_000 });

const market = 'MRCY-USD';
const isPlanted = process.env[plantedBugVariable] !== undefined;
// A bug that shows at all shows early.
const rounds = isPlanted ? 8 : 60;
const attemptsMax = isPlanted ? 2 : 20;
const commandsPerRound = 20;
const units = { baseUnitsPerLot: 1_000_000n, quoteUnitsPerTickLot: 1n };

let testApp: TestApp;
let sibling: TestApp;
let people: SignedInPerson[];
let sumsBefore: Record<string, string>;
const acknowledged = new Map<string, Order>();

beforeAll(async () => {
  testApp = await createTestApp({ RATE_LIMIT_FACTOR: '1000000' });
  await openMarket(testApp);
  sibling = await createSiblingApp(testApp, { RATE_LIMIT_FACTOR: '1000000' });
  people = await Promise.all(Array.from({ length: 6 }, () => makePerson(testApp)));
  for (const person of people) {
    await giveMoney(testApp, person, 'USD', '300');
    await giveMoney(testApp, person, 'MRCY', '500');
  }
  sumsBefore = sumsOf(await trialBalance(testApp.ownerDb));
});
afterAll(async () => {
  await sibling.close();
  await testApp.close();
});

test('orders come at two processes while connections are cut, and each is answered', async () => {
  const random = seededRandom(seedOf('ORDERS_SEED'));
  process.stdout.write(`promise 24: ORDERS_SEED=${random.seed}\n`);
  const unanswered: object[] = [];
  let named = 0;

  async function command(): Promise<void> {
    const person = people[random.below(people.length)];
    const app = random.pick([testApp, sibling]);
    const known = [...acknowledged.values()][random.below(acknowledged.size + 1)];
    if (person === undefined) return;
    if (random.below(10) < 3 && known !== undefined) {
      await app.call('DELETE', `/orders/${known.id}`, { token: person.token });
      return;
    }
    named += 1;
    const body = {
      market,
      side: random.pick(['BUY', 'SELL']),
      type: 'LIMIT',
      // Few prices, so that a buyer often meets a seller at the very same one.
      price: `0.${5500 + 40 * random.below(10)}`,
      quantity: (1 + random.below(5000) / 100).toFixed(2),
      timeInForce: random.pick(['GTC', 'GTC', 'GTC', 'IOC', 'FOK']),
      selfTrade: random.pick(['expire_taker', 'expire_maker', 'expire_both', 'decrement']),
      clientOrderId: `order-${named}`,
    };
    if (!(await isAnswered(app, person, body))) unanswered.push(body);
  }

  for (let round = 0; round < rounds; round += 1) {
    const load = Promise.all(Array.from({ length: commandsPerRound }, command));
    if (round % 4 === 3) await cutOneConnection();
    await load;
  }

  expect(unanswered).toEqual([]);
  expect(acknowledged.size).toBeGreaterThan((rounds * commandsPerRound) / 3);
});

/** As a bot does it: an answer that says nothing is asked for again, under the same name. */
async function isAnswered(app: TestApp, person: SignedInPerson, body: object): Promise<boolean> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const reply = await app.call('POST', '/orders', { token: person.token, body });
    if (reply.status === 201) acknowledged.set(reply.body.order.id, reply.body.order);
    if (reply.status < 500) return true;
  }
  return false;
}

test('no order that was acknowledged is lost, and the log rebuilds the book', async () => {
  const { rows: lost } = await testApp.db.pool.query(
    'select id from unnest($1::uuid[]) as told (id) where not exists (select from book_order where book_order.id = told.id)',
    [[...acknowledged.keys()]],
  );
  expect(lost).toEqual([]);
  const rebuilt = createBook(units);
  applyEvents(rebuilt, await readLog(testApp.db, market));
  expect(openOrdersOf(rebuilt)).toEqual(await readOpenOrders(testApp.db, market));
});

test('the book is never crossed, and nobody passed by, trading with themselves or outside the price range', async () => {
  // By the price of 0.57 US dollars and the range of ten percent.
  const range = { priceMin: 5130, priceMax: 6270 };
  expect(offencesIn(await readLog(testApp.db, market), range)).toEqual([]);
  expect(await wronglyFilled(testApp.db)).toEqual([]);
});

test('what is reserved is what open orders can spend', async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
});

test('each fill has its transfer and the reverse, and no unit of money is gained or lost', async () => {
  expect(await unexplainedLines(testApp.db)).toEqual([]);
  expect(await unloggedFills(testApp.db)).toEqual([]);
  expect(sumsOf(await trialBalance(testApp.ownerDb))).toEqual(sumsBefore);
});

/** Whoever is in the middle of a batch, if anybody is. */
async function cutOneConnection(): Promise<void> {
  // A role may end its own.
  await testApp.db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query ~ 'book_(read|commit)' and state <> 'idle'
      limit 1`,
  );
}

function sumsOf(lines: Awaited<ReturnType<typeof trialBalance>>): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const { asset, kind, balance } of lines) {
    const side = kind === 'rail_clearing' ? 'outside' : 'inside';
    sums.set(`${asset} ${side}`, (sums.get(`${asset} ${side}`) ?? 0n) + balance);
  }
  return Object.fromEntries([...sums].map(([name, sum]) => [name, sum.toString()]));
}
