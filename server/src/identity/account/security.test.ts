import { endpoints } from '@mercury/contract/api/index.ts';
import { limits } from '@mercury/contract/limits.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventKinds, isSignedIn, signInAgain } from '../../test/account-security.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { makePerson, registerVerifiedPerson, signedIn, type SignedInPerson } from '../../test/person.ts';
import { codeOf, giveAuthenticator } from '../../test/two-factor.ts';

let testApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  person = await makePerson(testApp);
});
afterAll(() => testApp.close());

const prove = (body: object, token = person.token) => testApp.call('POST', '/auth/proof', { token, body });
const setPhrase = (phrase: string | null, token = person.token) =>
  testApp.call('PUT', '/users/phrase', { token, body: { phrase } });

async function security(token = person.token) {
  const reply = await testApp.call('GET', '/users/security', { token });
  return succeeded(endpoints.getSecurity, reply).security;
}

async function sessions(token = person.token) {
  const reply = await testApp.call('GET', '/users/sessions', { token });
  return succeeded(endpoints.listSessions, reply).sessions;
}

describe('a fresh proof', () => {
  test('is the password where two-factor is off, and lasts for five minutes', async () => {
    expect(refused(await setPhrase('blue heron'))).toMatchObject({ status: 403, error: 'ProofRequired' });
    succeeded(endpoints.prove, await prove({ password: person.password }));
    succeeded(endpoints.setPhrase, await setPhrase('blue heron'));
    const age = (seconds: number) =>
      testApp.db.pool.query(
        'update session set proved_at = now() - make_interval(secs => $2) where user_id = $1',
        [person.user.id, seconds],
      );
    await age(limits.proofLifetimeMs / 1000 - 10);
    succeeded(endpoints.setPhrase, await setPhrase('red heron'));
    await age(limits.proofLifetimeMs / 1000);
    expect(refused(await setPhrase('grey heron')).error).toBe('ProofRequired');
  });

  test('is the code where two-factor is on: the password alone is not enough', async () => {
    const authenticator = await giveAuthenticator(testApp, person);
    expect(refused(await prove({ password: person.password })).error).toBe('TwoFactorCodeRequired');
    expect(refused(await prove({ twoFactorCode: '000000' })).error).toBe('InvalidTwoFactorCode');
    succeeded(endpoints.prove, await prove({ twoFactorCode: codeOf(authenticator) }));
  });

  test('is of one session only', async () => {
    // A sign-in is a proof itself, so this one's is made to be old.
    const elsewhere = await signInAgain(testApp, person);
    await testApp.db.pool.query('update session set proved_at = null where user_id = $1', [person.user.id]);
    succeeded(endpoints.prove, await prove({ password: person.password }));
    expect(refused(await setPhrase('blue heron', elsewhere)).error).toBe('ProofRequired');
  });

  test('is not given for a wrong password, nor for a code where there is none to check', async () => {
    expect(refused(await prove({ password: 'wrong horse 7' }))).toMatchObject({
      status: 422,
      error: 'WrongPassword',
    });
    expect(refused(await prove({ twoFactorCode: '123456' })).errors?.[0]?.field).toBe('password');
    expect(refused(await setPhrase('blue heron')).error).toBe('ProofRequired');
  });
});

describe('how an account is protected', () => {
  test('is shown: two-factor, recovery codes left, phrase', async () => {
    expect(await security()).toEqual({
      twoFactorEnabled: false,
      recoveryCodesLeft: 0,
      canRenewTwoFactor: false,
      phrase: null,
      pendingEmail: null,
      transferLimitUsd: '1000.00',
    });
    await giveAuthenticator(testApp, person);
    expect(await security()).toMatchObject({ twoFactorEnabled: true, recoveryCodesLeft: 10 });
  });

  test('says of a session that was opened with a recovery code that it may renew two-factor, and of no other', async () => {
    const { recoveryCodes } = await giveAuthenticator(testApp, person);
    const { username, password } = person;
    const challenge = await testApp.call('POST', '/auth/login', { body: { username, password } });
    const recovered = await testApp.call('POST', '/auth/2fa/recovery', {
      body: { tempToken: challenge.body.tempToken, recoveryCode: recoveryCodes[0] },
    });
    const { token } = succeeded(endpoints.recoverTwoFactorSignIn, recovered);
    expect(await security(token)).toMatchObject({ canRenewTwoFactor: true, recoveryCodesLeft: 9 });
    expect(await security()).toMatchObject({ canRenewTwoFactor: false });
  });

  test('changes its phrase: the mail that tells so shows the one that its reader knows', async () => {
    await prove({ password: person.password });
    succeeded(endpoints.setPhrase, await setPhrase('blue heron'));
    succeeded(endpoints.setPhrase, await setPhrase('  red heron '));
    expect((await security()).phrase).toBe('red heron');
    const [newest] = await testApp.mailsTo(person.email);
    expect(newest?.text).toContain('blue heron');
    expect(newest?.text).not.toContain('red heron');
    const before = await eventKinds(testApp, person.user.id);
    succeeded(endpoints.setPhrase, await setPhrase('red heron'));
    expect(await eventKinds(testApp, person.user.id)).toEqual(before);
    succeeded(endpoints.setPhrase, await setPhrase(null));
    expect((await security()).phrase).toBeNull();
  });

  test.each(['ab', 'a'.repeat(61), 'blue\u202Eheron', 'blue\nheron'])(
    'refuses the phrase %j',
    async (phrase) => {
      await prove({ password: person.password });
      expect(refused(await setPhrase(phrase)).errors?.[0]?.field).toBe('phrase');
    },
  );
});

