import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, refused, succeeded, type TestApp, type TestReply } from '../../test/app.ts';
import { makePerson, signedIn, type SignedInPerson } from '../../test/person.ts';
import { codeOf, forgetTimeSteps, giveAuthenticator, type Authenticator } from '../../test/two-factor.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const setUp = (token: string, password: string): Promise<TestReply> =>
  testApp.call('POST', '/users/2fa/setup', { token, body: { password } });
const verify = (token: string, code: string): Promise<TestReply> =>
  testApp.call('POST', '/users/2fa/verify', { token, body: { token: code } });
const disable = (token: string, password: string, code: string): Promise<TestReply> =>
  testApp.call('POST', '/users/2fa/disable', { token, body: { password, token: code } });
const renewCodes = (token: string, password: string, code: string): Promise<TestReply> =>
  testApp.call('POST', '/users/2fa/recovery-codes', { token, body: { password, token: code } });
const profile = async (token: string): Promise<number> =>
  (await testApp.call('GET', '/users/profile', { token })).status;

async function secondSession({ email, password }: SignedInPerson): Promise<string> {
  return signedIn(await testApp.call('POST', '/auth/login', { body: { email, password } })).token;
}

async function secretOf(token: string, password: string): Promise<string> {
  return succeeded(endpoints.setUpTwoFactor, await setUp(token, password)).data.secretKey;
}

async function recoverySession(person: SignedInPerson, authenticator: Authenticator): Promise<string> {
  const { email, password } = person;
  const { tempToken } = (await testApp.call('POST', '/auth/login', { body: { email, password } })).body;
  const [recoveryCode] = authenticator.recoveryCodes;
  const reply = await testApp.call('POST', '/auth/2fa/recovery', { body: { tempToken, recoveryCode } });
  return signedIn(reply).token;
}

async function newestEvent({ user }: SignedInPerson): Promise<string> {
  const { rows } = await testApp.db.pool.query(
    'select kind from security_event where user_id = $1 order by id desc limit 1',
    [user.id],
  );
  return rows[0].kind;
}

const codeFormat = /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/;

describe('setting two-factor up', () => {
  test('asks for the password, and changes nothing before a code is verified', async () => {
    const { token, password } = await makePerson(testApp);
    expect(refused(await setUp(token, 'another password'))).toMatchObject({
      status: 422,
      error: 'WrongPassword',
    });
    const { data, message } = succeeded(endpoints.setUpTwoFactor, await setUp(token, password));
    expect(message).toBe('Two-factor authentication setup initiated');
    expect(data.secretKey).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(data.qrCodeUrl).searchParams.get('secret')).toBe(data.secretKey);
    const { user } = (await testApp.call('GET', '/users/profile', { token })).body.data;
    expect(user.twoFactorEnabled).toBe(false);
  });

  test('keeps the secret sealed', async () => {
    const { token, password, user } = await makePerson(testApp);
    const secretKey = await secretOf(token, password);
    const { rows } = await testApp.db.pool.query(
      `select encode(pending_sealed, 'escape') as sealed from two_factor where user_id = $1`,
      [user.id],
    );
    expect(rows[0].sealed).not.toContain(secretKey);
    expect(rows[0].sealed.length).toBeGreaterThan(0);
  });

  test('again in the same session shows the same secret, so that what was scanned before a reload counts', async () => {
    const { token, password } = await makePerson(testApp);
    const first = await secretOf(token, password);
    expect(refused(await setUp(token, 'another password')).error).toBe('WrongPassword');
    expect(await secretOf(token, password)).toBe(first);
    succeeded(endpoints.verifyTwoFactor, await verify(token, codeOf({ secretKey: first })));
  });

  test('again shortly before its end can be verified as long as a new one', async () => {
    const { token, password, user } = await makePerson(testApp);
    const later = (time: string) =>
      testApp.db.pool.query(
        `update two_factor set pending_expires_at = pending_expires_at - $2::interval where user_id = $1`,
        [user.id, time],
      );
    await secretOf(token, password);
    await later('29 minutes 30 seconds');
    const secretKey = await secretOf(token, password);
    await later('1 minute');
    expect((await verify(token, codeOf({ secretKey }))).status).toBe(200);
  });

  test('in another session replaces the secret: who knows the password learns none that its person uses', async () => {
    const person = await makePerson(testApp);
    const { token, password } = person;
    const other = await secondSession(person);
    const known = await secretOf(other, password);
    const secret = await secretOf(token, password);
    expect(secret).not.toBe(known);
    expect(await secretOf(other, password)).not.toBe(secret);
    const latest = await secretOf(token, password);
    expect([known, secret]).not.toContain(latest);
    expect(refused(await verify(token, codeOf({ secretKey: known }))).error).toBe('InvalidTwoFactorCode');
    succeeded(endpoints.verifyTwoFactor, await verify(token, codeOf({ secretKey: latest })));
  });

  test('after 30 minutes shows a new secret', async () => {
    const { token, password, user } = await makePerson(testApp);
    const first = await secretOf(token, password);
    await testApp.db.pool.query(
      `update two_factor set pending_expires_at = pending_expires_at - interval '30 minutes' where user_id = $1`,
      [user.id],
    );
    expect(await secretOf(token, password)).not.toBe(first);
  });

  test('is refused where it is on, and for somebody whose email is not proved', async () => {
    const person = await makePerson(testApp);
    await giveAuthenticator(testApp, person);
    expect(refused(await setUp(person.token, person.password))).toMatchObject({
      status: 409,
      error: 'TwoFactorAlreadyEnabled',
    });
    const unverified = await makePerson(testApp, { isVerified: false });
    expect(refused(await setUp(unverified.token, unverified.password)).error).toBe('EmailNotVerified');
  });
});

