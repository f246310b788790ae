import { randomUUID } from 'node:crypto';
import type { EndpointName } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger } from '../ledger/ledger.ts';
import { createTestApp, refused, type TestApp, type TestReply } from '../test/app.ts';
import { insertClaimablePayment } from '../test/claimable-payment.ts';
import { giveMoney } from '../test/money.ts';
import { makePerson, type SignedInPerson } from '../test/person.ts';
import { knowOthers, type Caller } from '../test/signed-in-people.ts';
import { insertTestQuote } from '../test/trades.ts';
import { allEndpoints } from '../test/valid-input.ts';
import { strangersAddress } from '../test/withdrawals.ts';

/** What a key is for every call that takes one: the name of one intent of one person. */

interface Order {
  readonly path: string;
  readonly body: object;
}

interface Orders {
  readonly order: Order;
  /** Likewise possible, and another intent. */
  readonly other: Order;
  /** What is refused, and why. */
  readonly impossible: Order;
  readonly refusal: string;
}

interface Command {
  readonly endpoint: EndpointName;
  readonly prepare: (caller: Caller) => Promise<Orders>;
  /** A query that answers a row for each effect on person $1. */
  readonly effects: string;
}

const ownHistory = 'select from wallet_transaction where user_id = $1';
const dayMs = 24 * 60 * 60 * 1000;

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

const callerOf = ({ token, user }: SignedInPerson): Caller => ({
  token,
  userId: user.id,
  walletAddress: user.walletAddress,
});

async function makeCaller(): Promise<Caller> {
  const person = await makePerson(testApp);
  await giveMoney(testApp, person, 'MRCY', '100');
  await giveMoney(testApp, person, 'BTC', '1');
  return callerOf(person);
}

function transferTo({ walletAddress: recipientAddress }: Caller): Orders {
  const path = '/wallets/transfer';
  return {
    order: { path, body: { recipientAddress, amount: '1.5' } },
    other: { path, body: { recipientAddress, amount: '1.6' } },
    impossible: { path, body: { recipientAddress, amount: '100.1' } },
    refusal: 'InsufficientBalance',
  };
}

async function quoteFor({ userId }: Caller, toAmount: string): Promise<Order> {
  const quote = await insertTestQuote(testApp.db, userId, { type: 'SELL', from: '0.001 BTC', to: '49 USD' });
  return { path: `/quotes/${quote.id}/accept`, body: { fromAmount: '0.001', toAmount } };
}

async function claimFor(caller: Caller): Promise<Order> {
  return {
    path: '/wallets/topup/claim',
    body: { transactionId: await insertClaimablePayment(testApp.db, caller) },
  };
}

const commands: Readonly<Record<string, Command>> = {
  'a transfer to somebody new': {
    endpoint: 'transfer',
    prepare: async () => transferTo(await makeCaller()),
    effects: ownHistory,
  },
  'a transfer to somebody known': {
    endpoint: 'transfer',
    async prepare(caller) {
      const recipient = await makeCaller();
      await knowOthers(testApp.db, [caller], [recipient]);
      return transferTo(recipient);
    },
    effects: ownHistory,
  },
  'a withdrawal': {
    endpoint: 'withdraw',
    async prepare() {
      const path = '/wallets/withdraw';
      const body = { currency: 'BTC', address: strangersAddress };
      return {
        order: { path, body: { ...body, amount: '0.01' } },
        other: { path, body: { ...body, amount: '0.02' } },
        impossible: { path, body: { ...body, amount: '1.1' } },
        refusal: 'InsufficientBalance',
      };
    },
    effects: ownHistory,
  },
  'a deposit': {
    endpoint: 'deposit',
    async prepare() {
      const path = '/wallets/deposit';
      return {
        order: { path, body: { currency: 'BTC', amount: '0.02' } },
        other: { path, body: { currency: 'BTC', amount: '0.03' } },
        impossible: { path, body: { currency: 'BTC', amount: '0' } },
        refusal: 'AmountNotPositive',
      };
    },
    effects: ownHistory,
  },
  'a top-up': {
    endpoint: 'topUp',
    async prepare() {
      const path = '/wallets/topup';
      const body = { currency: 'USD', paymentMethod: 'CRYPTO' };
      return {
        order: { path, body: { ...body, amount: '20' } },
        other: { path, body: { ...body, amount: '21' } },
        impossible: { path, body: { ...body, amount: '0.99' } },
        refusal: 'AmountOutOfRange',
      };
    },
    effects: ownHistory,
  },
  'a claim': {
    endpoint: 'claimTopUp',
    async prepare(caller) {
      const claimed = await claimFor(caller);
      await ask(caller, claimed);
      return {
        order: await claimFor(caller),
        other: await claimFor(caller),
        impossible: claimed,
        refusal: 'NothingToClaim',
      };
    },
    // Its row of history was there before; its effect is the credit.
    effects: 'select from transfer join topup on topup.id = transfer.reference_id where topup.user_id = $1',
  },
  'a trade': {
    endpoint: 'acceptQuote',
    async prepare(caller) {
      const order = await quoteFor(caller, '49');
      return {
        order,
        other: await quoteFor(caller, '49'),
        impossible: { path: order.path, body: { fromAmount: '0.001', toAmount: '50' } },
        refusal: 'QuoteChanged',
      };
    },
    effects: 'select from trade where user_id = $1',
  },
  'a recurring buy': {
    endpoint: 'createRecurringBuy',
    async prepare() {
      const path = '/recurring-buys';
      const terms = { fromCurrency: 'BTC', toCurrency: 'MRCY', every: 'day' };
      const body = { ...terms, amount: '0.001', firstAt: new Date(Date.now() + dayMs).toISOString() };
      return {
        order: { path, body },
        other: { path, body: { ...body, amount: '0.002' } },
        impossible: { path, body: { ...body, firstAt: new Date(Date.now() + 400 * dayMs).toISOString() } },
        refusal: 'ValidationFailed',
      };
    },
    effects: 'select from recurring_buy where user_id = $1',
  },
};

