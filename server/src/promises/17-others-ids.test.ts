import type { Endpoint } from '@mercury/contract/api/endpoint.ts';
import { endpoints } from '@mercury/contract/api/index.ts';
import type { ErrorCode } from '@mercury/contract/errors.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeApiKey } from '../test/api-keys.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../test/app.ts';
import { openMarket } from '../test/markets.ts';
import { giveMoney, openTestTopUp } from '../test/money.ts';
import { makePerson, type SignedInPerson } from '../test/person.ts';
import { makeRecurringBuy } from '../test/recurring-buys.ts';
import { insertTestQuote } from '../test/trades.ts';
import { allEndpoints, paramNamesOf, pathOf, queryString, validInputsOf } from '../test/valid-input.ts';

/**
 * Promise 17: another person's ids are 404, like unknown ones; fields outside the contract are refused. Every endpoint that could
 * break this is asked.
 */

let testApp: TestApp;
let owner: SignedInPerson;
let stranger: SignedInPerson;
const counted = { "somebody else's": 0, "nobody's": 0, fields: 0, parameters: 0 };

beforeAll(async () => {
  testApp = await createTestApp({ RATE_LIMIT_FACTOR: '1000000' });
  [owner, stranger] = await Promise.all([makePerson(testApp), makePerson(testApp)]);
  // A missing proof must not hide the refusal.
  await testApp.db.pool.query('update session set proved_at = now()');
});
afterAll(async () => {
  process.stdout.write(`promise 17: refused ${JSON.stringify(counted)}\n`);
  await testApp.close();
});

interface Thing {
  readonly make: () => Promise<string>;
  readonly table: string;
  /** The error for a missing one, if it is not NotFound. */
  readonly error?: ErrorCode;
}

/** Of the owner: its path, and whether it is unchanged. */
const things: Readonly<Record<string, Thing>> = {
  '/quotes': {
    async make() {
      await giveMoney(testApp, owner, 'USD', '25');
      // What the valid input of its acceptance confirms.
      const terms = { type: 'BUY', from: '25 USD', to: '0.00038 BTC' } as const;
      const { id } = await insertTestQuote(testApp.db, owner.user.id, terms);
      return id;
    },
    table: 'quote',
    error: 'QuoteNotFound',
  },
  '/recurring-buys': {
    make: async () => (await makeRecurringBuy(testApp, owner)).id,
    table: 'recurring_buy',
  },
  '/price-alerts': {
    async make() {
      const reply = await testApp.call('POST', '/price-alerts', {
        token: owner.token,
        body: { currency: 'MRCY', direction: 'above', price: '1000' },
      });
      return succeeded(endpoints.createPriceAlert, reply).priceAlert.id;
    },
    table: 'price_alert',
  },
  '/orders': {
    async make() {
      await openMarket(testApp, 'BTC-USD');
      await giveMoney(testApp, owner, 'USD', '100');
      const reply = await testApp.call('POST', '/orders', {
        token: owner.token,
        body: { market: 'BTC-USD', side: 'BUY', type: 'LIMIT', quantity: '0.001', price: '40000' },
      });
      return succeeded(endpoints.placeOrder, reply).order.id;
    },
    table: 'book_order',
  },
  '/transactions': {
    make: async () => (await openTestTopUp(testApp, owner, '10')).transactionId,
    table: 'wallet_transaction',
  },
  '/contacts': {
    async make() {
      const reply = await testApp.call('POST', '/contacts', {
        token: owner.token,
        body: { name: 'Grace', walletAddress: stranger.user.walletAddress },
      });
      return succeeded(endpoints.createContact, reply).contact.id;
    },
    table: 'contact',
  },
  '/users/sessions': {
    async make() {
      const reply = await testApp.call('GET', '/users/sessions', { token: owner.token });
      const [current] = succeeded(endpoints.listSessions, reply).sessions;
      if (current === undefined) throw new Error('somebody signed in has a session');
      return current.id;
    },
    table: 'session',
  },
  '/users/passkeys': {
    async make() {
      const id = uuidv7();
      await testApp.db.pool.query(
        `insert into passkey (id, user_id, credential_id, public_key, signature_count, transports, name, is_synced)
         values ($1, $2, 'of the owner', '\\x00', 0, '{}', 'Laptop', false)`,
        [id, owner.user.id],
      );
      return id;
    },
    table: 'passkey',
  },
  '/api-keys': {
    make: async () => (await makeApiKey(testApp, owner)).id,
    table: 'api_key',
  },
  '/wallets/withdraw/addresses': {
    async make() {
      const id = uuidv7();
      await testApp.db.pool.query(
        `insert into withdrawal_address (id, user_id, asset, address, label)
         values ($1, $2, 'BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'Cold')`,
        [id, owner.user.id],
      );
      return id;
    },
    table: 'withdrawal_address',
  },
};

