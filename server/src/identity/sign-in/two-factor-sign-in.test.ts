import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, refused, succeeded, type TestApp, type TestReply } from '../../test/app.ts';
import { makePerson, signedIn, type SignedInPerson } from '../../test/person.ts';
import {
  codeOf,
  forgetTimeSteps,
  giveAuthenticator,
  turnOnTwoFactor,
  type Authenticator,
} from '../../test/two-factor.ts';
import { isOutdated } from '../secrets/password.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

async function personWithTwoFactor(): Promise<SignedInPerson & { authenticator: Authenticator }> {
  const person = await makePerson(testApp);
  return { ...person, authenticator: await giveAuthenticator(testApp, person) };
}

/** With recovery codes that nobody else has. */
async function personWithOwnCodes(): Promise<SignedInPerson & { authenticator: Authenticator }> {
  const person = await makePerson(testApp);
  return { ...person, authenticator: await turnOnTwoFactor(testApp, person) };
}

async function startSignIn({ email, password }: SignedInPerson, rememberMe = false): Promise<string> {
  const reply = await testApp.call('POST', '/auth/login', { body: { email, password, rememberMe } });
  const body = succeeded(endpoints.login, reply);
  if (!('tempToken' in body)) throw new Error('no second factor was asked for');
  return body.tempToken;
}

const answer = (tempToken: string, twoFactorCode: string): Promise<TestReply> =>
  testApp.call('POST', '/auth/2fa/verify', { body: { tempToken, twoFactorCode } });

const recover = (tempToken: string, recoveryCode: string): Promise<TestReply> =>
  testApp.call('POST', '/auth/2fa/recovery', { body: { tempToken, recoveryCode } });

async function eventsOf({ user }: SignedInPerson): Promise<string[]> {
  const { rows } = await testApp.db.pool.query<{ kind: string }>(
    'select kind from security_event where user_id = $1 order by id',
    [user.id],
  );
  return rows.map(({ kind }) => kind);
}

const wrongCode = '000000';

const statusesOf = (replies: readonly TestReply[]) =>
  replies.map(({ status }) => status).toSorted((one, other) => one - other);

