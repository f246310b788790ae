import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, refused, succeeded, type TestApp, type TestReply } from '../../test/app.ts';
import {
  addPasskey,
  createAuthenticator,
  type Misconduct,
  type PasskeyAuthenticator,
} from '../../test/passkey-authenticator.ts';
import { makePerson, signedIn, type SignedInPerson } from '../../test/person.ts';
import { codeOf, giveAuthenticator, type Authenticator } from '../../test/two-factor.ts';

let testApp: TestApp;
let origin: string;

beforeAll(async () => {
  testApp = await createTestApp();
  ({ origin } = testApp.config.publicUrl);
});
afterAll(() => testApp.close());

interface Holder extends SignedInPerson {
  readonly passkey: PasskeyAuthenticator;
  readonly passkeyId: string;
}

async function personWithPasskey(passkey = createAuthenticator(origin)): Promise<Holder> {
  const person = await makePerson(testApp, { isProved: true });
  const { passkeyId } = await addPasskey(testApp, person, passkey);
  return { ...person, passkey, passkeyId };
}

const offer = async () =>
  succeeded(endpoints.passkeySignInOptions, await testApp.call('POST', '/auth/passkey-options'));

async function signIn(
  passkey: PasskeyAuthenticator,
  misconduct: Misconduct = {},
  rememberMe = false,
): Promise<TestReply> {
  const { options, challengeToken } = await offer();
  const credential = passkey.get(options, misconduct);
  return testApp.call('POST', '/auth/passkey', { body: { challengeToken, credential, rememberMe } });
}

const refusal = { status: 401, error: 'InvalidCredentials', message: 'We don’t recognize this passkey.' };

const statusesOf = (replies: readonly TestReply[]) =>
  replies.map(({ status }) => status).toSorted((one, other) => one - other);

