import { keyScopes, type KeyScope } from '@mercury/contract/api/endpoint.ts';
import { limits } from '@mercury/contract/limits.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeApiKey, signedHeaders, type TestKey } from '../../test/api-keys.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { sendFacade, signedText, type FacadeParams, type FacadeReply } from '../../test/facade-calls.ts';
import { openMarket } from '../../test/markets.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { giveAuthenticator } from '../../test/two-factor.ts';
import { facadeRoutes } from './install.ts';
import { isSignedRoute, type FacadeRoute, type SignedRoute } from './route.ts';

/** What promises 12 and 16 of docs/security.md say of every call holds here too: who may call, and what malformed input gets. */

let testApp: TestApp;
let owner: SignedInPerson;
let keys: Awaited<ReturnType<typeof makeKeys>>;

beforeAll(async () => {
  testApp = await createTestApp({ RATE_LIMIT_FACTOR: '1000000' });
  await openMarket(testApp);
  owner = await makePerson(testApp);
  await giveAuthenticator(testApp, owner);
  keys = await makeKeys();
});
afterAll(() => testApp.close());

async function makeKeys() {
  const allowedNetworks = ['127.0.0.1'];
  const key = (scopes: readonly KeyScope[], kind: TestKey['kind'] = 'ed25519', person = owner) =>
    makeApiKey(testApp, person, { kind, scopes, allowedNetworks });
  const change = (id: string, sql: string) =>
    testApp.db.pool.query(`update api_key set ${sql} where id = $1`, [id]);
  const frozen = await makePerson(testApp);
  const unverified = await makePerson(testApp);
  const found = {
    reads: await key(['read']),
    trades: await key(['trade'], 'hmac'),
    withdraws: await key(['withdraw']),
    'has every scope': await key(keyScopes, 'hmac'),
    'has every scope, ed25519': await key(keyScopes),
    'has the signature of another': { ...(await key(keyScopes)), id: (await key(keyScopes)).id },
    'has ended': await key(keyScopes),
    'is of somebody frozen': await key(['read', 'trade'], 'hmac', frozen),
    'is of somebody without a proved email': await key(['read', 'trade'], 'hmac', unverified),
    'ran out': await makeApiKey(testApp, owner, { scopes: ['read', 'trade'] }),
    'comes from a foreign network': await key(keyScopes),
  } satisfies Record<string, TestKey>;
  await testApp.db.pool.query('delete from api_key where id = $1', [found['has ended'].id]);
  await change(found['ran out'].id, 'expires_at = now()');
  await change(found['comes from a foreign network'].id, `allowed_networks = '{192.0.2.0/24}'`);
  await testApp.db.pool.query(`update app_user set frozen_at = now(), frozen_by = 'link' where id = $1`, [
    frozen.user.id,
  ]);
  await testApp.db.pool.query('update app_user set email_verified_at = null where id = $1', [
    unverified.user.id,
  ]);
  return found;
}

const symbol = 'MRCYUSD';
const order = { symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price: '0.55', quantity: '10' };
const times = { startTime: 1, endTime: 2_000_000_000_000, limit: 10 };

/** What each route is called with. A route that is not here has none of its own to read. */
const validParams: Readonly<Record<string, FacadeParams>> = {
  'GET /api/v3/exchangeInfo': { symbol },
  'GET /api/v3/depth': { symbol, limit: 5 },
  'GET /api/v3/trades': { symbol, limit: 5 },
  'GET /api/v3/historicalTrades': { symbol, limit: 5, fromId: 1 },
  'GET /api/v3/aggTrades': { symbol, ...times, fromId: 1 },
  'GET /api/v3/klines': { symbol, interval: '1m', ...times },
  'GET /api/v3/ticker/24hr': { symbol },
  'GET /api/v3/ticker/price': { symbols: `["${symbol}"]` },
  'GET /api/v3/ticker/bookTicker': { symbol },
  'GET /api/v3/account': { omitZeroBalances: 'true' },
  'GET /api/v3/account/commission': { symbol },
  'GET /api/v3/myTrades': { symbol, ...times, orderId: 1, fromId: 1 },
  'GET /sapi/v1/asset/tradeFee': { symbol },
  'POST /api/v3/order': { ...order, newOrderRespType: 'FULL', selfTradePreventionMode: 'EXPIRE_MAKER' },
  'POST /api/v3/order/test': { ...order, computeCommissionRates: 'true' },
  'GET /api/v3/order': { symbol, orderId: 1, origClientOrderId: 'a' },
  'DELETE /api/v3/order': { symbol, orderId: 1, origClientOrderId: 'a', newClientOrderId: 'b' },
  'GET /api/v3/openOrders': { symbol },
  'DELETE /api/v3/openOrders': { symbol },
  'GET /api/v3/allOrders': { symbol, ...times, orderId: 1 },
};