describe('the name, where two-factor is on,', () => {
  const put = (body: object) => testApp.call('PUT', '/users/profile', { token: person.token, body });

  test('changes with a code only; the language, and a name that stays, need none', async () => {
    const authenticator = await giveAuthenticator(testApp, person);
    expect(refused(await put({ name: 'Ada Lovelace' })).error).toBe('TwoFactorCodeRequired');
    expect(refused(await put({ name: 'Ada Lovelace', twoFactorCode: '000000' })).error).toBe(
      'InvalidTwoFactorCode',
    );
    succeeded(endpoints.updateProfile, await put({ locale: 'fa', name: person.username }));
    const reply = await put({ name: 'Ada Lovelace', twoFactorCode: codeOf(authenticator) });
    expect(succeeded(endpoints.updateProfile, reply).data.user).toMatchObject({
      name: 'Ada Lovelace',
      locale: 'fa',
    });
  });
});

describe('sessions', () => {
  test('are listed with their device, the present one first, and without those that ran out', async () => {
    const chrome =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
    const { username, password } = person;
    const login = await testApp.call('POST', '/auth/login', {
      body: { username, password },
      headers: { 'user-agent': chrome },
      networkAddress: '203.0.113.7',
    });
    const { token } = signedIn(login);
    const idle = await signInAgain(testApp, person);
    await testApp.db.pool.query(
      `update session set idle_expires_at = now() where token_hash = sha256($1::bytea)`,
      [Buffer.from(idle)],
    );
    const listed = await sessions(token);
    expect(listed.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
    expect(listed[0]).toMatchObject({ device: 'Chrome · Linux', networkAddress: '203.0.113.7' });
    expect((await sessions()).map(({ id }) => id)).toEqual(listed.map(({ id }) => id).toReversed());
  });

  test('are ended one by one, at once', async () => {
    const elsewhere = await signInAgain(testApp, person);
    const other = (await sessions()).find(({ isCurrent }) => !isCurrent);
    const end = () => testApp.call('DELETE', `/users/sessions/${other?.id}`, { token: person.token });
    succeeded(endpoints.endSession, await end());
    expect(await isSignedIn(testApp, elsewhere)).toBe(false);
    expect(await isSignedIn(testApp, person.token)).toBe(true);
    expect(refused(await end())).toMatchObject({ status: 404, error: 'NotFound' });
    expect((await eventKinds(testApp, person.user.id))[0]).toBe('session_ended');
  });

  test('are ended all but the one that asks', async () => {
    const others = [await signInAgain(testApp, person), await signInAgain(testApp, person)];
    const reply = await testApp.call('DELETE', '/users/sessions', { token: person.token });
    succeeded(endpoints.endOtherSessions, reply);
    for (const token of others) expect(await isSignedIn(testApp, token)).toBe(false);
    expect(await sessions()).toHaveLength(1);
    expect((await eventKinds(testApp, person.user.id))[0]).toBe('other_sessions_ended');
  });
});

describe('security events', () => {
  async function page({ cursor, token = person.token }: { cursor?: string | null; token?: string } = {}) {
    const query = typeof cursor === 'string' ? `?cursor=${cursor}` : '';
    const reply = await testApp.call('GET', `/users/security-events${query}`, { token });
    return succeeded(endpoints.listSecurityEvents, reply);
  }

  test('are listed newest first, twenty a page, each once, and nobody else’s', async () => {
    const stranger = await makePerson(testApp);
    const insert = `insert into security_event (id, user_id, kind, actor, user_agent, network_address, created_at)
      select gen_random_uuid(), $1, 'signed_in', 'person', '', '192.0.2.1', now() - make_interval(hours => n / 2)
      from generate_series(1, $2) n`;
    await testApp.db.pool.query(insert, [person.user.id, 43]);
    await testApp.db.pool.query(insert, [stranger.user.id, 5]);
    const first = await page();
    const second = await page({ cursor: first.nextCursor });
    const third = await page({ cursor: second.nextCursor });
    const all = [first, second, third].flatMap(({ events }) => events);
    expect([first, second].map(({ events }) => events.length)).toEqual([20, 20]);
    expect(third.nextCursor).toBeNull();
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    const { rowCount } = await testApp.db.pool.query('select from security_event where user_id = $1', [
      person.user.id,
    ]);
    expect(all).toHaveLength(rowCount ?? 0);
  });

  test('say what happened, by whom, on what and from where', async () => {
    const { token } = await registerVerifiedPerson(testApp);
    const { events } = await page({ token });
    expect(events.at(-1)).toMatchObject({
      kind: 'email_verified',
      actor: 'person',
      networkAddress: '127.0.0.1',
    });
  });

  test('refuse a cursor that nobody was given', async () => {
    const reply = await testApp.call('GET', '/users/security-events?cursor=x', { token: person.token });
    expect(refused(reply).errors?.[0]?.field).toBe('cursor');
  });
});