describe('a sign-in by passkey', () => {
  test('names nobody beforehand and asks that the person be verified', async () => {
    const { options } = await offer();
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', timeout: 300_000 });
    expect(options['allowCredentials']).toBeUndefined();
  });

  test('opens a fresh session without password or code, also where two-factor is on', async () => {
    const person = await personWithPasskey();
    await giveAuthenticator(testApp, person);
    const { token, user } = succeeded(endpoints.passkeySignIn, await signIn(person.passkey));
    expect(user.id).toBe(person.user.id);
    const [used] = succeeded(
      endpoints.listPasskeys,
      await testApp.call('GET', '/users/passkeys', { token }),
    ).passkeys;
    expect(used?.lastUsedAt).not.toBeNull();
    const phrase = { phrase: 'blue heron' };
    expect((await testApp.call('PUT', '/users/phrase', { token, body: phrase })).status).toBe(200);
  });

  test('keeps "remember me"', async () => {
    const { passkey, user } = await personWithPasskey();
    signedIn(await signIn(passkey, {}, true));
    const { rows } = await testApp.db.pool.query(
      'select is_remembered from session where user_id = $1 order by id desc limit 1',
      [user.id],
    );
    expect(rows[0].is_remembered).toBe(true);
  });

  test.each<[string, Misconduct]>([
    ['on another site', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['for another challenge', { challenge: 'AAAA' }],
    ['without its person being verified', { isUserVerified: false }],
    ['with nobody present', { isUserPresent: false }],
    ['without saying whose it is', { userHandle: '' }],
    ['as somebody else’s', { userHandle: Buffer.alloc(16).toString('base64url') }],
    ['with a counter that stands still', { signatureCount: 1 }],
    ['with a counter that went back to nothing', { signatureCount: 0 }],
  ])('is refused when it was signed %s', async (_how, misconduct) => {
    const { passkey } = await personWithPasskey();
    expect(refused(await signIn(passkey, misconduct))).toMatchObject(refusal);
    // And nothing was spoilt for its person.
    signedIn(await signIn(passkey));
  });

  test('is refused for a passkey that nobody has', async () => {
    expect(refused(await signIn(createAuthenticator(origin)))).toMatchObject(refusal);
  });

  test('is refused under the name of another passkey', async () => {
    const [one, other] = [await personWithPasskey(), await personWithPasskey()];
    const { options, challengeToken } = await offer();
    const { credentialId } = other.passkey;
    const theirs = other.passkey.get(options).response.userHandle;
    const signed = one.passkey.get(options);
    const credential = {
      ...signed,
      id: credentialId,
      rawId: credentialId,
      response: { ...signed.response, userHandle: theirs },
    };
    const reply = await testApp.call('POST', '/auth/passkey', { body: { challengeToken, credential } });
    expect(refused(reply)).toMatchObject(refusal);
  });

  test('takes an answer once: neither it nor its challenge can be used again', async () => {
    const { passkey } = await personWithPasskey();
    const { options, challengeToken } = await offer();
    const body = { challengeToken, credential: passkey.get(options) };
    signedIn(await testApp.call('POST', '/auth/passkey', { body }));
    expect(refused(await testApp.call('POST', '/auth/passkey', { body }))).toMatchObject(refusal);
    const another = { challengeToken: (await offer()).challengeToken, credential: body.credential };
    expect(refused(await testApp.call('POST', '/auth/passkey', { body: another }))).toMatchObject(refusal);
  });

  test('happens once for twenty of the same answer at once', async () => {
    const { passkey } = await personWithPasskey();
    const { options, challengeToken } = await offer();
    const body = { challengeToken, credential: passkey.get(options) };
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => testApp.call('POST', '/auth/passkey', { body })),
    );
    expect(statusesOf(replies)).toEqual([200, ...Array(19).fill(401)]);
  });

  test('is refused for one of two that show the same counter at once, as a copy does', async () => {
    const { passkey } = await personWithPasskey();
    const replies = await Promise.all([
      signIn(passkey, { signatureCount: 100 }),
      signIn(passkey, { signatureCount: 100 }),
    ]);
    expect(statusesOf(replies)).toEqual([200, 401]);
  });

  test('goes on with an authenticator that keeps no counter', async () => {
    const { passkey } = await personWithPasskey(createAuthenticator(origin, { counts: false }));
    const [first, second] = [await signIn(passkey), await signIn(passkey)];
    expect(statusesOf([first, second])).toEqual([200, 200]);
  });

  test('is refused after five minutes, and with a challenge that was for making one', async () => {
    const { passkey, token, password } = await personWithPasskey();
    const { options, challengeToken } = await offer();
    await testApp.db.pool.query('update passkey_challenge set expires_at = now() where user_id is null');
    const late = { challengeToken, credential: passkey.get(options) };
    expect(refused(await testApp.call('POST', '/auth/passkey', { body: late }))).toMatchObject(refusal);
    const forMaking = succeeded(
      endpoints.createPasskeyOptions,
      await testApp.call('POST', '/users/passkeys/options', { token, body: { password } }),
    );
    const credential = passkey.get({ challenge: forMaking.options['challenge'], rpId: 'localhost' });
    const body = { challengeToken: forMaking.challengeToken, credential };
    expect(refused(await testApp.call('POST', '/auth/passkey', { body }))).toMatchObject(refusal);
  });

  test('is no way around a freeze, a deletion or an email that is not proved', async () => {
    const { passkey, user } = await personWithPasskey();
    const change = (set: string) =>
      testApp.db.pool.query(`update app_user set ${set} where id = $1`, [user.id]);
    await change(`frozen_at = now(), frozen_by = 'link'`);
    expect(refused(await signIn(passkey))).toMatchObject({ status: 403, error: 'AccountFrozen' });
    // Only whoever has the passkey is told of the freeze.
    expect(refused(await signIn(passkey, { origin: 'https://evil.example' }))).toMatchObject(refusal);
    await change('frozen_at = null, frozen_by = null, deleted_at = now()');
    expect(refused(await signIn(passkey))).toMatchObject(refusal);
    await change('deleted_at = null, email_verified_at = null');
    expect(refused(await signIn(passkey))).toMatchObject(refusal);
    await change('email_verified_at = now()');
    signedIn(await signIn(passkey));
  });

  test('is refused once the passkey is removed', async () => {
    const { passkey, passkeyId, token } = await personWithPasskey();
    succeeded(
      endpoints.deletePasskey,
      await testApp.call('DELETE', `/users/passkeys/${passkeyId}`, { token }),
    );
    expect(refused(await signIn(passkey))).toMatchObject(refusal);
  });
});