const nameOf = ({ method, path }: FacadeRoute): string => `${method} ${path}`;
const named = facadeRoutes.map((route) => [nameOf(route), route] as const);
const signed = facadeRoutes.filter(isSignedRoute).map((route) => [nameOf(route), route] as const);
const paramsOf = (route: FacadeRoute): FacadeParams => validParams[nameOf(route)] ?? {};

const send = ({ method, path }: FacadeRoute, text: string, headers: Readonly<Record<string, string>> = {}) =>
  sendFacade(testApp, [method, path], { text, headers });

function callAs(route: SignedRoute, key: TestKey, timestamp?: number): Promise<FacadeReply> {
  return send(route, signedText(key, paramsOf(route), timestamp), { 'x-mbx-apikey': key.id });
}

const isFacadeError = ({ body }: FacadeReply): boolean =>
  typeof body === 'object' &&
  Object.keys(body).toSorted().join() === 'code,msg' &&
  Number.isInteger(body.code) &&
  body.code < 0 &&
  typeof body.msg === 'string';

const letThrough = 'let through';

/** What the guard has to say. Whatever rule then refuses a call is another test's matter. */
function answerOf(reply: FacadeReply): string | number {
  const guards = [-2014, -2015, -1022, -1021];
  if (reply.status < 400) return letThrough;
  expect(isFacadeError(reply)).toBe(true);
  expect(reply.status).toBeLessThan(500);
  return guards.includes(reply.body.code) ? reply.body.code : letThrough;
}

describe.each(signed)('%s', (_name, route) => {
  test('is open to the scope of the call that it stands for, and to no other key', async () => {
    const { keyScope } = route.standsFor;
    const answers = Object.fromEntries(
      await Promise.all(
        Object.entries(keys).map(async ([kind, key]) => [kind, answerOf(await callAs(route, key))] as const),
      ),
    );
    expect(answers).toEqual({
      reads: keyScope === 'read' ? letThrough : -2015,
      trades: keyScope === 'trade' ? letThrough : -2015,
      withdraws: -2015,
      'has every scope': letThrough,
      'has every scope, ed25519': letThrough,
      'has the signature of another': -1022,
      'has ended': -1022,
      'is of somebody frozen': -1022,
      'is of somebody without a proved email': -2015,
      'ran out': -2015,
      'comes from a foreign network': -2015,
    });
  });

  test('wants a key, a signature over all that is sent, and a time that is near', async () => {
    const key = keys['has every scope'];
    const header = { 'x-mbx-apikey': key.id };
    const text = signedText(key, paramsOf(route));
    const [unsigned = ''] = text.split('&signature=');
    const session = { authorization: `Bearer ${owner.token}` };
    expect(answerOf(await send(route, text))).toBe(-2014);
    expect(answerOf(await send(route, text, session))).toBe(-2014);
    expect(answerOf(await send(route, text, { 'x-mbx-apikey': 'no key' }))).toBe(-2014);
    expect((await send(route, unsigned, header)).body.code).toBe(-1102);
    expect(answerOf(await send(route, `${unsigned}&signature=${'0'.repeat(64)}`, header))).toBe(-1022);
    expect(answerOf(await send(route, `${unsigned}&signature=nonsense`, header))).toBe(-1022);
    expect(answerOf(await send(route, `recvWindow=6000&${text}`, header))).toBe(-1022);
    // As a call of /v1 is signed.
    const { method, path } = route;
    const { 'api-signature': ofV1 = '' } = signedHeaders(key, { method, path });
    const hex = Buffer.from(ofV1, 'base64').toString('hex');
    expect(answerOf(await send(route, `${unsigned}&signature=${hex}`, header))).toBe(-1022);
    const now = Date.now();
    expect(answerOf(await callAs(route, key, now + limits.signedAheadMaxMs + 5000))).toBe(-1021);
    expect(answerOf(await callAs(route, key, now - limits.signedWindowMs - 1))).toBe(-1021);
    const wide = signedText(key, { ...paramsOf(route), recvWindow: limits.signedWindowMaxMs }, now - 20_000);
    const widest = await send(route, wide, header);
    expect([answerOf(widest), widest.body.code === -1131]).toEqual([letThrough, false]);
    const tooWide = signedText(key, { ...paramsOf(route), recvWindow: limits.signedWindowMaxMs + 1 });
    expect((await send(route, tooWide, header)).body.code).toBe(-1131);
  });
});

// A careless check accepts these.
const oddValues = [
  '',
  ' ',
  '-1',
  '+1',
  '1e5',
  '0x10',
  '1,5',
  '1.',
  '.5',
  '٣',
  'NaN',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  '\u0000',
  'x\u0000',
  '\u{1F4A9}',
  "' or 1=1 --",
  '%',
  '9'.repeat(400),
  'x'.repeat(5000),
];
// Whether these mean something depends on the parameter. None may break anything.
const daringValues = [
  '0',
  '1',
  '00',
  '0.0',
  '999999999999999',
  '99999999999999999999',
  '1.00000000000000000001',
  'A',
];