describe('turning two-factor on', () => {
  test('answers ten recovery codes, ends every other session, and tells its person', async () => {
    const person = await makePerson(testApp);
    const { token, password } = person;
    const other = await secondSession(person);
    const secretKey = await secretOf(token, password);
    const { data, message } = succeeded(
      endpoints.verifyTwoFactor,
      await verify(token, codeOf({ secretKey })),
    );
    expect(message).toBe('Two-factor authentication enabled successfully');
    expect(data.user.twoFactorEnabled).toBe(true);
    expect(new Set(data.recoveryCodes).size).toBe(10);
    for (const code of data.recoveryCodes) expect(code).toMatch(codeFormat);
    expect([await profile(token), await profile(other)]).toEqual([200, 401]);
    expect(await newestEvent(person)).toBe('two_factor_enabled');
    expect((await testApp.mailsTo(person.email))[0]?.text).toContain('/freeze-account#token=');
  });

  test('spends its code', async () => {
    const person = await makePerson(testApp);
    const { token, password, email } = person;
    const secretKey = await secretOf(token, password);
    const twoFactorCode = codeOf({ secretKey });
    succeeded(endpoints.verifyTwoFactor, await verify(token, twoFactorCode));
    const reply = await testApp.call('POST', '/auth/login', { body: { email, password, twoFactorCode } });
    expect(refused(reply).error).toBe('InvalidTwoFactorCode');
  });

  test('is refused without a set-up, after 30 minutes, and with a wrong code', async () => {
    const { token, password, user } = await makePerson(testApp);
    expect(refused(await verify(token, '123456'))).toMatchObject({
      status: 409,
      error: 'TwoFactorNotEnabled',
    });
    const secretKey = await secretOf(token, password);
    expect(refused(await verify(token, '000000'))).toMatchObject({
      status: 422,
      error: 'InvalidTwoFactorCode',
    });
    await testApp.db.pool.query('update two_factor set pending_expires_at = now() where user_id = $1', [
      user.id,
    ]);
    expect(refused(await verify(token, codeOf({ secretKey }))).error).toBe('TwoFactorNotEnabled');
  });

  test('stops after ten wrong codes in a row', async () => {
    const { token, password } = await makePerson(testApp);
    const secretKey = await secretOf(token, password);
    for (let tries = 0; tries < 10; tries += 1) await verify(token, '000000');
    expect(refused(await verify(token, codeOf({ secretKey }))).error).toBe('RateLimitExceeded');
  });

  test('happens once for five right codes at once', async () => {
    const { token, password } = await makePerson(testApp);
    const secretKey = await secretOf(token, password);
    // The product is busy where more hashes wait than a queue of twenty holds: of five, none is.
    const replies = await Promise.all(Array.from({ length: 5 }, () => verify(token, codeOf({ secretKey }))));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status >= 500)).toHaveLength(0);
  });
});