describe('a passkey as the second factor', () => {
  async function personWithBoth(): Promise<Holder & { authenticator: Authenticator }> {
    const person = await personWithPasskey();
    return { ...person, authenticator: await giveAuthenticator(testApp, person) };
  }

  async function startSignIn({ email, password }: SignedInPerson): Promise<string> {
    const { body } = await testApp.call('POST', '/auth/login', { body: { email, password } });
    expect(body.twoFactorMethods).toEqual(['code', 'recovery', 'passkey']);
    return body.tempToken;
  }

  const ask = async (tempToken: string) =>
    succeeded(
      endpoints.passkeyTwoFactorOptions,
      await testApp.call('POST', '/auth/2fa/passkey-options', { body: { tempToken } }),
    ).options;

  async function answer(
    tempToken: string,
    passkey: PasskeyAuthenticator,
    misconduct: Misconduct = {},
  ): Promise<TestReply> {
    const credential = passkey.get(await ask(tempToken), misconduct);
    return testApp.call('POST', '/auth/2fa/passkey', { body: { tempToken, credential } });
  }

  test('is asked for by name, and completes the sign-in by a touch', async () => {
    const person = await personWithBoth();
    const tempToken = await startSignIn(person);
    expect(await ask(tempToken)).toMatchObject({
      userVerification: 'preferred',
      allowCredentials: [{ id: person.passkey.credentialId, transports: ['hybrid', 'internal'] }],
    });
    const reply = await answer(tempToken, person.passkey, { isUserVerified: false });
    expect(succeeded(endpoints.passkeyTwoFactorSignIn, reply).user.id).toBe(person.user.id);
    const again = await testApp.call('POST', '/auth/2fa/passkey-options', { body: { tempToken } });
    expect(refused(again).error).toBe('ChallengeExpired');
  });

  test.each<[string, Misconduct]>([
    ['on another site', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['for another challenge', { challenge: 'AAAA' }],
    ['with nobody present', { isUserPresent: false }],
    ['with a counter that stands still', { signatureCount: 1 }],
  ])('is refused when it was signed %s', async (_how, misconduct) => {
    const person = await personWithBoth();
    const reply = await answer(await startSignIn(person), person.passkey, misconduct);
    expect(refused(reply)).toMatchObject({ status: 422, error: 'PasskeyRefused' });
  });

  test('of another person is refused', async () => {
    const [one, other] = [await personWithBoth(), await personWithBoth()];
    expect(refused(await answer(await startSignIn(one), other.passkey)).error).toBe('PasskeyRefused');
  });

  test('is refused where none was asked for, and where the challenge is another sign-in’s', async () => {
    const person = await personWithBoth();
    const [one, other] = [await startSignIn(person), await startSignIn(person)];
    const credential = person.passkey.get(await ask(one));
    const send = (tempToken: string) =>
      testApp.call('POST', '/auth/2fa/passkey', { body: { tempToken, credential } });
    expect(refused(await send(other)).error).toBe('PasskeyRefused');
    signedIn(await send(one));
  });

  test('is tried five times a challenge, together with codes', async () => {
    const person = await personWithBoth();
    const tempToken = await startSignIn(person);
    for (let tries = 0; tries < 3; tries += 1) {
      expect(refused(await answer(tempToken, person.passkey, { challenge: 'AAAA' })).error).toBe(
        'PasskeyRefused',
      );
    }
    for (let tries = 0; tries < 2; tries += 1) {
      await testApp.call('POST', '/auth/2fa/verify', { body: { tempToken, twoFactorCode: '000000' } });
    }
    const body = { tempToken, twoFactorCode: codeOf(person.authenticator) };
    expect(refused(await testApp.call('POST', '/auth/2fa/verify', { body })).error).toBe('ChallengeExpired');
  });
});
