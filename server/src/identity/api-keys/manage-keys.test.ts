import { generateKeyPairSync } from 'node:crypto';
import { endpoints } from '@mercury/contract/api/index.ts';
import { limits } from '@mercury/contract/limits.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventKinds, tokenIn } from '../../test/account-security.ts';
import { callSigned, makeApiKey } from '../../test/api-keys.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { turnOnTwoFactor } from '../../test/two-factor.ts';
import { validBodiesOf } from '../../test/valid-input.ts';

let testApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  person = await makePerson(testApp, { isProved: true });
});

const balance = ['GET', '/wallets/balance'] as const;
const list = async () =>
  succeeded(endpoints.listApiKeys, await testApp.call('GET', '/api-keys', { token: person.token })).keys;
const create = (body: object) => testApp.call('POST', '/api-keys', { token: person.token, body });

it('tells the secret once, and stores it and a private key nowhere', async () => {
  const reply = await create({ name: 'Bot', kind: 'hmac', scopes: ['read'] });
  const { key, secret = '' } = succeeded(endpoints.createApiKey, reply);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(await list())).not.toContain(secret);
  const { rows } = await testApp.db.pool.query('select secret_sealed from api_key where id = $1', [key.id]);
  expect(rows[0].secret_sealed.includes(Buffer.from(secret))).toBe(false);
  const ed25519 = succeeded(endpoints.createApiKey, await create(validBodiesOf('createApiKey')[1] ?? {}));
  expect(ed25519.secret).toBeUndefined();
});

it('lists the newest first, with what each may do and when it ends', async () => {
  const anywhere = await makeApiKey(testApp, person);
  const bound = await makeApiKey(testApp, person, { scopes: ['trade'], allowedNetworks: ['192.0.2.7'] });
  const keys = await list();
  expect(keys.map(({ id }) => id)).toEqual([bound.id, anywhere.id]);
  expect(keys[0]).toMatchObject({ scopes: ['trade'], allowedNetworks: ['192.0.2.7/32'], expiresAt: null });
  const lifetime = Date.parse(keys[1]?.expiresAt ?? '') - Date.parse(keys[1]?.createdAt ?? '');
  expect(lifetime).toBe(limits.apiKeyLifetimeMs);
});

describe('refuses to make a key', () => {
  const pem = (type: 'ed25519' | 'x25519') =>
    (type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519')).publicKey.export({
      format: 'pem',
      type: 'spki',
    });
  const privatePem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' });

  it.each([
    ['of a public key of another kind', { kind: 'ed25519', publicKey: pem('x25519') }, 'publicKey'],
    ['of a private key', { kind: 'ed25519', publicKey: privatePem }, 'publicKey'],
    ['of no public key', { kind: 'ed25519' }, 'publicKey'],
    ['of a public key that hmac has none of', { kind: 'hmac', publicKey: pem('ed25519') }, 'publicKey'],
    ['without a scope', { scopes: [] }, 'scopes'],
    ['for all networks there are', { allowedNetworks: ['0.0.0.0/0'] }, 'allowedNetworks'],
    ['for half a region', { allowedNetworks: ['10.0.0.0/15'] }, 'allowedNetworks'],
    ['for half a region of IPv6', { allowedNetworks: ['2001:db8::/31'] }, 'allowedNetworks'],
    ['for what is no network', { allowedNetworks: ['1.2.3'] }, 'allowedNetworks'],
    ['for an address in a second spelling', { allowedNetworks: ['::ffff:192.0.2.1'] }, 'allowedNetworks'],
  ])('%s', async (_what, wrong, field) => {
    const reply = refused(await create({ name: 'Bot', kind: 'hmac', scopes: ['read'], ...wrong }));
    expect(reply.error).toBe('ValidationFailed');
    expect(reply.errors?.map((each) => each.field)).toContain(field);
  });

  it('beyond the bound, in which a key that ran out counts for nothing', async () => {
    await testApp.db.pool.query(
      `insert into api_key (id, user_id, name, kind, secret_sealed, scopes, allowed_networks, expires_at)
       select gen_random_uuid(), $1, 'Bot', 'hmac', '\\x00', '{read}', '{}', now() + interval '1 day'
       from generate_series(1, $2)`,
      [person.user.id, limits.apiKeysMax - 1],
    );
    const body = { name: 'Bot', kind: 'hmac', scopes: ['read'] };
    expect((await create(body)).status).toBe(201);
    expect(refused(await create(body)).error).toBe('TooManyApiKeys');
    await testApp.db.pool.query(
      `update api_key set expires_at = now() where id = (select id from api_key where user_id = $1 limit 1)`,
      [person.user.id],
    );
    expect((await create(body)).status).toBe(201);
  });

  it('without a proof of a moment ago', async () => {
    await testApp.db.pool.query('update session set proved_at = null where user_id = $1', [person.user.id]);
    expect(refused(await create({ name: 'Bot', kind: 'hmac', scopes: ['read'] })).error).toBe(
      'ProofRequired',
    );
  });
});