describe('turning two-factor off', () => {
  test('asks for password and code; a wrong password spends no code', async () => {
    const person = await makePerson(testApp);
    const { token, password, email } = person;
    const authenticator = await giveAuthenticator(testApp, person);
    const code = codeOf(authenticator);
    expect(refused(await disable(token, 'another password', code)).error).toBe('WrongPassword');
    expect(refused(await disable(token, password, '000000')).error).toBe('InvalidTwoFactorCode');
    const { data, message } = succeeded(endpoints.disableTwoFactor, await disable(token, password, code));
    expect(message).toBe('Two-factor authentication disabled successfully');
    expect(data.user.twoFactorEnabled).toBe(false);
    expect(await newestEvent(person)).toBe('two_factor_disabled');
    signedIn(await testApp.call('POST', '/auth/login', { body: { email, password } }));
    expect(refused(await disable(token, password, code))).toMatchObject({
      status: 409,
      error: 'TwoFactorNotEnabled',
    });
  });

  test('ends every other session and leaves neither secret nor recovery codes', async () => {
    const person = await makePerson(testApp);
    const { token, password, email, user } = person;
    const authenticator = await giveAuthenticator(testApp, person);
    const body = { email, password, twoFactorCode: codeOf(authenticator) };
    const other = signedIn(await testApp.call('POST', '/auth/login', { body })).token;
    await forgetTimeSteps(testApp, user.id);
    succeeded(endpoints.disableTwoFactor, await disable(token, password, codeOf(authenticator)));
    expect([await profile(token), await profile(other)]).toEqual([200, 401]);
    const { rows } = await testApp.db.pool.query(
      `select (select count(*) from two_factor where user_id = $1) + (select count(*) from recovery_code where user_id = $1)
       as count`,
      [user.id],
    );
    expect(Number(rows[0].count)).toBe(0);
  });
});

describe('new recovery codes', () => {
  test('replace the old ones', async () => {
    const person = await makePerson(testApp);
    const { token, password, email } = person;
    const authenticator = await giveAuthenticator(testApp, person);
    const reply = await renewCodes(token, password, codeOf(authenticator));
    const { data, message } = succeeded(endpoints.renewRecoveryCodes, reply);
    expect(message).toBe('Recovery codes generated successfully');
    expect(new Set([...data.recoveryCodes, ...authenticator.recoveryCodes]).size).toBe(20);
    expect(await newestEvent(person)).toBe('recovery_codes_renewed');
    const { tempToken } = (await testApp.call('POST', '/auth/login', { body: { email, password } })).body;
    const recover = (recoveryCode: string | undefined) =>
      testApp.call('POST', '/auth/2fa/recovery', { body: { tempToken, recoveryCode } });
    expect(refused(await recover(authenticator.recoveryCodes[0])).error).toBe('InvalidRecoveryCode');
    signedIn(await recover(data.recoveryCodes[9]));
  });

  test('are refused where two-factor is off', async () => {
    const { token, password } = await makePerson(testApp);
    expect(refused(await renewCodes(token, password, '123456')).error).toBe('TwoFactorNotEnabled');
  });

  test('asked for while two-factor is turned off leave no codes behind', async () => {
    const person = await makePerson(testApp);
    const { token, password, user } = person;
    const authenticator = await giveAuthenticator(testApp, person);
    // A step each, in the order of time, so that neither loses for the code alone.
    const replies = await Promise.all([
      renewCodes(token, password, codeOf(authenticator, -1)),
      disable(token, password, codeOf(authenticator)),
    ]);
    expect(replies.filter(({ status }) => status >= 500)).toHaveLength(0);
    const { rows } = await testApp.db.pool.query<{ is_on: boolean; count: number }>(
      `select two_factor_enabled_at is not null as is_on,
         (select count(*)::integer from recovery_code where user_id = $1) as count
       from app_user where id = $1`,
      [user.id],
    );
    expect(rows[0]).toEqual({ is_on: false, count: 0 });
  });
});