function thingOf(endpoint: Endpoint) {
  const [found] = Object.entries(things).flatMap(([path, thing]) =>
    endpoint.path === `${path}/:id` || endpoint.path.startsWith(`${path}/:id/`) ? [thing] : [],
  );
  if (found === undefined) throw new Error(`nothing is known to stand at ${endpoint.path}`);
  return found;
}

/** A coin of the market belongs to nobody. */
const withIds = allEndpoints.filter(
  ([, endpoint]) => endpoint.caller !== 'anyone' && paramNamesOf(endpoint).includes('id'),
);

describe('an id that is somebody else’s', () => {
  const made = new Map<string, string>();

  async function idFor(endpoint: Endpoint): Promise<string> {
    const id = made.get(endpoint.path) ?? (await thingOf(endpoint).make());
    made.set(endpoint.path, id);
    return id;
  }

  test.each(withIds)(
    'is 404 to %s, in the very words of an id of nothing, and stays as it was',
    async (name, endpoint) => {
      const id = await idFor(endpoint);
      const row = () => testApp.db.pool.query(`select * from ${thingOf(endpoint).table} where id = $1`, [id]);
      const { rows: before } = await row();
      expect(before).toHaveLength(1);
      for (const { body, query } of validInputsOf(name)) {
        const ask = (id: string) =>
          testApp.call(endpoint.method, `${pathOf(endpoint, { id })}${queryString(query)}`, {
            token: stranger.token,
            body,
          });
        const { requestId: _one, ...others } = refused(await ask(id));
        const { requestId: _other, ...nobodys } = refused(await ask(uuidv7()));
        expect(others).toMatchObject({ status: 404, error: thingOf(endpoint).error ?? 'NotFound' });
        expect(others).toEqual(nobodys);
        counted["somebody else's"] += 1;
        counted["nobody's"] += 1;
      }
      expect((await row()).rows).toEqual(before);
    },
  );

  // Last, because it may remove what the ones above ask for.
  test.each(withIds)('is found by %s, asked by its owner', async (name, endpoint) => {
    const id = endpoint.method === 'DELETE' ? await freshId(endpoint) : await idFor(endpoint);
    const [input] = validInputsOf(name);
    const reply = await testApp.call(endpoint.method, pathOf(endpoint, { id }), {
      token: owner.token,
      body: input?.body,
    });
    expect(reply.status).toBe(endpoint.status);
  });

  /** New each time, so that the order of endpoints does not matter. */
  async function freshId(endpoint: Endpoint): Promise<string> {
    if (endpoint.path !== '/users/sessions/:id') return idFor(endpoint);
    const { username, password } = owner;
    await testApp.call('POST', '/auth/login', { body: { username, password } });
    const reply = await testApp.call('GET', '/users/sessions', { token: owner.token });
    const other = succeeded(endpoints.listSessions, reply).sessions.find(({ isCurrent }) => !isCurrent);
    return other?.id ?? '';
  }
});

/** Fields that an attacker hopes are written as they come. */
const hopefulFields = ['isAdmin', 'id', 'userId', 'user_id', 'email_verified_at', 'balance', 'frozen_at'];

describe('a field that the contract does not list', () => {
  test.each(allEndpoints)('is refused by %s', async (name, endpoint) => {
    for (const { body, query } of validInputsOf(name)) {
      for (const field of hopefulFields.filter((each) => body?.[each] === undefined)) {
        // A GET has no body.
        if (endpoint.method !== 'GET') {
          const reply = await askAsStranger(endpoint, { body: { ...body, [field]: 1 }, query });
          expectRefusal(reply, field);
          counted.fields += 1;
        }
        const reply = await askAsStranger(endpoint, { body, query: { ...query, [field]: '1' } });
        expectRefusal(reply, field);
        counted.parameters += 1;
      }
    }
  });

  function askAsStranger(
    endpoint: Endpoint,
    { body, query }: { body: unknown; query: Readonly<Record<string, string>> },
  ) {
    return testApp.call(endpoint.method, `${pathOf(endpoint)}${queryString(query)}`, {
      token: stranger.token,
      body,
    });
  }

  function expectRefusal(reply: Awaited<ReturnType<TestApp['call']>>, field: string): void {
    const { status, error, errors } = refused(reply);
    expect({ status, error }).toEqual({ status: 400, error: 'ValidationFailed' });
    expect(errors).toContainEqual({ field, message: 'Unknown field.' });
  }
});
