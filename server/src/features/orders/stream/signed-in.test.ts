import { endpoints } from '@mercury/contract/api/index.ts';
import type { StreamMessage } from '@mercury/contract/api/stream.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeApiKey } from '../../../test/api-keys.ts';
import { createSiblingApp, createTestApp, refused, succeeded, type TestApp } from '../../../test/app.ts';
import { listenForWatchers, watchMarket, type MarketWatcher } from '../../../test/market-stream.ts';
import { openMarket } from '../../../test/markets.ts';
import { giveMoney } from '../../../test/money.ts';
import { isAbout, isOf, signIn } from '../../../test/own-stream.ts';
import { makePerson, type SignedInPerson } from '../../../test/person.ts';

/** Who a connection is, for how long, and what it may ask for. */
vi.setConfig({ testTimeout: 30_000 });

let testApp: TestApp;
let sibling: TestApp;
let url: string;
let ada: SignedInPerson;
let isDiskShort = false;
const opened: MarketWatcher[] = [];

beforeAll(async () => {
  testApp = await createTestApp({}, { isDiskShort: () => isDiskShort });
  sibling = await createSiblingApp(testApp);
  await openMarket(testApp);
  url = await listenForWatchers(testApp.app);
});
beforeEach(async () => {
  ada = await makePerson(testApp);
  await giveMoney(testApp, ada, 'USD', '1000');
});
afterEach(() => {
  for (const watcher of opened.splice(0)) watcher.cut();
});
afterAll(async () => {
  await sibling.close();
  await testApp.close();
});

async function connect(...requests: object[]): Promise<MarketWatcher> {
  const watcher = await watchMarket(url, requests);
  opened.push(watcher);
  return watcher;
}

async function ask(watcher: MarketWatcher, request: { id: string; [field: string]: unknown }) {
  watcher.send(request);
  return watcher.until(isAbout(request.id));
}

const byToken = () => ({ type: 'authenticate', id: 'who', token: ada.token });
const order = { market: 'MRCY-USD', side: 'BUY', type: 'LIMIT', price: '0.55', quantity: '10' };
const place = (id: string, more: object = {}) => ({ type: 'place', id, order: { ...order, ...more } });

async function untilClosed(watcher: MarketWatcher): Promise<number> {
  const beganMs = performance.now();
  const code = await watcher.closed;
  expect(performance.now() - beganMs).toBeLessThan(5_000);
  return code;
}

