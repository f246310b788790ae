import { createPrivateKey, sign } from 'node:crypto';
import { endpoints } from '@mercury/contract/api/index.ts';
import { limits } from '@mercury/contract/limits.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createSiblingApp,
  createTestApp,
  refused,
  succeeded,
  type TestApp,
  type TestReply,
} from '../../test/app.ts';
import {
  addPasskey,
  createAuthenticator,
  type Misconduct,
  type PasskeyAuthenticator,
} from '../../test/passkey-authenticator.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { codeOf, giveAuthenticator } from '../../test/two-factor.ts';

let testApp: TestApp;
let origin: string;

beforeAll(async () => {
  testApp = await createTestApp();
  ({ origin } = testApp.config.publicUrl);
});
afterAll(() => testApp.close());

/** As after a sign-in, which counts as a proof wherever the session's own is looked at. */
const freshPerson = () => makePerson(testApp, { isProved: true });

type Asker = Pick<SignedInPerson, 'token' | 'password'>;

const askForOptions = (token: string, body: object) =>
  testApp.call('POST', '/users/passkeys/options', { token, body });

async function offer({ token, password }: Asker) {
  return succeeded(endpoints.createPasskeyOptions, await askForOptions(token, { password }));
}

async function create(
  asker: Asker,
  authenticator: PasskeyAuthenticator,
  misconduct: Misconduct = {},
): Promise<TestReply> {
  const { options, challengeToken } = await offer(asker);
  return testApp.call('POST', '/users/passkeys', {
    token: asker.token,
    body: { challengeToken, name: 'Phone', credential: authenticator.create(options, misconduct) },
  });
}

const list = async (token: string) =>
  succeeded(endpoints.listPasskeys, await testApp.call('GET', '/users/passkeys', { token })).passkeys;

async function newestEvent({ user }: SignedInPerson): Promise<string> {
  const { rows } = await testApp.db.pool.query(
    'select kind from security_event where user_id = $1 order by id desc limit 1',
    [user.id],
  );
  return rows[0].kind;
}