describe.each(named)('%s', (_name, route) => {
  const textOf = (params: FacadeParams, key = keys['has every scope']): string =>
    isSignedRoute(route)
      ? signedText(key, params)
      : new URLSearchParams(params as Record<string, string>).toString();
  const ask = (text: string, headers: Readonly<Record<string, string>> = {}) =>
    send(route, text, { 'x-mbx-apikey': keys['has every scope'].id, ...headers });
  /** Signed as it stands, whatever it is. */
  const askRaw = (text: string) => {
    const { signText } = keys['has every scope'];
    const timed = `${text}&timestamp=${Date.now()}`;
    const signature = Buffer.from(signText(timed), 'base64').toString('hex');
    return ask(isSignedRoute(route) ? `${timed}&signature=${signature}` : text);
  };

  test('refuses malformed parameters, one by one', async () => {
    const params = paramsOf(route);
    const wrong: string[] = [];
    const expectRefusal = async (what: string, reply: FacadeReply) => {
      const isRefused = isFacadeError(reply) && reply.status >= 400 && reply.status < 500;
      if (!isRefused) wrong.push(`${what}: ${reply.status} ${JSON.stringify(reply.body).slice(0, 100)}`);
    };
    for (const name of Object.keys(params)) {
      for (const value of oddValues) {
        const text = textOf({ ...params, [name]: value });
        await expectRefusal(`${name}=${value.slice(0, 20)}`, await ask(text));
      }
      await expectRefusal(
        `${name} twice`,
        await askRaw(`${textOf(params).split('&timestamp')[0]}&${name}=1`),
      );
      await expectRefusal(`${name}, half a character`, await askRaw(`${name}=%ff`));
      await expectRefusal(`${name}, half an escape`, await askRaw(`${name}=%zz`));
    }
    await expectRefusal('an unknown parameter', await ask(textOf({ ...params, isAdmin: '1' })));
    await expectRefusal('a prototype', await ask(textOf({ ...params, '__proto__[isAdmin]': '1' })));
    await expectRefusal(
      'very many',
      await askRaw(Array.from({ length: 500 }, (_, at) => `f${at}=1`).join('&')),
    );
    await expectRefusal('a line break', await askRaw('symbol=MRCYUSD\nx'.replace('\n', '%0A')));
    expect(wrong).toEqual([]);
  });

  test('fails for nothing that is odd', async () => {
    const params = paramsOf(route);
    const failed: string[] = [];
    for (const name of Object.keys(params)) {
      for (const value of daringValues) {
        const reply = await ask(textOf({ ...params, [name]: value }));
        const isFine = reply.status < 300 || (isFacadeError(reply) && reply.status < 500);
        if (!isFine) failed.push(`${name}=${value}: ${reply.status}`);
      }
    }
    expect(failed).toEqual([]);
  });
});

test.each(named.filter(([, { method }]) => method !== 'GET'))(
  '%s takes no other body than a form',
  async (_name, route) => {
    const bodies = [
      ['application/json', '{"symbol": "MRCYUSD"}'],
      ['text/plain', 'symbol=MRCYUSD'],
      ['multipart/form-data; boundary=x', '--x--'],
      [';;;', 'x'],
      ['application/x-www-form-urlencoded', `a=${'x'.repeat(limits.bodyBytesMax)}`],
      ['application/x-www-form-urlencoded', 'symbol=MRCYUSD\n&x=1'],
    ] as const;
    for (const [type, payload] of bodies) {
      const { method, path: url } = route;
      const reply = await testApp.app.inject({ method, url, payload, headers: { 'content-type': type } });
      expect(reply.statusCode).toBeGreaterThanOrEqual(400);
      expect(reply.statusCode).toBeLessThan(500);
      expect(isFacadeError({ status: reply.statusCode, headers: {}, body: reply.json() })).toBe(true);
    }
  },
);

test.each([
  ['GET', '/api/v3/nothing'],
  ['GET', '/api/v3/'],
  ['POST', '/api/v3/ping'],
  ['GET', '/api/v3/PING'],
  ['DELETE', '/sapi/v1/asset/tradeFee'],
  ['GET', '/sapi/v1/capital/withdraw/apply'],
  ['GET', '/api/v3/%zz'],
] as const)('answers %s %s, which there is not, in its own words', async (method, path) => {
  const reply = await sendFacade(testApp, [method, path]);
  expect(reply).toMatchObject({ status: 404, body: { code: -1020 } });
});

test('what reads is open to a key that may read, what places or cancels to one that may trade', () => {
  const wrong = signed.filter(
    ([, { method, standsFor }]) => standsFor.keyScope !== (method === 'GET' ? 'read' : 'trade'),
  );
  expect(wrong.map(([name]) => name)).toEqual([]);
});

test('every route of the list is bound, and tried with parameters of its own', () => {
  const isBound = ({ method, path }: FacadeRoute) => testApp.app.hasRoute({ method, url: path });
  expect(facadeRoutes.filter((route) => !isBound(route))).toEqual([]);
  const names = new Set(facadeRoutes.map(nameOf));
  expect(Object.keys(validParams).filter((name) => !names.has(name))).toEqual([]);
});