describe('a connection is authenticated', () => {
  test('by the token of a session, which may read and trade', async () => {
    const watcher = await connect();
    expect(await ask(watcher, byToken())).toEqual({
      type: 'authenticated',
      id: 'who',
      scopes: ['read', 'trade'],
      cancelOnDisconnect: false,
    });
  });

  test.each(['ed25519', 'hmac'] as const)(
    'by a key that signs with %s, which may what it may',
    async (kind) => {
      for (const scopes of [['read'], ['trade'], ['read', 'trade']] as const) {
        const key = await makeApiKey(testApp, ada, { kind, scopes });
        const watcher = await connect();
        expect(await ask(watcher, { ...signIn(key), id: 'who' })).toMatchObject({
          type: 'authenticated',
          scopes,
        });
      }
    },
  );

  test('once: a second time is refused, but another attempt after a refusal is not', async () => {
    const watcher = await connect();
    const wrong = { ...byToken(), id: 'wrong', token: 'x' };
    expect(await ask(watcher, wrong)).toMatchObject({ type: 'error', error: 'Unauthenticated' });
    expect(await ask(watcher, byToken())).toMatchObject({ type: 'authenticated' });
    expect(await ask(watcher, { ...byToken(), id: 'again' })).toMatchObject({ error: 'ValidationFailed' });
  });

  test('not by what a call could not be made with', async () => {
    const key = await makeApiKey(testApp, ada, { scopes: ['read'] });
    const elsewhere = await makeApiKey(testApp, ada, { scopes: ['read'], allowedNetworks: ['203.0.113.7'] });
    const old = await makeApiKey(testApp, ada, { scopes: ['read'] });
    await testApp.ownerDb.pool.query(`update api_key set expires_at = now() where id = $1`, [old.id]);
    const unproved = await makePerson(testApp, { isVerified: false });
    const cases = [
      [{ ...signIn(key, { timestamp: Date.now() - 6_000 }) }, 'TimestampRefused'],
      [{ ...signIn(key, { timestamp: Date.now() + 5_000 }) }, 'TimestampRefused'],
      [{ ...signIn({ ...key, signText: (text) => key.signText(`${text} `) }) }, 'SignatureRefused'],
      [{ ...signIn(elsewhere) }, 'NetworkNotAllowed'],
      [{ ...signIn(old) }, 'ApiKeyExpired'],
      [{ ...signIn(key), cancelOnDisconnect: true }, 'ScopeMissing'],
      [{ type: 'authenticate', token: unproved.token }, 'EmailNotVerified'],
      [{ type: 'authenticate' }, 'ValidationFailed'],
      [{ ...signIn(key), token: ada.token }, 'ValidationFailed'],
    ] as const;
    for (const [request, error] of cases) {
      const watcher = await connect();
      expect(await ask(watcher, { ...request, id: 'who' })).toMatchObject({ type: 'error', error });
      watcher.send({ type: 'subscribe', channel: 'balances' });
      expect(await watcher.until(isChannelError)).toMatchObject({ error: 'Unauthenticated' });
    }
  });

  test('by a key of an older time where it says so', async () => {
    const key = await makeApiKey(testApp, ada, { scopes: ['read'] });
    const request = signIn(key, { timestamp: Date.now() - 6_000, window: 60_000 });
    expect(await ask(await connect(), { ...request, id: 'who' })).toMatchObject({ type: 'authenticated' });
  });

  test('and only so gets what is somebody’s own, as far as its key goes', async () => {
    const watcher = await connect({ type: 'subscribe', channel: 'executions' });
    expect(await watcher.until(isChannelError)).toMatchObject({ error: 'Unauthenticated' });
    expect(await ask(watcher, place('early'))).toMatchObject({ error: 'Unauthenticated' });
    const trader = await connect(signIn(await makeApiKey(testApp, ada, { scopes: ['trade'] })));
    trader.send({ type: 'subscribe', channel: 'executions' });
    expect(await trader.until(isChannelError)).toMatchObject({
      error: 'ScopeMissing',
      channel: 'executions',
    });
    const reader = await connect(signIn(await makeApiKey(testApp, ada, { scopes: ['read'] })));
    expect(await ask(reader, place('late'))).toMatchObject({ error: 'ScopeMissing' });
  });
});

const isChannelError = (message: StreamMessage): message is Extract<StreamMessage, { type: 'error' }> =>
  message.type === 'error' && message.channel !== undefined;

test('whoever ends a subscription right after asking for it is told nothing', async () => {
  const watcher = await connect(byToken());
  for (const type of ['subscribe', 'unsubscribe']) watcher.send({ type, channel: 'executions' });
  await watcher.until(isOf('unsubscribed'));
  watcher.send({ type: 'subscribe', channel: 'balances' });
  await watcher.until(isOf('snapshot'));
  expect(await ask(watcher, place('p'))).toMatchObject({ type: 'answer' });
  await watcher.until(isOf('update'));
  expect(
    watcher.messages.filter((message) => 'channel' in message && message.channel === 'executions'),
  ).toEqual([{ type: 'unsubscribed', channel: 'executions' }]);
});

