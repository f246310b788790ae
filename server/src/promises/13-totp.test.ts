import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findTotpStep } from '../identity/factors/totp.ts';
import { createTestApp, refused, type TestApp, type TestReply } from '../test/app.ts';
import { makePerson, signedIn, type SignedInPerson } from '../test/person.ts';
import { codeOf, forgetTimeSteps, turnOnTwoFactor, type Authenticator } from '../test/two-factor.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
const counts = { attempted: 0, accepted: 0, looked: 0, refused: 0 };
afterAll(async () => {
  process.stdout.write(
    `Promise 13: ${counts.attempted} codes attempted, ${counts.looked} looked at, ${counts.accepted} accepted, ` +
      `${counts.refused} refused without a look\n`,
  );
  await testApp.close();
});

interface Holder extends SignedInPerson {
  readonly authenticator: Authenticator;
}

async function personWithTwoFactor(): Promise<Holder> {
  const person = await makePerson(testApp);
  return { ...person, authenticator: await turnOnTwoFactor(testApp, person) };
}

async function startSignIn({ email, password }: SignedInPerson): Promise<string> {
  const { body } = await testApp.call('POST', '/auth/login', { body: { email, password } });
  return body.tempToken;
}

type Outcome = 'accepted' | 'wrong' | 'spent' | 'blocked';

function outcomeOf(reply: TestReply): Outcome {
  counts.attempted += 1;
  if (reply.status === 200) {
    signedIn(reply);
    counts.accepted += 1;
    counts.looked += 1;
    return 'accepted';
  }
  const { error, status } = refused(reply);
  if (status === 422 && error === 'InvalidTwoFactorCode') {
    counts.looked += 1;
    return 'wrong';
  }
  counts.refused += 1;
  if (status === 422 && error === 'ChallengeExpired') return 'spent';
  if (status === 429 && error === 'RateLimitExceeded') return 'blocked';
  throw new Error(`${status} ${error}`);
}

async function answer(tempToken: string, twoFactorCode: string): Promise<Outcome> {
  return outcomeOf(await testApp.call('POST', '/auth/2fa/verify', { body: { tempToken, twoFactorCode } }));
}

const tally = (outcomes: readonly Outcome[]) =>
  Object.fromEntries(
    [...new Set(outcomes)].toSorted().map((each) => [each, outcomes.filter((one) => one === each).length]),
  );

/** A code of the right form that is right in none of the steps that are looked at. */
function wrongCodeFor(authenticator: Authenticator): string {
  const right = new Set([-2, -1, 0, 1, 2].map((steps) => codeOf(authenticator, steps)));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.has(code)) ?? '';
}

// RFC 6238, appendix B, SHA-1. Six digits are the last six of the eight that stand there (RFC 4226, 5.3).
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('the code of the second %i is that of the RFC', (seconds, eightDigits) => {
  const secret = Buffer.from('12345678901234567890');
  expect(findTotpStep(secret, eightDigits.slice(-6), seconds * 1000)).toBe(Math.floor(seconds / 30));
});

describe('a time step', () => {
  test.each([1, 2, 3])('is accepted once, of nine sign-ins at once (round %i)', async () => {
    const person = await personWithTwoFactor();
    const tempTokens = [];
    // More than nine wrong ones in a row would block the rest, and prove nothing.
    for (let count = 0; count < 9; count += 1) tempTokens.push(await startSignIn(person));
    const code = codeOf(person.authenticator);
    const outcomes = await Promise.all(tempTokens.map((tempToken) => answer(tempToken, code)));
    expect(tally(outcomes)).toEqual({ accepted: 1, wrong: 8 });
  });

  test('is accepted once, whatever asks for it', async () => {
    const person = await personWithTwoFactor();
    const { email, password, token, authenticator } = person;
    const tempToken = await startSignIn(person);
    const code = codeOf(authenticator);
    expect(await answer(tempToken, code)).toBe('accepted');
    const login = { email, password, twoFactorCode: code };
    expect(outcomeOf(await testApp.call('POST', '/auth/login', { body: login }))).toBe('wrong');
    for (const path of ['/users/2fa/disable', '/users/2fa/recovery-codes']) {
      const reply = await testApp.call('POST', path, { token, body: { password, token: code } });
      expect(outcomeOf(reply)).toBe('wrong');
    }
  });

  test('is not accepted once a later one was', async () => {
    const person = await personWithTwoFactor();
    const { authenticator } = person;
    expect(await answer(await startSignIn(person), codeOf(authenticator, 1))).toBe('accepted');
    expect(await answer(await startSignIn(person), codeOf(authenticator))).toBe('wrong');
  });
});

