import { randomUUID } from 'node:crypto';
import type { ApiKeyKind } from '@mercury/contract/api/api-keys.ts';
import { endpoints } from '@mercury/contract/api/index.ts';
import { limits } from '@mercury/contract/limits.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { securityParameters } from '../../security-parameters.ts';
import { callSigned, makeApiKey, type TestKey, signedHeaders } from '../../test/api-keys.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { codeOf, giveAuthenticator, turnOnTwoFactor } from '../../test/two-factor.ts';

let testApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  person = await makePerson(testApp);
});
afterEach(() => vi.useRealTimers());

const balance = ['GET', '/wallets/balance'] as const;
const quote = ['POST', '/quotes'] as const;
const offer = { type: 'BUY', fromCurrency: 'USD', toCurrency: 'BTC', fromAmount: '25.00' };

describe.each(['ed25519', 'hmac'] as const satisfies readonly ApiKeyKind[])('a call signed by %s', (kind) => {
  it('is its person’s own', async () => {
    await giveMoney(testApp, person, 'USD', '25');
    const key = await makeApiKey(testApp, person, { kind });
    const reply = succeeded(endpoints.getBalance, await callSigned(testApp, key, balance));
    expect(reply.wallets).toContainEqual(expect.objectContaining({ currency: 'USD', balance: '25.00' }));
  });

  it('is refused with another body, path, query or method than was signed', async () => {
    const key = await makeApiKey(testApp, person, { kind, scopes: ['read', 'trade'] });
    const history = ['GET', '/transactions?page=2&limit=5'] as const;
    const refusals = await Promise.all([
      callSigned(testApp, key, quote, { body: offer, signed: { body: { ...offer, fromAmount: '26.00' } } }),
      callSigned(testApp, key, quote, { body: offer, signed: { path: '/quotes/' } }),
      callSigned(testApp, key, history, { signed: { path: '/transactions?limit=5&page=2' } }),
      callSigned(testApp, key, balance, { signed: { method: 'POST' } }),
    ]);
    expect(refusals.map((reply) => refused(reply).error)).toEqual(Array(4).fill('SignatureRefused'));
    // The same ones, as they were signed.
    expect((await callSigned(testApp, key, history)).status).toBe(200);
    expect((await callSigned(testApp, key, quote, { body: offer })).status).not.toBe(401);
  });

  it('is refused by another key’s signature in the very words of a key that never was', async () => {
    const [key, other] = [
      await makeApiKey(testApp, person, { kind }),
      await makeApiKey(testApp, person, { kind }),
    ];
    const known = refused(await callSigned(testApp, { ...other, id: key.id }, balance));
    const unknown = refused(await callSigned(testApp, { ...other, id: randomUUID() }, balance));
    expect(known).toMatchObject({ status: 401, error: 'SignatureRefused' });
    expect({ ...known, requestId: '' }).toEqual({ ...unknown, requestId: '' });
  });
});

it('a signature of one kind opens no key of the other', async () => {
  const ed25519 = await makeApiKey(testApp, person);
  const hmac = await makeApiKey(testApp, person, { kind: 'hmac' });
  for (const mixed of [
    { ...hmac, id: ed25519.id },
    { ...ed25519, id: hmac.id },
  ]) {
    expect(refused(await callSigned(testApp, mixed, balance)).error).toBe('SignatureRefused');
  }
});

describe('the time of a call', () => {
  const now = Date.parse('2030-01-31T12:00:00.000Z');
  const at = async (key: TestKey, timestamp: number, window?: number) => {
    const reply = await callSigned(testApp, key, balance, {
      timestamp,
      ...(window !== undefined && { window }),
    });
    return reply.status === 200 ? 'taken' : refused(reply).error;
  };

  it('is a second ahead at most and within its window, to the millisecond', async () => {
    const key = await makeApiKey(testApp, person);
    vi.useFakeTimers({ toFake: ['Date'], now });
    expect(await at(key, now + limits.signedAheadMaxMs)).toBe('taken');
    expect(await at(key, now + limits.signedAheadMaxMs + 1)).toBe('TimestampRefused');
    expect(await at(key, now - limits.signedWindowMs)).toBe('taken');
    expect(await at(key, now - limits.signedWindowMs - 1)).toBe('TimestampRefused');
    expect(await at(key, now - 60_000, 60_000)).toBe('taken');
    expect(await at(key, now - 60_001, 60_000)).toBe('TimestampRefused');
    expect(await at(key, now, 60_001)).toBe('ValidationFailed');
  });

  it('can’t be stretched by whoever recorded it: the window is signed too', async () => {
    const key = await makeApiKey(testApp, person);
    const reply = await callSigned(testApp, key, balance, {
      timestamp: Date.now() - 10_000,
      headers: { 'api-window': '60000' },
    });
    expect(refused(reply).error).toBe('SignatureRefused');
  });

  it.each([
    ['Api-Timestamp', '1'],
    ['Api-Signature', 'not one'],
    ['Api-Key', 'not one'],
    ['Api-Window', '-1'],
  ])('and every header has a form: %s', async (field, text) => {
    const key = await makeApiKey(testApp, person);
    const reply = await callSigned(testApp, key, balance, { headers: { [field.toLowerCase()]: text } });
    expect(refused(reply)).toMatchObject({ error: 'ValidationFailed', errors: [{ field }] });
  });
});

