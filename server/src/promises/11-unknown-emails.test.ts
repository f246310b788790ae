import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, succeeded, type TestApp, type TestReply } from '../test/app.ts';
import { fastestOfEach } from '../test/fastest.ts';
import { newRegistration, registerPerson, registerVerifiedPerson } from '../test/person.ts';
import { turnOnTwoFactor } from '../test/two-factor.ts';

/** Nobody learns whether an email has an account: not by the status, not by the body, not by the time of a reply. */

let testApp: TestApp;
let attemptedCount = 0;
let comparedCount = 0;
let largestRatio = 0;

const promisedRatio = 0.02;
// A sign-in is all work and no waiting: on a busy machine it takes many rounds until each way was once left alone.
const roundsMax = 100;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(async () => {
  await testApp.close();
  const percent = (largestRatio * 100).toFixed(1);
  process.stdout.write(
    `promise 11: ${attemptedCount} calls attempted, ${comparedCount} pairs alike, times at most ${percent}% apart\n`,
  );
});

/** Every call that takes an email from whoever asks. */
const calls = {
  '/auth/register': (email: string) => {
    const { username, password } = newRegistration();
    return { username, email, password, confirmPassword: password };
  },
  '/auth/login': (email: string) => ({ email, password: 'wrong horse' }),
  '/auth/forgot-password': (email: string) => ({ email }),
  '/auth/resend-verification': (email: string) => ({ email }),
  '/auth/verify-code': (email: string) => ({ email, code: '222222' }),
} as const satisfies Record<string, (email: string) => Readonly<Record<string, string>>>;
const paths = Object.keys(calls) as (keyof typeof calls)[];

/** What an email can be to the product, beside unknown: each is made with an email of its own. */
const accounts = {
  verified: async () => (await registerVerifiedPerson(testApp)).email,
  pending: async () => (await registerPerson(testApp)).email,
  'protected by two-factor': async () => {
    const person = await registerVerifiedPerson(testApp);
    await turnOnTwoFactor(testApp, person);
    return person.email;
  },
  frozen: async () => {
    const { email } = await registerVerifiedPerson(testApp);
    await testApp.db.pool.query(
      "update app_user set frozen_at = now(), frozen_by = 'operator' where email = $1",
      [email],
    );
    return email;
  },
  deleted: async () => {
    const { email, password, token } = await registerVerifiedPerson(testApp);
    const reply = await testApp.call('DELETE', '/users/account', { token, body: { password } });
    succeeded(endpoints.deleteAccount, reply);
    return email;
  },
} as const satisfies Record<string, () => Promise<string>>;

interface Answer {
  readonly reply: TestReply;
  readonly asTold: unknown;
  readonly durationMs: number;
}

async function ask(path: keyof typeof calls, email: string): Promise<Answer> {
  const body: Readonly<Record<string, string>> = calls[path](email);
  const startedAt = performance.now();
  const reply = await testApp.call('POST', path, { body });
  const durationMs = performance.now() - startedAt;
  attemptedCount += 1;
  return { reply, asTold: withoutOwnWords(reply, body), durationMs };
}

/** The reply, but for what the caller said and for the name of the request. */
function withoutOwnWords({ status, headers, body }: TestReply, said: Readonly<Record<string, string>>) {
  const { requestId: _requestId, ...rest } = body;
  const text = Object.entries(said).reduce(
    (soFar, [field, value]) => soFar.replaceAll(value, `<${field}>`),
    JSON.stringify(rest),
  );
  return { status, headers: Object.keys(headers), body: JSON.parse(text) as unknown };
}

let unknownCount = 0;
const unknownEmail = () => `stranger-${(unknownCount += 1)}@example.com`;

describe.each(Object.entries(accounts))('an email that is %s', (_state, makeAccount) => {
  let email: string;
  beforeAll(async () => {
    email = await makeAccount();
  });

  test.each(paths)('is answered by %s as one that nobody has, however it is written', async (path) => {
    for (const written of [email, email.toUpperCase()]) {
      const [known, unknown] = [await ask(path, written), await ask(path, unknownEmail())];
      expect(known.asTold).toEqual(unknown.asTold);
      comparedCount += 1;
    }
  });

  test.each(paths)('takes %s as long as one that nobody has', async (path) => {
    const { ratio } = await fastestOfEach(
      [
        async () => (await ask(path, email)).durationMs,
        async () => (await ask(path, unknownEmail())).durationMs,
      ],
      { ratioMax: promisedRatio, roundsMax },
    );
    largestRatio = Math.max(largestRatio, ratio);
    expect(ratio).toBeLessThan(promisedRatio);
    comparedCount += 1;
  });
});

test('what was registered with a taken email signs in as what was registered with a free one', async () => {
  const owner = await registerVerifiedPerson(testApp);
  const taken = await registerPerson(testApp, { email: owner.email, password: 'another horse 8' });
  const free = await registerPerson(testApp, { password: 'another horse 8' });
  const signIn = ({ email, password }: { email: string; password: string }) =>
    testApp.call('POST', '/auth/login', { body: { email, password } });
  const [first, second] = [await signIn(taken), await signIn(free)];
  expect([first.status, first.body.user.emailVerified]).toEqual([200, false]);
  expect([second.status, second.body.user.emailVerified]).toEqual([200, false]);
  expect(Object.keys(first.headers)).toEqual(Object.keys(second.headers));
  comparedCount += 1;
});