it('mails about a new key with a link that freezes the account, and ends the key by it', async () => {
  const key = await makeApiKey(testApp, person);
  expect((await callSigned(testApp, key, balance)).status).toBe(200);
  const [mail] = await testApp.mailsTo(person.email);
  expect(mail?.subject).toBe('A Mercury API key was created');
  const token = tokenIn(mail, '/freeze-account');
  expect((await testApp.call('POST', '/auth/freeze', { body: { token } })).status).toBe(200);
  await testApp.db.pool.query('update app_user set frozen_at = null, frozen_by = null where id = $1', [
    person.user.id,
  ]);
  expect(refused(await callSigned(testApp, key, balance)).error).toBe('SignatureRefused');
  const { rowCount } = await testApp.db.pool.query('select from api_key where user_id = $1', [
    person.user.id,
  ]);
  expect(rowCount).toBe(0);
});

it('renews a key for another 90 days, and none that has run out', async () => {
  const key = await makeApiKey(testApp, person);
  const renew = () => testApp.call('POST', `/api-keys/${key.id}/renew`, { token: person.token });
  const expireAt = (time: string) =>
    testApp.db.pool.query(`update api_key set expires_at = ${time} where id = $1`, [key.id]);
  await expireAt(`now() + interval '1 minute'`);
  const renewed = succeeded(endpoints.renewApiKey, await renew());
  expect(Date.parse(renewed.key.expiresAt ?? '')).toBeGreaterThan(
    Date.now() + limits.apiKeyLifetimeMs - 60_000,
  );
  expect((await eventKinds(testApp, person.user.id))[0]).toBe('api_key_renewed');
  await expireAt('now()');
  expect(refused(await renew()).error).toBe('NotFound');
});

it('ends a key at once, and tells of it', async () => {
  const key = await makeApiKey(testApp, person);
  const reply = await testApp.call('DELETE', `/api-keys/${key.id}`, { token: person.token });
  expect(reply.status).toBe(204);
  expect(refused(await callSigned(testApp, key, balance)).error).toBe('SignatureRefused');
  expect(await list()).toEqual([]);
  expect((await testApp.mailsTo(person.email))[0]?.subject).toBe('A Mercury API key was ended');
});

describe('what ends sessions because protection changed ends keys', () => {
  const isLive = async (key: Parameters<typeof callSigned>[1]) =>
    (await callSigned(testApp, key, balance)).status === 200;

  it('a new password', async () => {
    const key = await makeApiKey(testApp, person);
    const newPassword = 'Correct horse 8';
    const reply = await testApp.call('PUT', '/users/password', {
      token: person.token,
      body: { currentPassword: person.password, newPassword, confirmPassword: newPassword },
    });
    expect(reply.status).toBe(200);
    expect(await isLive(key)).toBe(false);
    expect(await eventKinds(testApp, person.user.id)).toContain('api_key_ended');
  });

  it('a second factor', async () => {
    const key = await makeApiKey(testApp, person);
    await turnOnTwoFactor(testApp, person);
    expect(await isLive(key)).toBe(false);
  });

  it('but not the sign-out of other browsers', async () => {
    const key = await makeApiKey(testApp, person);
    await testApp.call('DELETE', '/users/sessions', { token: person.token });
    expect(await isLive(key)).toBe(true);
  });
});