describe('attempts', () => {
  test('are five a challenge: of fifty at once five are looked at, and then not even the right one', async () => {
    const person = await personWithTwoFactor();
    const tempToken = await startSignIn(person);
    const wrong = wrongCodeFor(person.authenticator);
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => answer(tempToken, wrong)));
    expect(tally(outcomes)).toEqual({ spent: 45, wrong: 5 });
    expect(await answer(tempToken, codeOf(person.authenticator))).toBe('spent');
  });

  test('succeed with the fifth', async () => {
    const person = await personWithTwoFactor();
    const tempToken = await startSignIn(person);
    for (let tries = 0; tries < 4; tries += 1) await answer(tempToken, wrongCodeFor(person.authenticator));
    expect(await answer(tempToken, codeOf(person.authenticator))).toBe('accepted');
  });

  test('are ten in a row over all challenges: of sixty at once ten are looked at', async () => {
    const person = await personWithTwoFactor();
    const wrong = wrongCodeFor(person.authenticator);
    const tempTokens = [];
    for (let count = 0; count < 12; count += 1) tempTokens.push(await startSignIn(person));
    const outcomes = await Promise.all(
      tempTokens.flatMap((tempToken) => Array.from({ length: 5 }, () => answer(tempToken, wrong))),
    );
    expect(tally(outcomes)).toEqual({ blocked: 50, wrong: 10 });
  });

  test('after ten wrong ones wait fifteen minutes, the right one too, and then go on', async () => {
    const person = await personWithTwoFactor();
    const { user, authenticator } = person;
    const wrong = wrongCodeFor(authenticator);
    for (const tempToken of [await startSignIn(person), await startSignIn(person)]) {
      for (let tries = 0; tries < 5; tries += 1) expect(await answer(tempToken, wrong)).toBe('wrong');
    }
    const tempToken = await startSignIn(person);
    const blocked = await testApp.call('POST', '/auth/2fa/verify', {
      body: { tempToken, twoFactorCode: codeOf(authenticator) },
    });
    expect(outcomeOf(blocked)).toBe('blocked');
    const waitSeconds = Number(blocked.headers['retry-after']);
    expect(waitSeconds).toBeGreaterThan(14 * 60);
    expect(waitSeconds).toBeLessThanOrEqual(15 * 60);
    await testApp.db.pool.query('update two_factor set blocked_until = now() where user_id = $1', [user.id]);
    expect(await answer(tempToken, codeOf(authenticator))).toBe('accepted');
  });

  test('are counted in a row: a right one lets nine more be wrong', async () => {
    const person = await personWithTwoFactor();
    const { user, authenticator } = person;
    for (let round = 0; round < 3; round += 1) {
      const [one, other] = [await startSignIn(person), await startSignIn(person)];
      for (let tries = 0; tries < 9; tries += 1) {
        expect(await answer(tries < 5 ? one : other, wrongCodeFor(authenticator))).toBe('wrong');
      }
      await forgetTimeSteps(testApp, user.id);
      expect(await answer(other, codeOf(authenticator))).toBe('accepted');
    }
  });

  test('with recovery codes count as those with codes do', async () => {
    const person = await personWithTwoFactor();
    for (let count = 0; count < 2; count += 1) {
      const tempToken = await startSignIn(person);
      for (let tries = 0; tries < 5; tries += 1) {
        const body = { tempToken, recoveryCode: 'AAAA-AAAA-AAAA-AAAA' };
        const reply = await testApp.call('POST', '/auth/2fa/recovery', { body });
        expect(refused(reply).error).toBe('InvalidRecoveryCode');
      }
    }
    const [recoveryCode = ''] = person.authenticator.recoveryCodes;
    const body = { tempToken: await startSignIn(person), recoveryCode };
    expect(refused(await testApp.call('POST', '/auth/2fa/recovery', { body })).error).toBe(
      'RateLimitExceeded',
    );
  });
});