it('a key calls what its scopes name, and nothing else', async () => {
  const reader = await makeApiKey(testApp, person, { scopes: ['read'] });
  const trader = await makeApiKey(testApp, person, { scopes: ['trade'] });
  const scopeMissing = { status: 403, error: 'ScopeMissing' };
  expect((await callSigned(testApp, reader, balance)).status).toBe(200);
  expect(refused(await callSigned(testApp, reader, quote, { body: offer }))).toMatchObject(scopeMissing);
  expect(refused(await callSigned(testApp, trader, balance))).toMatchObject(scopeMissing);
  expect((await callSigned(testApp, trader, quote, { body: offer })).status).not.toBe(403);
  expect(refused(await callSigned(testApp, trader, ['GET', '/api-keys']))).toMatchObject(scopeMissing);
});

it('a session’s token beside a key opens nothing', async () => {
  const key = await makeApiKey(testApp, person);
  const reply = await callSigned(testApp, key, ['GET', '/users/sessions'], {
    headers: { authorization: `Bearer ${person.token}` },
  });
  expect(refused(reply).error).toBe('ScopeMissing');
});

it('a key with an allow-list is refused elsewhere, in any spelling of an address', async () => {
  const key = await makeApiKey(testApp, person, { allowedNetworks: ['192.0.2.0/24', '2001:db8::1'] });
  const from = async (networkAddress: string) =>
    (await callSigned(testApp, key, balance, { networkAddress })).status;
  expect(key.allowedNetworks).toEqual(['192.0.2.0/24', '2001:db8::1/128']);
  expect(await from('192.0.2.255')).toBe(200);
  expect(await from('::ffff:192.0.2.1')).toBe(200);
  expect(await from('2001:db8:0::1')).toBe(200);
  expect(await from('192.0.3.0')).toBe(403);
  expect(await from('2001:db8::2')).toBe(403);
  const reply = await callSigned(testApp, key, balance, { networkAddress: '198.51.100.1' });
  expect(refused(reply)).toMatchObject({ status: 403, error: 'NetworkNotAllowed' });
  const { rows } = await testApp.db.pool.query('select expires_at from api_key where id = $1', [key.id]);
  expect(rows).toEqual([{ expires_at: null }]);
});

it('a key that ran out says so to whoever holds it, and to nobody else', async () => {
  const key = await makeApiKey(testApp, person);
  await testApp.db.pool.query('update api_key set expires_at = now() where id = $1', [key.id]);
  expect(refused(await callSigned(testApp, key, balance))).toMatchObject({
    status: 401,
    error: 'ApiKeyExpired',
  });
  const wrong = { ...(await makeApiKey(testApp, person)), id: key.id };
  expect(refused(await callSigned(testApp, wrong, balance)).error).toBe('SignatureRefused');
});

it('no key of a frozen or deleted person opens anything', async () => {
  const key = await makeApiKey(testApp, person);
  const set = (change: string) =>
    testApp.db.pool.query(`update app_user set ${change} where id = $1`, [person.user.id]);
  await set(`frozen_at = now(), frozen_by = 'operator'`);
  expect(refused(await callSigned(testApp, key, balance)).error).toBe('SignatureRefused');
  await set(`frozen_at = null, frozen_by = null`);
  expect((await callSigned(testApp, key, balance)).status).toBe(200);
  await set('deleted_at = now()');
  expect(refused(await callSigned(testApp, key, balance)).error).toBe('SignatureRefused');
});

it('writes the last use at most once a minute, and none for a refused call', async () => {
  const key = await makeApiKey(testApp, person);
  const lastUse = async () =>
    (await testApp.db.pool.query('select last_used_at, xmin from api_key where id = $1', [key.id])).rows[0];
  await callSigned(testApp, key, balance, { signed: { method: 'POST' } });
  await testApp.db.pool.query('update api_key set expires_at = now() where id = $1', [key.id]);
  expect(refused(await callSigned(testApp, key, balance)).error).toBe('ApiKeyExpired');
  expect(await lastUse()).toMatchObject({ last_used_at: null });
  await testApp.db.pool.query(`update api_key set expires_at = now() + interval '1 day' where id = $1`, [
    key.id,
  ]);
  await callSigned(testApp, key, balance);
  const first = await lastUse();
  expect(first.last_used_at).toBeInstanceOf(Date);
  await callSigned(testApp, key, balance);
  expect(await lastUse()).toEqual(first);
  await testApp.db.pool.query(
    `update api_key set last_used_at = last_used_at - interval '61 seconds' where id = $1`,
    [key.id],
  );
  await callSigned(testApp, key, balance);
  expect((await lastUse()).last_used_at.getTime()).toBeGreaterThanOrEqual(first.last_used_at.getTime());
});

