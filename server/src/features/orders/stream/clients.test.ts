import { request } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { StreamMessage } from '@mercury/contract/api/stream.ts';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { DomainError } from '../../../errors.ts';
import { createSessionFinder } from '../../../identity/sessions/find-session.ts';
import { createMarketNews } from '../../../realtime/market-news.ts';
import { createSiblingApp, createTestApp, refused, type TestApp } from '../../../test/app.ts';
import { listenForWatchers, watchMarket, type MarketWatcher } from '../../../test/market-stream.ts';
import { openMarket } from '../../../test/markets.ts';
import { createRealRail } from '../../../test/withdrawals.ts';
import { createMarket } from '../../market/market.ts';
import { beatInTurns, installMarketStream } from './install.ts';
import { streamLimits, type StreamLimits } from './stream-limits.ts';

vi.setConfig({ testTimeout: 30_000 });

let testApp: TestApp;
let url: string;
const opened: MarketWatcher[] = [];
const apps: FastifyInstance[] = [];

beforeAll(async () => {
  testApp = await createTestApp();
  await openMarket(testApp);
  url = await listenForWatchers(testApp.app);
});
afterEach(async () => {
  for (const watcher of opened.splice(0)) {
    watcher.cut();
    await watcher.closed;
  }
  for (const app of apps.splice(0)) await app.close();
});
afterAll(() => testApp.close());

async function watch(...[at, requests, options]: Parameters<typeof watchMarket>): Promise<MarketWatcher> {
  const watcher = await watchMarket(at, requests, options);
  opened.push(watcher);
  return watcher;
}

const refuseAll = () => {
  throw new DomainError('Busy');
};

/** The stream alone, which hears of nothing but by its heartbeat. */
async function listenWith(
  limits: Partial<StreamLimits>,
  options: FastifyServerOptions = {},
): Promise<string> {
  const app = Fastify(options);
  apps.push(app);
  const log = pino({ level: 'silent' });
  const exchange = {
    submit: refuseAll,
    knownMarket: () => undefined,
    marketOfOrder: () => undefined,
    close: async () => undefined,
  };
  await installMarketStream(app, {
    services: {
      config: testApp.config,
      settings: testApp.settings,
      db: testApp.db,
      log,
      market: createMarket({ settings: undefined, db: testApp.db, log }),
      marketNews: createMarketNews(),
      exchange,
      rail: createRealRail(),
    },
    admission: {
      findSession: createSessionFinder(testApp.db),
      explainEnd: async () => 'auth.sessionEnded.otherwise',
      findKey: async () => undefined,
      keyWeights: { spend: async () => undefined },
      rateLimiter: { consume: async () => undefined },
    },
    isDiskShort: () => false,
    limits: { ...streamLimits, ...limits },
  });
  return listenForWatchers(app);
}

const subscribe = (channel: string, market = 'MRCY-USD') => ({ type: 'subscribe', channel, market });

type Refusal = Extract<StreamMessage, { type: 'error' }>;
const isRefusal = (message: StreamMessage): message is Refusal => message.type === 'error';
const isPong = (message: StreamMessage): message is StreamMessage => message.type === 'pong';

describe('what a client sends', () => {
  test.each([
    ['no JSON', '{', 'MalformedJson'],
    ['bytes', Buffer.from([1, 2]), 'MalformedJson'],
    ['another type', '[]', 'ValidationFailed'],
    ['an unknown request', '{"type":"place"}', 'ValidationFailed'],
    ['an unknown channel', JSON.stringify(subscribe('orders')), 'ValidationFailed'],
    ['a malformed market', JSON.stringify(subscribe('book', '../x')), 'ValidationFailed'],
    ['an unknown field', JSON.stringify({ ...subscribe('book'), depth: 5 }), 'ValidationFailed'],
    ['an unknown market', JSON.stringify(subscribe('book', 'NONE-USD')), 'NotFound'],
  ])('is refused in words where it is %s, and the stream goes on', async (_what, request, code) => {
    const watcher = await watch(url, [], { headers: { 'accept-language': 'ru' } });
    watcher.socket.send(request);
    const refusal = await watcher.until(isRefusal);
    expect(refusal.error).toBe(code);
    expect(refusal.message).toMatch(/[а-я]/);
    watcher.send({ type: 'ping' });
    await watcher.until(isPong);
  });

  test('ends the stream with 1009 where it is too large', async () => {
    const watcher = await watch(url, [JSON.stringify({ type: 'ping', filler: 'x'.repeat(2_000) })]);
    expect(await watcher.closed).toBe(1009);
  });

  test('ends the stream with 1008 where it is too much', async () => {
    const watcher = await watch(
      url,
      Array.from({ length: streamLimits.requestsMax + 1 }, () => ({ type: 'ping' })),
    );
    expect(await watcher.closed).toBe(1008);
    expect(watcher.messages).toHaveLength(streamLimits.requestsMax);
  });

  test('counts anew in the next window', async () => {
    const at = await listenWith({ requestsMax: 1, requestWindowMs: 0 });
    const watcher = await watch(at, [{ type: 'ping' }]);
    await watcher.until(isPong);
    watcher.send({ type: 'ping' });
    await vi.waitFor(() => expect(watcher.messages).toHaveLength(2), 5_000);
  });

  test('may subscribe so many times and no more, until it ends one', async () => {
    const at = await listenWith({ subscriptionsMax: 2 });
    const watcher = await watch(
      at,
      ['book', 'trades', 'ticker', 'book'].map((channel) => subscribe(channel)),
    );
    const refusal = await watcher.until(isRefusal);
    expect(refusal).toMatchObject({ error: 'TooManySubscriptions', channel: 'ticker', market: 'MRCY-USD' });
    watcher.send({ ...subscribe('book'), type: 'unsubscribe' });
    watcher.send(subscribe('ticker'));
    await watcher.until(
      (message): message is StreamMessage => message.type === 'snapshot' && message.channel === 'ticker',
    );
    // What it has already is asked for again at any time.
    expect(watcher.messages.filter(isRefusal)).toHaveLength(1);
  });
});