describe('the stream ends with 4001, and nothing more is told,', () => {
  const own = [
    { type: 'subscribe', channel: 'executions' },
    { type: 'subscribe', channel: 'balances' },
  ];

  async function connectOwn(first: object): Promise<MarketWatcher> {
    const watcher = await connect(first, ...own);
    await vi.waitFor(() => expect(watcher.messages.filter(isOf('snapshot'))).toHaveLength(2), 5_000);
    return watcher;
  }

  test.each([
    ['ends elsewhere', () => `delete from session where user_id = '${ada.user.id}'`],
    [
      'is too old',
      () =>
        `update session set last_used_at = now() - interval '2 hours', idle_expires_at = now() where user_id = '${ada.user.id}'`,
    ],
    [
      'is of a person who is frozen',
      () => `update app_user set frozen_at = now(), frozen_by = 'operator' where id = '${ada.user.id}'`,
    ],
  ])('when a session %s, though nobody tells', async (_why, ends) => {
    const watcher = await connectOwn(byToken());
    await testApp.ownerDb.pool.query(ends());
    expect(await untilClosed(watcher)).toBe(4001);
  });

  test('when a key ends', async () => {
    const key = await makeApiKey(testApp, ada, { scopes: ['read'] });
    const watcher = await connectOwn(signIn(key));
    succeeded(endpoints.endApiKey, await testApp.call('DELETE', `/api-keys/${key.id}`, { token: ada.token }));
    expect(await untilClosed(watcher)).toBe(4001);
  });

  test('at once when another process signs the session out', async () => {
    const watcher = await connectOwn(byToken());
    const reply = await sibling.call('POST', '/auth/logout', { token: ada.token });
    succeeded(endpoints.logout, reply);
    expect(await untilClosed(watcher)).toBe(4001);
  });

  test('not even what happens before that is noticed', async () => {
    const watcher = await connectOwn(byToken());
    const key = await makeApiKey(testApp, ada, { scopes: ['trade'] });
    const other = await connect(signIn(key));
    await other.until(isOf('authenticated'));
    const count = watcher.messages.length;
    await testApp.ownerDb.pool.query(`delete from session where user_id = $1`, [ada.user.id]);
    expect(await ask(other, place('now'))).toMatchObject({ type: 'answer' });
    expect(await untilClosed(watcher)).toBe(4001);
    expect(watcher.messages).toHaveLength(count);
  });

  test('and what is public goes on after connecting again', async () => {
    const watcher = await connect({ type: 'subscribe', channel: 'book', market: 'MRCY-USD' });
    await watcher.until(isOf('snapshot'));
    await testApp.ownerDb.pool.query('delete from session where user_id = $1', [ada.user.id]);
    watcher.send({ type: 'ping', id: 'p' });
    expect(await watcher.until(isOf('pong'))).toEqual({ type: 'pong', id: 'p' });
  });
});