describe('a sign-in with two-factor on', () => {
  test('asks for the second factor, names the ways, and opens no session', async () => {
    const person = await personWithTwoFactor();
    const { email, password } = person;
    const reply = await testApp.call('POST', '/auth/login', { body: { email, password } });
    expect(succeeded(endpoints.login, reply)).toMatchObject({
      requiresTwoFactor: true,
      twoFactorMethods: ['code', 'recovery'],
      message: 'Two-factor authentication required',
    });
    expect(reply.body).not.toHaveProperty('token');
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  test('is completed by a right code, once', async () => {
    const person = await personWithTwoFactor();
    const tempToken = await startSignIn(person);
    const reply = await answer(tempToken, codeOf(person.authenticator));
    const { token, user } = succeeded(endpoints.verifyTwoFactorSignIn, reply);
    expect(user).toMatchObject({ id: person.user.id, twoFactorEnabled: true });
    expect((await testApp.call('GET', '/users/profile', { token })).status).toBe(200);
    await forgetTimeSteps(testApp, person.user.id);
    expect(refused(await answer(tempToken, codeOf(person.authenticator)))).toMatchObject({
      status: 422,
      error: 'ChallengeExpired',
    });
  });

  test('keeps "remember me" through the challenge', async () => {
    const person = await personWithTwoFactor();
    const lifetimes = [];
    for (const rememberMe of [false, true]) {
      await forgetTimeSteps(testApp, person.user.id);
      const tempToken = await startSignIn(person, rememberMe);
      signedIn(await answer(tempToken, codeOf(person.authenticator)));
      const { rows } = await testApp.db.pool.query(
        'select is_remembered from session where user_id = $1 order by id desc limit 1',
        [person.user.id],
      );
      lifetimes.push(rows[0].is_remembered);
    }
    expect(lifetimes).toEqual([false, true]);
  });

  test('is completed at once where the code comes with the password', async () => {
    const { email, password, authenticator } = await personWithTwoFactor();
    const body = { email, password, twoFactorCode: codeOf(authenticator) };
    signedIn(await testApp.call('POST', '/auth/login', { body }));
    // The same code once more.
    expect(refused(await testApp.call('POST', '/auth/login', { body }))).toMatchObject({
      status: 422,
      error: 'InvalidTwoFactorCode',
    });
  });

  test('refuses a wrong code and writes it into the history, in either form', async () => {
    const person = await personWithTwoFactor();
    const { email, password } = person;
    const tempToken = await startSignIn(person);
    expect(refused(await answer(tempToken, wrongCode))).toMatchObject({
      status: 422,
      error: 'InvalidTwoFactorCode',
      message: 'Invalid verification code',
    });
    const body = { email, password, twoFactorCode: wrongCode };
    expect(refused(await testApp.call('POST', '/auth/login', { body })).error).toBe('InvalidTwoFactorCode');
    const events = await eventsOf(person);
    expect(events.filter((kind) => kind === 'second_factor_failed')).toHaveLength(2);
    // A wrong one ends nothing: the right one still completes.
    signedIn(await answer(tempToken, codeOf(person.authenticator)));
  });

  test('is not completed by the code of another account', async () => {
    const [one, other] = [await personWithOwnCodes(), await personWithOwnCodes()];
    const reply = await answer(await startSignIn(other), codeOf(one.authenticator));
    expect(refused(reply).error).toBe('InvalidTwoFactorCode');
  });

  test('opens one session for twenty right answers at once', async () => {
    const person = await personWithTwoFactor();
    const tempToken = await startSignIn(person);
    const code = codeOf(person.authenticator);
    const replies = await Promise.all(Array.from({ length: 20 }, () => answer(tempToken, code)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status >= 500)).toHaveLength(0);
  });
});

describe('a challenge', () => {
  test('is gone after five minutes', async () => {
    const person = await personWithTwoFactor();
    const tempToken = await startSignIn(person);
    const { rows } = await testApp.db.pool.query(
      `select extract(epoch from expires_at - now())::integer as seconds from sign_in_challenge where user_id = $1`,
      [person.user.id],
    );
    expect(rows[0].seconds).toBeGreaterThan(290);
    expect(rows[0].seconds).toBeLessThanOrEqual(300);
    await testApp.db.pool.query('update sign_in_challenge set expires_at = now() where user_id = $1', [
      person.user.id,
    ]);
    expect(refused(await answer(tempToken, codeOf(person.authenticator))).error).toBe('ChallengeExpired');
  });

  test('that was never given out answers as an expired one', async () => {
    expect(refused(await answer('A'.repeat(43), '123456')).error).toBe('ChallengeExpired');
    expect(refused(await recover('A'.repeat(43), 'AAAA-AAAA-AAAA-AAAA')).error).toBe('ChallengeExpired');
  });

  test('dies when two-factor is turned off or anything else ends the sessions', async () => {
    const person = await personWithTwoFactor();
    const { token, password, authenticator } = person;
    const tempToken = await startSignIn(person);
    const disabled = await testApp.call('POST', '/users/2fa/disable', {
      token,
      body: { password, token: codeOf(authenticator) },
    });
    succeeded(endpoints.disableTwoFactor, disabled);
    expect(refused(await answer(tempToken, codeOf(authenticator, 1))).error).toBe('ChallengeExpired');
  });

  test('does not sign in to an account that is frozen meanwhile', async () => {
    const person = await personWithTwoFactor();
    const tempToken = await startSignIn(person);
    await testApp.db.pool.query(
      `update app_user set frozen_at = now(), frozen_by = 'operator' where id = $1`,
      [person.user.id],
    );
    expect(refused(await answer(tempToken, codeOf(person.authenticator)))).toMatchObject({
      status: 403,
      error: 'AccountFrozen',
    });
    const [recoveryCode = ''] = person.authenticator.recoveryCodes;
    expect(refused(await recover(tempToken, recoveryCode)).error).toBe('AccountFrozen');
  });
});

describe('a recovery code', () => {
  test('completes the sign-in, and its person is told by mail', async () => {
    const person = await personWithTwoFactor();
    const [recoveryCode = ''] = person.authenticator.recoveryCodes;
    const { token } = succeeded(
      endpoints.recoverTwoFactorSignIn,
      await recover(await startSignIn(person), recoveryCode),
    );
    expect((await testApp.call('GET', '/users/profile', { token })).status).toBe(200);
    expect(await eventsOf(person)).toContain('recovery_code_used');
    expect((await testApp.mailsTo(person.email))[0]?.text).toContain('freeze');
  });

  test('works once, and the other nine still do', async () => {
    const person = await personWithTwoFactor();
    const [first = '', ...others] = person.authenticator.recoveryCodes;
    signedIn(await recover(await startSignIn(person), first));
    expect(refused(await recover(await startSignIn(person), first))).toMatchObject({
      status: 422,
      error: 'InvalidRecoveryCode',
      message: 'Invalid recovery code',
    });
    expect(others).toHaveLength(9);
    signedIn(await recover(await startSignIn(person), others.at(-1) ?? ''));
  });

  test('still signs in once somebody typed ten wrong codes in a stolen session', async () => {
    const person = await personWithTwoFactor();
    for (let count = 0; count < 10; count += 1) {
      await testApp.call('POST', '/auth/proof', { token: person.token, body: { twoFactorCode: wrongCode } });
    }
    expect(refused(await answer(await startSignIn(person), wrongCode)).error).toBe('RateLimitExceeded');
    const [recoveryCode = ''] = person.authenticator.recoveryCodes;
    signedIn(await recover(await startSignIn(person), recoveryCode));
  });

  test('has ten tries in a row of its own, over all sign-ins', async () => {
    const person = await personWithTwoFactor();
    const errors: string[] = [];
    for (let count = 0; count < 11; count += 1) {
      errors.push(refused(await recover(await startSignIn(person), 'AAAA-AAAA-AAAA-AAAA')).error);
    }
    expect(errors).toEqual([...Array.from({ length: 10 }, () => 'InvalidRecoveryCode'), 'RateLimitExceeded']);
    signedIn(await answer(await startSignIn(person), codeOf(person.authenticator)));
    const [recoveryCode = ''] = person.authenticator.recoveryCodes;
    // A right one ends the row.
    signedIn(await recover(await startSignIn(person), recoveryCode));
  });

  test('is read without regard to case, dashes, spaces and look-alikes', async () => {
    const person = await personWithTwoFactor();
    const [plain = '', spaced = '', lookalike = ''] = person.authenticator.recoveryCodes;
    const misread = lookalike.replaceAll('0', 'O').replaceAll('1', 'l');
    const typed = [plain.replaceAll('-', '').toLowerCase(), `  ${spaced.replaceAll('-', ' ')} `, misread];
    for (const recoveryCode of typed) {
      expect((await recover(await startSignIn(person), recoveryCode)).status).toBe(200);
    }
  });

  test('opens one session for ten who use it in sign-ins of their own at once', async () => {
    const person = await personWithTwoFactor();
    const [recoveryCode = ''] = person.authenticator.recoveryCodes;
    const tempTokens = await Promise.all(Array.from({ length: 9 }, () => startSignIn(person)));
    const replies = await Promise.all(tempTokens.map((tempToken) => recover(tempToken, recoveryCode)));
    expect(statusesOf(replies)).toEqual([200, ...Array(8).fill(422)]);
  });

  test.each(['AAAA-AAAA-AAAA-AAAA', 'short', '%%%%-%%%%-%%%%-%%%%'])(
    'of nobody is refused: %s',
    async (recoveryCode) => {
      const person = await personWithTwoFactor();
      expect(refused(await recover(await startSignIn(person), recoveryCode)).error).toBe(
        'InvalidRecoveryCode',
      );
      expect(await eventsOf(person)).toContain('second_factor_failed');
    },
  );

  test('of one person opens no account of another', async () => {
    const [one, other] = [await personWithOwnCodes(), await personWithOwnCodes()];
    const [recoveryCode = ''] = one.authenticator.recoveryCodes;
    expect(refused(await recover(await startSignIn(other), recoveryCode)).error).toBe('InvalidRecoveryCode');
  });

  test('is kept as a slow hash of one salt a set, never as itself', async () => {
    const [one, other] = [await personWithOwnCodes(), await personWithOwnCodes()];
    const salts = async ({ user }: SignedInPerson) => {
      const { rows } = await testApp.db.pool.query<{ code_hash: string }>(
        'select code_hash from recovery_code where user_id = $1',
        [user.id],
      );
      expect(rows.map(({ code_hash }) => isOutdated(code_hash))).toEqual(Array(10).fill(false));
      return rows.map(({ code_hash }) => code_hash.split('$')[4]);
    };
    expect(new Set(await salts(one)).size).toBe(1);
    expect(new Set([...(await salts(one)), ...(await salts(other))]).size).toBe(2);
  });
});