describe('somebody who lost the authenticator', () => {
  test('sets two-factor up anew in the session of a recovery code, once', async () => {
    const person = await makePerson(testApp);
    const { password, email } = person;
    const lost = await giveAuthenticator(testApp, person);
    const token = await recoverySession(person, lost);
    const secretKey = await secretOf(token, password);
    // Until the new one is verified, the old one counts.
    signedIn(
      await testApp.call('POST', '/auth/login', { body: { email, password, twoFactorCode: codeOf(lost) } }),
    );
    const { data } = succeeded(endpoints.verifyTwoFactor, await verify(token, codeOf({ secretKey })));
    expect(data.recoveryCodes).not.toContain(lost.recoveryCodes[1]);
    expect(await newestEvent(person)).toBe('two_factor_renewed');
    expect(await profile(person.token)).toBe(401);
    const signIn = (twoFactorCode: string) =>
      testApp.call('POST', '/auth/login', { body: { email, password, twoFactorCode } });
    await forgetTimeSteps(testApp, person.user.id);
    expect(refused(await signIn(codeOf(lost))).error).toBe('InvalidTwoFactorCode');
    signedIn(await signIn(codeOf({ secretKey })));
    expect(refused(await setUp(token, password)).error).toBe('TwoFactorAlreadyEnabled');
  });

  test('no longer may after 30 minutes', async () => {
    const person = await makePerson(testApp);
    const token = await recoverySession(person, await giveAuthenticator(testApp, person));
    await testApp.db.pool.query(
      'update session set renews_two_factor_until = now() where renews_two_factor_until is not null',
    );
    expect(refused(await setUp(token, person.password)).error).toBe('TwoFactorAlreadyEnabled');
  });

  test('does so in that session alone', async () => {
    const person = await makePerson(testApp);
    const token = await recoverySession(person, await giveAuthenticator(testApp, person));
    const secretKey = await secretOf(token, person.password);
    expect(refused(await verify(person.token, codeOf({ secretKey }))).error).toBe('TwoFactorNotEnabled');
    succeeded(endpoints.verifyTwoFactor, await verify(token, codeOf({ secretKey })));
  });
});

test('wrong codes are counted anew once a block has ended: ten more are looked at', async () => {
  const person = await makePerson(testApp);
  const authenticator = await giveAuthenticator(testApp, person);
  const twoFactorCode = codeOf(authenticator) === '000000' ? '000001' : '000000';
  const tryWrong = async () =>
    refused(await testApp.call('POST', '/auth/proof', { token: person.token, body: { twoFactorCode } }))
      .error;
  const endBlockIn = (seconds: number) =>
    testApp.db.pool.query(
      'update two_factor set blocked_until = now() + make_interval(secs => $2) where user_id = $1',
      [person.user.id, seconds],
    );
  for (let round = 0; round < 2; round += 1) {
    for (let count = 0; count < 10; count += 1) expect(await tryWrong()).toBe('InvalidTwoFactorCode');
    expect(await tryWrong()).toBe('RateLimitExceeded');
    await endBlockIn(60);
    expect(await tryWrong()).toBe('RateLimitExceeded');
    await endBlockIn(0);
  }
});