/** How many calls wait for somebody's row. */
async function countWaiting(): Promise<number | null> {
  const { rowCount } = await testApp.db.pool.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like 'select * from app_user%'`,
  );
  return rowCount;
}

/** Of a pretend maker of authenticators, as WebAuthn, 8.2.1, wants them; made for this test, with OpenSSL. */
const maker = {
  privateKey: [
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgsrhARiASLTdH+tEixkg27u39r09WwIgLLLfsqlLbad+hRANCAARW',
    'ROk5HR9FegSJpbzjV0lMj5OarAeDltRzmyJ8Q9dLU7j1xRJpQRzlmmpStKJRd++Ms/L6suY2FXlhvWG+RW7c',
  ].join(''),
  certificate: [
    'MIIB7DCCAZOgAwIBAgIUR2cbmOsjeU/xGKE1hyoDWpiRtIMwCgYIKoZIzj0EAwIwXTELMAkGA1UEBhMCVVMxDTALBgNVBAoMBFRl',
    'c3QxIjAgBgNVBAsMGUF1dGhlbnRpY2F0b3IgQXR0ZXN0YXRpb24xGzAZBgNVBAMMElRlc3QgYXV0aGVudGljYXRvcjAgFw0yNjEx',
    'MjExMzU1MjdaGA8yMTI2MTAyODEzNTUyN1owXTELMAkGA1UEBhMCVVMxDTALBgNVBAoMBFRlc3QxIjAgBgNVBAsMGUF1dGhlbnRp',
    'Y2F0b3IgQXR0ZXN0YXRpb24xGzAZBgNVBAMMElRlc3QgYXV0aGVudGljYXRvcjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABFZE',
    '6TkdH0V6BImlvONXSUyPk5qsB4OW1HObInxD10tTuPXFEmlBHOWaalK0olF374yz8vqy5jYVeWG9Yb5FbtyjLzAtMAwGA1UdEwEB',
    '/wQCMAAwHQYDVR0OBBYEFEE9KGfe7nx2xpHUHr5Lw34ZyJekMAoGCCqGSM49BAMCA0cAMEQCIF49n5YtnDYaOSA802+Oya+0SK7z',
    '05bYnT4ukxeLVAK/AiAPgGJRIz3AxzQn8PtKnM3z7K5ZR1fNw2CkfqljcDd9XA==',
  ].join(''),
};

describe('making a passkey', () => {
  test('asks the browser for one that is found by itself and verifies its person', async () => {
    const person = await freshPerson();
    const { username, user } = person;
    const { options } = await offer(person);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Mercury' },
      user: {
        id: Buffer.from(user.id.replaceAll('-', ''), 'hex').toString('base64url'),
        name: username,
      },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
      timeout: 300_000,
    });
  });

  test('keeps it, lists it, and tells its person', async () => {
    const person = await freshPerson();
    const { token } = person;
    const authenticator = createAuthenticator(origin);
    const { passkey, message } = succeeded(endpoints.createPasskey, await create(person, authenticator));
    expect(message).toBe('Passkey added');
    expect(passkey).toMatchObject({ name: 'Phone', isSynced: false, lastUsedAt: null });
    expect(await list(token)).toEqual([passkey]);
    expect(await newestEvent(person)).toBe('passkey_added');
    expect((await testApp.mailsTo(person.email))[0]?.text).toContain('/freeze-account#token=');
    const { options } = await offer(person);
    expect(options['excludeCredentials']).toEqual([
      { id: authenticator.credentialId, type: 'public-key', transports: ['hybrid', 'internal'] },
    ]);
  });

  test('wants the password at that moment, whatever the session has shown before', async () => {
    const { token, password } = await freshPerson();
    const proved = await testApp.call('POST', '/auth/proof', { token, body: { password } });
    expect(proved.status).toBe(200);
    for (const body of [{}, { twoFactorCode: '123456' }]) {
      expect(refused(await askForOptions(token, body))).toMatchObject({
        status: 400,
        error: 'ValidationFailed',
      });
    }
    const wrong = await askForOptions(token, { password: 'wrong horse 7' });
    expect(refused(wrong)).toMatchObject({ status: 422, error: 'WrongPassword' });
    expect((await askForOptions(token, { password })).status).toBe(200);
  });

  test('wants a code where two-factor is on, which the password does not stand for', async () => {
    const person = await freshPerson();
    const authenticator = await giveAuthenticator(testApp, person);
    const { token, password } = person;
    expect(refused(await askForOptions(token, { password })).error).toBe('TwoFactorCodeRequired');
    const twoFactorCode = codeOf(authenticator);
    expect((await askForOptions(token, { twoFactorCode })).status).toBe(200);
    expect(refused(await askForOptions(token, { twoFactorCode })).error).toBe('InvalidTwoFactorCode');
  });

  test('counts wrong passwords as every call does that carries one', async () => {
    const { token, password } = await freshPerson();
    const limited = await createSiblingApp(testApp, { RATE_LIMIT_FACTOR: '1' });
    const replies = [];
    for (let count = 0; count < 6; count += 1) {
      const body = { password: 'wrong horse 7' };
      replies.push(await limited.call('POST', '/users/passkeys/options', { token, body }));
    }
    expect(replies.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 429]);
    expect(
      (await limited.call('POST', '/users/passkeys/options', { token, body: { password } })).status,
    ).toBe(429);
    await limited.close();
  });

  test('is refused once the password has changed since it was offered', async () => {
    const person = await freshPerson();
    const { token, password } = person;
    const { options, challengeToken } = await offer(person);
    const newPassword = 'Another horse 8!';
    const change = { currentPassword: password, newPassword, confirmPassword: newPassword };
    expect((await testApp.call('PUT', '/users/password', { token, body: change })).status).toBe(200);
    const credential = createAuthenticator(origin).create(options);
    const body = { challengeToken, name: 'Phone', credential };
    const reply = await testApp.call('POST', '/users/passkeys', { token, body });
    expect(refused(reply).error).toBe('PasskeyRefused');
    expect(await list(token)).toEqual([]);
  });

  test.each([
    ['password', `password_hash = password_hash || 'A'`, 'WrongPassword'],
    ['second factor', 'two_factor_enabled_at = now()', 'InvalidTwoFactorCode'],
  ])('is refused where another %s comes at the same moment', async (_what, change, error) => {
    const person = await freshPerson();
    const { token } = person;
    const { options, challengeToken } = await offer(person);
    const credential = createAuthenticator(origin).create(options);
    const body = { challengeToken, name: 'Phone', credential };
    const client = await testApp.db.pool.connect();
    let reply: Promise<TestReply> | undefined;
    try {
      await client.query('begin');
      await client.query(`update app_user set ${change} where id = $1`, [person.user.id]);
      reply = testApp.call('POST', '/users/passkeys', { token, body });
      await vi.waitFor(async () => expect(await countWaiting()).toBe(1), { timeout: 10_000 });
    } finally {
      await client.query('commit');
      client.release();
    }
    expect(refused(await reply).error).toBe(error);
    expect(await list(token)).toEqual([]);
  });

  test.each<[string, Misconduct]>([
    ['on another site', { origin: 'https://evil.example' }],
    ['on a port that is not ours', { origin: 'http://localhost:1' }],
    ['for another site', { rpId: 'evil.example' }],
    ['for another challenge', { challenge: 'AAAA' }],
    ['without its person being verified', { isUserVerified: false }],
    ['with nobody present', { isUserPresent: false }],
  ])('is refused when it was made %s', async (_how, misconduct) => {
    const person = await freshPerson();
    const reply = await create(person, createAuthenticator(origin), misconduct);
    expect(refused(reply)).toMatchObject({ status: 422, error: 'PasskeyRefused' });
    expect(await list(person.token)).toEqual([]);
  });

  test('takes the statement of an authenticator that signs with the new key itself', async () => {
    const person = await freshPerson();
    const attest: Misconduct['attest'] = (signed, privateKey) => ({
      format: 'packed',
      fields: new Map<string, number | Uint8Array>([
        ['alg', -7],
        ['sig', Uint8Array.from(sign('sha256', signed, privateKey))],
      ]),
    });
    expect((await create(person, createAuthenticator(origin), { attest })).status).toBe(201);
  });

  test('is refused with certificates that nobody asked for, be they in order', async () => {
    const person = await freshPerson();
    const makerKey = createPrivateKey({
      key: Buffer.from(maker.privateKey, 'base64'),
      format: 'der',
      type: 'pkcs8',
    });
    const attest: Misconduct['attest'] = (signed) => ({
      format: 'packed',
      fields: new Map<string, number | Uint8Array | Uint8Array[]>([
        ['alg', -7],
        ['sig', Uint8Array.from(sign('sha256', signed, makerKey))],
        ['x5c', [Uint8Array.from(Buffer.from(maker.certificate, 'base64'))]],
      ]),
    });
    const reply = await create(person, createAuthenticator(origin), { attest });
    expect(refused(reply)).toMatchObject({ status: 422, error: 'PasskeyRefused' });
  });

  test('is refused for garbage', async () => {
    const person = await freshPerson();
    const { token } = person;
    const { options, challengeToken } = await offer(person);
    const credential = createAuthenticator(origin).create(options);
    const spoilt = { ...credential.response, attestationObject: 'AAAA' };
    const body = { challengeToken, name: 'Phone', credential: { ...credential, response: spoilt } };
    expect(refused(await testApp.call('POST', '/users/passkeys', { token, body })).error).toBe(
      'PasskeyRefused',
    );
  });

  test('spends the challenge, whether it was right or not, and takes nobody else’s', async () => {
    const person = await freshPerson();
    const { token } = person;
    const other = await freshPerson();
    const { options, challengeToken } = await offer(person);
    const credential = createAuthenticator(origin).create(options);
    const body = { challengeToken, name: 'Phone', credential };
    const send = (caller: string) => testApp.call('POST', '/users/passkeys', { token: caller, body });
    expect(refused(await send(other.token)).error).toBe('PasskeyRefused');
    succeeded(endpoints.createPasskey, await send(token));
    expect(refused(await send(token)).error).toBe('PasskeyRefused');
  });

  test('is refused after five minutes', async () => {
    const person = await freshPerson();
    const { token, user } = person;
    const { options, challengeToken } = await offer(person);
    await testApp.db.pool.query('update passkey_challenge set expires_at = now() where user_id = $1', [
      user.id,
    ]);
    const credential = createAuthenticator(origin).create(options);
    const body = { challengeToken, name: 'Phone', credential };
    expect(refused(await testApp.call('POST', '/users/passkeys', { token, body })).error).toBe(
      'PasskeyRefused',
    );
  });

  test('is refused where somebody has that very passkey', async () => {
    const authenticator = createAuthenticator(origin);
    const [one, other] = [await freshPerson(), await freshPerson()];
    succeeded(endpoints.createPasskey, await create(one, authenticator));
    for (const person of [one, other]) {
      expect(refused(await create(person, authenticator))).toMatchObject({
        status: 409,
        error: 'PasskeyExists',
      });
    }
  });

  test('ends with the tenth, also for those that are made together', async () => {
    const person = await freshPerson();
    const { token, password } = person;
    const offers = [];
    for (let count = 0; count < limits.passkeysMax + 3; count += 1) offers.push(await offer(person));
    const replies = await Promise.all(
      offers.map(({ options, challengeToken }) =>
        testApp.call('POST', '/users/passkeys', {
          token,
          body: { challengeToken, name: 'Phone', credential: createAuthenticator(origin).create(options) },
        }),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(limits.passkeysMax);
    expect(await list(token)).toHaveLength(limits.passkeysMax);
    const reply = await askForOptions(token, { password });
    expect(refused(reply)).toMatchObject({ status: 422, error: 'TooManyPasskeys' });
  });
});

describe('removing a passkey', () => {
  test('is told to its person, and it is gone', async () => {
    const person = await freshPerson();
    const { passkeyId } = await addPasskey(testApp, person);
    const reply = await testApp.call('DELETE', `/users/passkeys/${passkeyId}`, { token: person.token });
    expect(succeeded(endpoints.deletePasskey, reply).message).toBe('Passkey removed');
    expect(await list(person.token)).toEqual([]);
    expect(await newestEvent(person)).toBe('passkey_removed');
    expect((await testApp.mailsTo(person.email))[0]?.text).toContain('/freeze-account#token=');
  });

  test('of somebody else’s answers as one that is not there', async () => {
    const [one, other] = [await freshPerson(), await freshPerson()];
    const { passkeyId } = await addPasskey(testApp, one);
    const reply = await testApp.call('DELETE', `/users/passkeys/${passkeyId}`, { token: other.token });
    expect(refused(reply)).toMatchObject({ status: 404, error: 'NotFound' });
    expect(await list(one.token)).toHaveLength(1);
  });
});
