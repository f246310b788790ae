import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { checkLedger } from '../ledger/ledger.ts';
import type { Command, LoggedEvent, NewOrder, SelfTradeMode, Side, TimeInForce } from '../matching/book.ts';
import { naiveApply, naiveBook, type Told } from '../matching/testing/naive-book.ts';
import { createSiblingApp, createTestApp, type TestApp, type TestReply } from '../test/app.ts';
import { openMarket } from '../test/markets.ts';
import { giveMoney } from '../test/money.ts';
import { readLog, readOpenOrders, unexplainedLines, wronglyFilled } from '../test/order-proofs.ts';
import { makePerson, type SignedInPerson } from '../test/person.ts';
import { seededRandom, seedOf } from '../test/seeded-random.ts';

/**
 * Promise 26: the book that is served obeys its rules to the letter. 1,000 random commands, over HTTP, at two processes in turns, one of
 * which begins anew now and then, give the same refusals, the same events and the same open orders as a book without any cleverness.
 * BOOK_SEED repeats a run, BOOK_COMMANDS shortens or lengthens it. In memory alone, matching/properties.test.ts plays ten thousand.
 */
vi.setConfig({ testTimeout: 240_000 });

const market = 'MRCY-USD';
const commandsCount = Number(process.env['BOOK_COMMANDS'] ?? 1_000);
const restartEvery = 250;
const looksEvery = 50;
const units = { baseUnitsPerLot: 1_000_000n, quoteUnitsPerTickLot: 1n };
// The price is 0.57 US dollars and the range ten percent. Everybody can pay for everything.
const context = {
  state: 'open',
  referencePrice: 5700,
  priceMin: 5130,
  priceMax: 6270,
  spendable: 10n ** 30n,
  stopsMax: 100,
  expiriesMax: 100,
  fillsMax: 200,
} as const;

const random = seededRandom(seedOf('BOOK_SEED'));
let testApp: TestApp;
let sibling: TestApp;
let people: SignedInPerson[];

beforeAll(async () => {
  testApp = await createTestApp({ RATE_LIMIT_FACTOR: '1000000' });
  await openMarket(testApp, market);
  sibling = await openSibling();
  people = await Promise.all(Array.from({ length: 5 }, () => makePerson(testApp)));
  for (const person of people) {
    await giveMoney(testApp, person, 'USD', '10000000');
    await giveMoney(testApp, person, 'MRCY', '10000000');
  }
}, 60_000);
afterAll(async () => {
  await sibling.close();
  await testApp.close();
});

const openSibling = () => createSiblingApp(testApp, { RATE_LIMIT_FACTOR: '1000000' });

interface Drawn {
  readonly person: SignedInPerson;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  /** The same for the model. A new order has the id that it was told, or none where it was refused. */
  command(orderId: string): Command;
}

/** Within seven percent, or where nothing may trade: a price that moves further makes the market pause. */
function drawPrice(): number {
  const price = 5500 + random.below(40) * 10;
  return random.below(20) === 0 ? price + random.pick([-1000, 1000]) : price;
}
const drawQuantity = (): number => 100 + random.below(5_000);
const priceText = (ticks: number): string => (ticks / 10_000).toFixed(4);
const quantityText = (lots: number): string => (lots / 100).toFixed(2);

interface Placed {
  readonly id: string;
  readonly person: SignedInPerson;
}

function draw(placed: readonly Placed[]): Drawn {
  const person = people[random.below(people.length)];
  const known = placed[Math.max(0, placed.length - 1 - random.below(40))];
  if (person === undefined) throw new Error('nobody is there');
  const kind = random.below(20);
  if (known === undefined || kind >= 9) return drawOrder(person);
  // Now and then somebody else's.
  const asker = random.below(10) === 0 ? person : known.person;
  const target = { orderId: known.id, personId: asker.user.id };
  const path = `/orders/${known.id}`;
  if (kind < 5)
    return { person: asker, method: 'DELETE', path, command: () => ({ kind: 'cancel', ...target }) };
  const price = random.below(2) === 0 ? drawPrice() : undefined;
  const quantity = price === undefined || random.below(2) === 0 ? drawQuantity() : undefined;
  return {
    person: asker,
    method: 'PATCH',
    path,
    body: {
      ...(price !== undefined && { price: priceText(price) }),
      ...(quantity !== undefined && { quantity: quantityText(quantity) }),
    },
    command: () => ({ kind: 'amend', ...target, price, quantity }),
  };
}