const entries = Object.entries(commands);

test('every call that takes a key is looked at here', () => {
  const takers = allEndpoints.filter(([, { isIdempotent }]) => isIdempotent === true).map(([name]) => name);
  expect(new Set(entries.map(([, { endpoint }]) => endpoint))).toEqual(new Set(takers));
});

function ask({ token }: Caller, { path, body }: Order, key?: string): Promise<TestReply> {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return testApp.call('POST', path, { token, body, headers });
}

/** As its reader gets it. */
const told = ({ status, body }: TestReply) => `${status} ${JSON.stringify(body)}`;
const hasSucceeded = ({ status }: TestReply) => status === 200 || status === 201;

async function countOf(sql: string, { userId }: Caller): Promise<number> {
  return (await testApp.db.pool.query(sql, [userId])).rowCount ?? 0;
}

const countStored = (caller: Caller) => countOf('select from idempotency where owner_id = $1', caller);

describe.each(entries)('%s', (_title, { prepare, effects }) => {
  test('asked for twice at once and once more under a key has one effect and one reply, letter for letter', async () => {
    const caller = await makeCaller();
    const [{ order }, key] = [await prepare(caller), randomUUID()];
    const before = await countOf(effects, caller);
    const replies = await Promise.all([ask(caller, order, key), ask(caller, order, key)]);
    replies.push(await ask(caller, order, key));
    expect(replies.map(hasSucceeded)).toEqual([true, true, true]);
    expect(new Set(replies.map(told)).size).toBe(1);
    expect((await countOf(effects, caller)) - before).toBe(1);
  });

  test('is refused under a key that names another, and changes nothing', async () => {
    const caller = await makeCaller();
    const [{ order, other }, key] = [await prepare(caller), randomUUID()];
    const first = await ask(caller, order, key);
    const before = await countOf(effects, caller);
    expect(refused(await ask(caller, other, key))).toMatchObject({
      status: 422,
      error: 'IdempotencyKeyReused',
    });
    expect(await countOf(effects, caller)).toBe(before);
    expect(told(await ask(caller, order, key))).toBe(told(first));
  });

  test('that is refused stores nothing, and its key is free', async () => {
    const caller = await makeCaller();
    const [{ order, impossible, refusal }, key] = [await prepare(caller), randomUUID()];
    expect(refused(await ask(caller, impossible, key)).error).toBe(refusal);
    expect(await countStored(caller)).toBe(0);
    expect(hasSucceeded(await ask(caller, order, key))).toBe(true);
    expect(await countStored(caller)).toBeGreaterThan(0);
  });

  test('without a key stores nothing', async () => {
    const caller = await makeCaller();
    const { order } = await prepare(caller);
    const before = await countOf(effects, caller);
    expect(hasSucceeded(await ask(caller, order))).toBe(true);
    expect((await countOf(effects, caller)) - before).toBe(1);
    expect(await countStored(caller)).toBe(0);
  });
});

test('one key names another intent in each call, and of each person', async () => {
  const key = randomUUID();
  const people = [await makeCaller(), await makeCaller()];
  const calls = new Map(entries.map(([, command]) => [command.endpoint, command]));
  for (const caller of people) {
    for (const { prepare } of calls.values()) {
      const { order } = await prepare(caller);
      expect(hasSucceeded(await ask(caller, order, key))).toBe(true);
    }
  }
});