describe('a withdrawal by a program', () => {
  const to = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
  const withdrawal = ['POST', '/wallets/withdraw'] as const;
  const body = { currency: 'XRP', amount: '10', address: to, memo: '7' };
  const allowedNetworks = ['127.0.0.1'];
  const headers = { 'idempotency-key': 'one-of-the-program' };

  async function saveAddress(): Promise<void> {
    await testApp.db.pool.query(
      `insert into withdrawal_address (id, user_id, asset, address, memo, label)
       values ($1, $2, 'XRP', $3, '7', 'Cold')`,
      [randomUUID(), person.user.id, to],
    );
  }

  it('goes to an address of the book only, and waits for no code', async () => {
    await giveMoney(testApp, person, 'XRP', '25');
    await giveAuthenticator(testApp, person);
    const key = await makeApiKey(testApp, person, { scopes: ['withdraw'], allowedNetworks });
    const call = () => callSigned(testApp, key, withdrawal, { body, headers });
    expect(refused(await call()).error).toBe('AddressNotAllowed');
    await saveAddress();
    const reply = succeeded(endpoints.withdraw, await call());
    expect(reply).toMatchObject({ requiresVerification: false, verification: null });
  });

  it('is signed with its idempotency key, so that whoever recorded it can’t have it done again', async () => {
    await giveMoney(testApp, person, 'XRP', '25');
    await giveAuthenticator(testApp, person);
    await saveAddress();
    const key = await makeApiKey(testApp, person, { scopes: ['withdraw'], allowedNetworks });
    const [method, path] = withdrawal;
    const recorded = signedHeaders(
      key,
      { method, path, body },
      { idempotencyKey: headers['idempotency-key'] },
    );
    const send = (own: Record<string, string>) =>
      testApp.call(method, path, { body, headers: { ...recorded, ...own } });
    const first = succeeded(endpoints.withdraw, await send(headers));
    expect(succeeded(endpoints.withdraw, await send(headers)).transaction.id).toBe(first.transaction.id);
    expect(refused(await send({ 'idempotency-key': 'one-of-the-thief' })).error).toBe('SignatureRefused');
    expect(refused(await send({})).error).toBe('SignatureRefused');
  });

  it('is refused without an idempotency key', async () => {
    await giveAuthenticator(testApp, person);
    const key = await makeApiKey(testApp, person, { scopes: ['withdraw'], allowedNetworks });
    expect(refused(await callSigned(testApp, key, withdrawal, { body }))).toMatchObject({
      error: 'ValidationFailed',
      errors: [{ field: 'Idempotency-Key' }],
    });
  });

  it('needs a second factor to be granted, and an allow-list', async () => {
    const create = (extra: object) =>
      testApp.call('POST', '/api-keys', {
        token: person.token,
        body: { name: 'Bot', kind: 'hmac', scopes: ['withdraw'], ...extra },
      });
    await testApp.db.pool.query('update session set proved_at = now()');
    expect(refused(await create({ allowedNetworks })).error).toBe('TwoFactorNotEnabled');
    const authenticator = await turnOnTwoFactor(testApp, person);
    await testApp.call('POST', '/auth/proof', {
      token: person.token,
      body: { twoFactorCode: codeOf(authenticator) },
    });
    expect(refused(await create({}))).toMatchObject({
      error: 'ValidationFailed',
      errors: [{ field: 'allowedNetworks' }],
    });
    expect((await create({ allowedNetworks })).status).toBe(201);
  });
});

describe('the budget of a key', () => {
  const { perMinute } = securityParameters.apiKeyWeight;

  it('is told in every reply, and above it a call waits', async () => {
    const strict = await createTestApp({ RATE_LIMIT_FACTOR: '1' });
    try {
      const holder = await makePerson(strict);
      const key = await makeApiKey(strict, holder);
      const ask = (path: string) => callSigned(strict, key, ['GET', path]);
      const first = await ask('/wallets/balance');
      expect(first.headers['ratelimit-policy']).toBe(
        `"key";q=${perMinute.key};w=60, "network";q=${perMinute.network};w=60`,
      );
      expect(first.headers['ratelimit']).toMatch(
        new RegExp(`^"key";r=${perMinute.key - 1};t=60, "network";r=${perMinute.network - 1};t=60$`),
      );
      // A refusal is a reply too, and a heavy call weighs more.
      const refusal = await ask('/users/sessions');
      expect(refusal.status).toBe(403);
      expect(refusal.headers['ratelimit']).toContain(`"key";r=${perMinute.key - 2};`);
      const heavy = await ask('/portfolio?range=day');
      const { keyWeight } = endpoints.getPortfolio;
      expect(heavy.headers['ratelimit']).toContain(`"key";r=${perMinute.key - 2 - keyWeight};`);
      let left = perMinute.key - 2 - keyWeight;
      for (; left >= keyWeight; left -= keyWeight) await ask('/portfolio?range=day');
      const last = await ask('/portfolio?range=day');
      expect(refused(last)).toMatchObject({ status: 429, error: 'RateLimitExceeded' });
      expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
      expect(last.headers['ratelimit']).toMatch(/^"key";r=0;t=\d+$/);
    } finally {
      await strict.close();
    }
  });
});