describe('a command', () => {
  test('places, amends and cancels, and its answer has what the call would answer', async () => {
    const watcher = await connect(byToken());
    const placed = await ask(watcher, place('1', { clientOrderId: 'mine' }));
    if (placed.type !== 'answer' || !('order' in placed)) throw new Error(JSON.stringify(placed));
    const { id: orderId, seq, receivedAt, createdAt } = placed.order;
    expect(placed).toMatchObject({ command: 'place', id: '1', seq, receivedAt, committedAt: createdAt });
    const got = await testApp.call('GET', `/orders/${orderId}`, { token: ada.token });
    expect(succeeded(endpoints.getOrder, got).order).toEqual(placed.order);
    expect(await ask(watcher, place('2', { clientOrderId: 'mine' }))).toMatchObject({
      order: { id: orderId },
    });
    expect(await ask(watcher, place('3', { clientOrderId: 'mine', quantity: '20' }))).toMatchObject({
      type: 'error',
      error: 'IdempotencyKeyReused',
    });
    const amended = await ask(watcher, { type: 'amend', id: '4', orderId, changes: { quantity: '5' } });
    expect(amended).toMatchObject({ command: 'amend', seq: seq + 1, order: { quantity: '5.00' } });
    const cancelled = await ask(watcher, { type: 'cancel', id: '5', orderId });
    expect(cancelled).toMatchObject({ command: 'cancel', seq: seq + 2, order: { status: 'CANCELLED' } });
    expect(await ask(watcher, { type: 'cancel', id: '6', orderId })).toMatchObject({ error: 'OrderNotOpen' });
  });

  test('cancels all, and begins a countdown that the call knows', async () => {
    const watcher = await connect(byToken());
    for (const id of ['1', '2']) await ask(watcher, place(id));
    expect(await ask(watcher, { type: 'cancelAll', id: '3' })).toMatchObject({
      command: 'cancelAll',
      cancelled: 2,
    });
    const begun = await ask(watcher, { type: 'cancelAfter', id: '4', seconds: 60 });
    expect(begun).toMatchObject({ command: 'cancelAfter', cancelsAt: expect.stringMatching(/Z$/) });
    const body = { seconds: 0 };
    const stopped = await testApp.call('POST', '/orders/cancel-after', { token: ada.token, body });
    expect(succeeded(endpoints.cancelOrdersAfter, stopped).cancelsAt).toBeNull();
  });

  test.each([
    ['another’s order', () => ({ type: 'cancel', orderId: ada.user.id }), 'NotFound'],
    [
      'too much money',
      () => ({ ...place(''), order: { ...order, quantity: '9999999' } }),
      'InsufficientBalance',
    ],
    ['an unknown market', () => ({ ...place(''), order: { ...order, market: 'NO-NE' } }), 'NotFound'],
    [
      'a price between ticks',
      () => ({ ...place(''), order: { ...order, price: '0.55555' } }),
      'ValidationFailed',
    ],
  ])('is refused in the words of its call: %s', async (_what, request, error) => {
    const watcher = await connect(byToken());
    expect(await ask(watcher, { ...request(), id: 'x' })).toMatchObject({ type: 'error', id: 'x', error });
  });

  test('that the contract does not know tells which field is wrong', async () => {
    const watcher = await connect(byToken());
    const request = { type: 'place', id: 'x', order: { ...order, side: 'HOLD' } };
    expect(await ask(watcher, request)).toMatchObject({
      error: 'ValidationFailed',
      errors: [{ field: 'order.side' }],
    });
  });

  test('has the limits of its call', async () => {
    const strict = await createSiblingApp(testApp, { RATE_LIMIT_FACTOR: '1' });
    try {
      const at = await listenForWatchers(strict.app);
      const watcher = await watchMarket(at, [byToken()]);
      opened.push(watcher);
      await watcher.until(isOf('authenticated'));
      // Of a session 300 calls a minute, of which one has authenticated it.
      for (let count = 0; count < 300; count += 1) watcher.send({ type: 'cancelAll', id: `c${count}` });
      const refusal = await watcher.until(isOf('error'));
      expect(refusal).toMatchObject({ error: 'RateLimitExceeded', retryAfterSeconds: expect.any(Number) });
      const reply = await strict.call('DELETE', '/orders', { token: ada.token });
      expect(refused(reply).error).toBe('RateLimitExceeded');
    } finally {
      await strict.close();
    }
  });

  test('waits while the disk is short, unless it cancels', async () => {
    const watcher = await connect(byToken());
    const placed = await ask(watcher, place('1'));
    if (placed.type !== 'answer' || !('order' in placed)) throw new Error('not placed');
    isDiskShort = true;
    try {
      expect(await ask(watcher, place('2'))).toMatchObject({ type: 'error', error: 'Busy' });
      const cancel = { type: 'cancel', id: '3', orderId: placed.order.id };
      expect(await ask(watcher, cancel)).toMatchObject({ type: 'answer' });
    } finally {
      isDiskShort = false;
    }
  });

  test('is refused once the session has ended, and nothing is placed', async () => {
    const watcher = await connect(byToken());
    await watcher.until(isOf('authenticated'));
    await testApp.ownerDb.pool.query('delete from session where user_id = $1', [ada.user.id]);
    watcher.send(place('late'));
    await untilClosed(watcher);
    expect(watcher.messages.filter(isOf('answer'))).toEqual([]);
    const { rowCount } = await testApp.db.pool.query('select from book_order where user_id = $1', [
      ada.user.id,
    ]);
    expect(rowCount).toBe(0);
  });
});