function drawOrder(person: SignedInPerson): Drawn {
  const side = random.pick<Side>(['BUY', 'SELL']);
  const selfTrade = random.pick<SelfTradeMode>(['expire_taker', 'expire_maker', 'expire_both', 'decrement']);
  const type = random.pick(['LIMIT', 'LIMIT', 'LIMIT', 'LIMIT', 'MARKET', 'STOP', 'STOP_LIMIT']);
  const timeInForce = random.pick<TimeInForce>(['GTC', 'GTC', 'GTC', 'IOC', 'FOK']);
  const isPostOnly = timeInForce === 'GTC' && random.below(5) === 0;
  const [price, stopPrice, quantity] = [drawPrice(), drawPrice(), drawQuantity()];
  const budget = random.below(2) === 0 ? 1 + random.below(40) : undefined;
  const hasLimit = type === 'LIMIT' || type === 'STOP_LIMIT';
  const isByBudget = type === 'MARKET' && budget !== undefined;
  const body = {
    market,
    side,
    type,
    selfTrade,
    ...(hasLimit && { price: priceText(price), timeInForce, postOnly: isPostOnly }),
    ...((type === 'STOP' || type === 'STOP_LIMIT') && { stopPrice: priceText(stopPrice) }),
    ...(isByBudget ? { budget: String(budget) } : { quantity: quantityText(quantity) }),
  };
  const order = (orderId: string): NewOrder => {
    const terms = {
      orderId,
      personId: person.user.id,
      side,
      selfTrade,
      makerFeePpm: 1000,
      takerFeePpm: 2000,
    };
    const limit = { ...terms, price, quantity, timeInForce, isPostOnly, expiresAt: undefined };
    if (type === 'LIMIT') return { ...limit, type: 'limit' };
    if (type === 'STOP_LIMIT') return { ...limit, type: 'stop_limit', stopPrice };
    if (type === 'STOP') return { ...terms, type: 'stop_market', stopPrice, quantity };
    const amount = isByBudget ? { budget: BigInt(budget) * 1_000_000n } : { quantity };
    return { ...terms, type: 'market', amount };
  };
  return {
    person,
    method: 'POST',
    path: '/orders',
    body,
    command: (orderId) => ({ kind: 'place', order: order(orderId) }),
  };
}

const openStates: ReadonlySet<unknown> = new Set(['OPEN', 'WAITING']);
const isRefused = ({ status }: TestReply): boolean => status >= 400;

test('random commands over HTTP do what a book without any cleverness does', async () => {
  process.stdout.write(`promise 26: BOOK_SEED=${random.seed}\n`);
  const naive = naiveBook();
  const told: Told[] = [];
  const placed: Placed[] = [];
  let refusedCount = 0;
  for (let count = 0; count < commandsCount; count += 1) {
    if (count % looksEvery === looksEvery - 1) await expectKept(naive);
    if (count % restartEvery === restartEvery - 1) {
      await sibling.close();
      sibling = await openSibling();
    }
    const drawn = draw(placed);
    const app = random.pick([testApp, sibling]);
    const { method, path, body, person } = drawn;
    const reply = await app.call(method, path, { token: person.token, ...(body !== undefined && { body }) });
    const id: string = isRefused(reply) ? 'none' : reply.body.order.id;
    const command = drawn.command(id);
    const events = naiveApply(naive, { command, context: { ...context, now: Date.now() }, units });
    const isRefusedByModel = events.some(({ kind }) => kind === 'refused');
    const said = `command ${count}, ${method} ${path} ${JSON.stringify(body)}: ${JSON.stringify(reply.body)}`;
    expect({ isRefused: isRefused(reply), said }).toEqual({ isRefused: isRefusedByModel, said });
    if (isRefusedByModel) refusedCount += 1;
    else if (method === 'POST' && openStates.has(reply.body.order.status)) placed.push({ id, person });
    told.push(...events.filter(({ kind }) => kind !== 'refused'));
  }

  const log = await readLog(testApp.db, market);
  process.stdout.write(
    `promise 26: ${commandsCount} commands, ${refusedCount} refused, ${log.length} events, ` +
      `${log.filter(({ kind }) => kind === 'traded').length} trades\n`,
  );
  expect(log.map((event, index) => project(event, told[index]))).toEqual(told);
  await expectKept(naive);
  expect(await unexplainedLines(testApp.db)).toEqual([]);
  expect(await wronglyFilled(testApp.db)).toEqual([]);
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
});

/** What a book is read anew from: each open order with its place. */
async function expectKept({ orders }: ReturnType<typeof naiveBook>): Promise<void> {
  const inOrder = orders.toSorted((one, other) => one.seq - other.seq);
  expect(await readOpenOrders(testApp.db, market)).toEqual(inOrder);
}

/** An event with what the model says of it. JSON leaves out what is undefined. */
function project(event: LoggedEvent, told: Told | undefined): object {
  const said: Readonly<Record<string, unknown>> =
    'order' in event ? { ...event.order, ...event } : { ...event };
  return Object.fromEntries(Object.keys(told ?? event).map((name) => [name, said[name]]));
}