describe('a connection', () => {
  test('is cut when it answers no ping, and others are not', async () => {
    const at = await listenWith({ heartbeatMs: 100 });
    const [dead, alive] = [await watch(at, [], { autoPong: false }), await watch(at)];
    expect(await dead.closed).toBe(1006);
    alive.send({ type: 'ping' });
    await alive.until(isPong);
  });

  test('is pinged in its turn: while thousands are, other work goes on', async () => {
    const happened: string[] = [];
    const pinging = beatInTurns(Array.from({ length: 250 }, () => ({ beat: () => happened.push('ping') })));
    expect(happened).toHaveLength(100);
    setImmediate(() => happened.push('an order'));
    await pinging;
    expect(happened).toHaveLength(251);
    expect(happened.indexOf('an order')).toBeLessThan(251 - 1);
  });

  test('hears at the next heartbeat of what nobody told', async () => {
    const at = await listenWith({ heartbeatMs: 100 });
    const watcher = await watch(at, [subscribe('ticker')]);
    const isUpdate = (message: StreamMessage): message is StreamMessage => message.type === 'update';
    await watcher.until((message): message is StreamMessage => message.type === 'snapshot');
    await testApp.ownerDb.pool.query(`update market set state = 'halted' where symbol = 'MRCY-USD'`);
    try {
      expect(await watcher.until(isUpdate)).toMatchObject({ state: 'halted' });
    } finally {
      await openMarket(testApp);
    }
  });

  test('is one of at most so many of a network, and makes room when it ends', async () => {
    for (let count = 0; count < streamLimits.connectionsPerNetworkMax; count += 1) await watch(url);
    await expect(watchMarket(url)).rejects.toThrow('429');
    const [first] = opened;
    first?.socket.close();
    await first?.closed;
    await vi.waitFor(() => watch(url), { timeout: 5_000, interval: 50 });
  });

  test('counts for its household, whose addresses of IPv6 are one network', async () => {
    const at = await listenWith({ connectionsPerNetworkMax: 1 }, { trustProxy: true });
    const from = (address: string) => [at, [], { headers: { 'x-forwarded-for': address } }] as const;
    await watch(...from('2001:db8::1'));
    await expect(watchMarket(...from('2001:db8::2'))).rejects.toThrow('Unexpected server response');
    await watch(...from('2001:db8:0:1::1'));
  });

  test('is refused to a page of another origin, whose visitors would pay for it with theirs', async () => {
    const [at, { publicUrl }] = [new URL(url), testApp.config];
    const foreign = [
      'https://elsewhere.example',
      'null',
      `http://${publicUrl.hostname}:1`,
      `${publicUrl.origin}.elsewhere.example`,
    ];
    for (const origin of foreign) {
      await expect(watchMarket(url, [], { origin })).rejects.toThrow('400');
    }
    for (const origin of [publicUrl.origin, `http://${at.host}`]) {
      const watcher = await watch(url, [{ type: 'ping' }], { origin });
      await watcher.until(isPong);
    }
    expect(
      refused(await testApp.call('GET', '/stream', { headers: { origin: 'https://elsewhere.example' } })),
    ).toMatchObject({ status: 400, errors: [{ field: 'Origin' }] });
  });

  test('ends with 1001 when the process does, also where the client does not answer', async () => {
    const sibling = await createSiblingApp(testApp);
    const at = await listenForWatchers(sibling.app);
    const [watcher, silent] = [await watch(at, [subscribe('book')]), await watch(at)];
    silent.socket.pause();
    await sibling.close();
    expect(await watcher.closed).toBe(1001);
  });

  test('is asked for by a WebSocket: a plain call is refused', async () => {
    expect(refused(await testApp.call('GET', '/stream'))).toMatchObject({
      status: 400,
      errors: [{ field: 'Upgrade' }],
    });
  });

  test('is of this path only: elsewhere the wish to change the protocol is passed over', async () => {
    const headers = { connection: 'upgrade', upgrade: 'websocket', 'content-type': 'application/json' };
    const address = new URL(url.replace('ws:', 'http:').replace('/stream', '/orders'));
    const { server } = testApp.app;
    const status = await new Promise((resolve, reject) => {
      const asked = request(address, { method: 'POST', headers, timeout: 10_000 });
      asked.on('response', (response) => resolve(response.resume().statusCode));
      asked.on('timeout', () => reject(new Error('the body was not read')));
      asked.on('error', reject);
      // Its body comes later, when the server has seen the wish.
      asked.flushHeaders();
      server.once('request', () => asked.end(JSON.stringify({ market: 'MRCY-USD' })));
    });
    expect(status).toBe(401);
  });
});
