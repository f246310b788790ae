import { createPrivateKey, sign } from 'node:crypto';
import { endpoints } from '@mercury/contract/api/index.ts';
import { limits } from '@mercury/contract/limits.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, refused, succeeded, type TestApp, type TestReply } from '../../test/app.ts';
import {
  addPasskey,
  createAuthenticator,
  signInAnew,
  type Misconduct,
  type PasskeyAuthenticator,
} from '../../test/passkey-authenticator.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

let testApp: TestApp;
let origin: string;

beforeAll(async () => {
  testApp = await createTestApp();
  ({ origin } = testApp.config.publicUrl);
});
afterAll(() => testApp.close());

async function freshPerson(): Promise<SignedInPerson> {
  const person = await makePerson(testApp);
  return { ...person, token: await signInAnew(testApp, person) };
}

async function offer(token: string) {
  return succeeded(
    endpoints.createPasskeyOptions,
    await testApp.call('POST', '/users/passkeys/options', { token }),
  );
}

async function create(
  token: string,
  authenticator: PasskeyAuthenticator,
  misconduct: Misconduct = {},
): Promise<TestReply> {
  const { options, challengeToken } = await offer(token);
  return testApp.call('POST', '/users/passkeys', {
    token,
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
    const { token, username, user } = await freshPerson();
    const { options } = await offer(token);
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
    const { passkey, message } = succeeded(endpoints.createPasskey, await create(token, authenticator));
    expect(message).toBe('Passkey added');
    expect(passkey).toMatchObject({ name: 'Phone', isSynced: false, lastUsedAt: null });
    expect(await list(token)).toEqual([passkey]);
    expect(await newestEvent(person)).toBe('passkey_added');
    expect((await testApp.mailsTo(person.email))[0]?.text).toContain('/freeze-account?token=');
    const { options } = await offer(token);
    expect(options['excludeCredentials']).toEqual([
      { id: authenticator.credentialId, type: 'public-key', transports: ['hybrid', 'internal'] },
    ]);
  });

  test('needs a proof that is fresh', async () => {
    const { token } = await makePerson(testApp);
    const reply = await testApp.call('POST', '/users/passkeys/options', { token });
    expect(refused(reply)).toMatchObject({ status: 403, error: 'ProofRequired' });
  });

  test.each<[string, Misconduct]>([
    ['on another site', { origin: 'https://evil.example' }],
    ['on a port that is not ours', { origin: 'http://localhost:1' }],
    ['for another site', { rpId: 'evil.example' }],
    ['for another challenge', { challenge: 'AAAA' }],
    ['without its person being verified', { isUserVerified: false }],
    ['with nobody present', { isUserPresent: false }],
  ])('is refused when it was made %s', async (_how, misconduct) => {
    const { token } = await freshPerson();
    const reply = await create(token, createAuthenticator(origin), misconduct);
    expect(refused(reply)).toMatchObject({ status: 422, error: 'PasskeyRefused' });
    expect(await list(token)).toEqual([]);
  });

  test('takes the statement of an authenticator that signs with the new key itself', async () => {
    const { token } = await freshPerson();
    const attest: Misconduct['attest'] = (signed, privateKey) => ({
      format: 'packed',
      fields: new Map<string, number | Uint8Array>([
        ['alg', -7],
        ['sig', Uint8Array.from(sign('sha256', signed, privateKey))],
      ]),
    });
    expect((await create(token, createAuthenticator(origin), { attest })).status).toBe(201);
  });

  test('is refused with certificates that nobody asked for, be they in order', async () => {
    const { token } = await freshPerson();
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
    const reply = await create(token, createAuthenticator(origin), { attest });
    expect(refused(reply)).toMatchObject({ status: 422, error: 'PasskeyRefused' });
  });

  test('is refused for garbage', async () => {
    const { token } = await freshPerson();
    const { options, challengeToken } = await offer(token);
    const credential = createAuthenticator(origin).create(options);
    const spoilt = { ...credential.response, attestationObject: 'AAAA' };
    const body = { challengeToken, name: 'Phone', credential: { ...credential, response: spoilt } };
    expect(refused(await testApp.call('POST', '/users/passkeys', { token, body })).error).toBe(
      'PasskeyRefused',
    );
  });

  test('spends the challenge, whether it was right or not, and takes nobody else’s', async () => {
    const { token } = await freshPerson();
    const other = await freshPerson();
    const { options, challengeToken } = await offer(token);
    const credential = createAuthenticator(origin).create(options);
    const body = { challengeToken, name: 'Phone', credential };
    const send = (caller: string) => testApp.call('POST', '/users/passkeys', { token: caller, body });
    expect(refused(await send(other.token)).error).toBe('PasskeyRefused');
    succeeded(endpoints.createPasskey, await send(token));
    expect(refused(await send(token)).error).toBe('PasskeyRefused');
  });

  test('is refused after five minutes', async () => {
    const { token, user } = await freshPerson();
    const { options, challengeToken } = await offer(token);
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
    succeeded(endpoints.createPasskey, await create(one.token, authenticator));
    for (const { token } of [one, other]) {
      expect(refused(await create(token, authenticator))).toMatchObject({
        status: 409,
        error: 'PasskeyExists',
      });
    }
  });

  test('ends with the tenth, also for those that are made together', async () => {
    const { token } = await freshPerson();
    const replies = await Promise.all(
      Array.from({ length: limits.passkeysMax + 3 }, () => create(token, createAuthenticator(origin))),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(limits.passkeysMax);
    expect(await list(token)).toHaveLength(limits.passkeysMax);
    const reply = await testApp.call('POST', '/users/passkeys/options', { token });
    expect(refused(reply)).toMatchObject({ status: 422, error: 'TooManyPasskeys' });
  });
});

describe('removing a passkey', () => {
  test('is told to its person, and it is gone', async () => {
    const person = await freshPerson();
    const { passkeyId } = await addPasskey(testApp, person.token);
    const reply = await testApp.call('DELETE', `/users/passkeys/${passkeyId}`, { token: person.token });
    expect(succeeded(endpoints.deletePasskey, reply).message).toBe('Passkey removed');
    expect(await list(person.token)).toEqual([]);
    expect(await newestEvent(person)).toBe('passkey_removed');
    expect((await testApp.mailsTo(person.email))[0]?.text).toContain('/freeze-account?token=');
  });

  test('of somebody else’s answers as one that is not there', async () => {
    const [one, other] = [await freshPerson(), await freshPerson()];
    const { passkeyId } = await addPasskey(testApp, one.token);
    const reply = await testApp.call('DELETE', `/users/passkeys/${passkeyId}`, { token: other.token });
    expect(refused(reply)).toMatchObject({ status: 404, error: 'NotFound' });
    expect(await list(one.token)).toHaveLength(1);
  });
});
