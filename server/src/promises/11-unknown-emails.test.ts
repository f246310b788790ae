import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, succeeded, type TestApp, type TestReply } from '../test/app.ts';
import { differenceOf, isLeftOpen, medianOf, takeTimes, type Times } from '../test/compare-times.ts';
import { makePerson, newRegistration, registerPerson } from '../test/person.ts';
import { turnOnTwoFactor } from '../test/two-factor.ts';

/** Nobody learns whether an email has an account: not by the status, not by the body, not by the time of a reply. */

let testApp: TestApp;
let attemptedCount = 0;
let comparedCount = 0;
let largestRatio = 0;

const promisedRatio = 0.02;

beforeAll(async () => {
  testApp = await createTestApp();
  for (const kind of kinds) emails.set(kind, await accounts[kind]());
});
afterAll(async () => {
  await testApp.close();
  const percent = (largestRatio * 100).toFixed(1);
  process.stdout.write(
    `promise 11: ${attemptedCount} calls attempted, ${comparedCount} pairs alike, median times at most ${percent}% apart\n`,
  );
});

/** Every call that takes an email from whoever asks. */
const calls = {
  '/auth/login': (email: string) => ({ email, password: 'wrong horse' }),
  '/auth/forgot-password': (email: string) => ({ email }),
  '/auth/resend-verification': (email: string) => ({ email }),
  '/auth/verify-code': (email: string) => ({ email, code: '222222' }),
  // Last: where an account was deleted, its email has one again from here on.
  '/auth/register': (email: string) => {
    const { username, password } = newRegistration();
    return { username, email, password, confirmPassword: password };
  },
} as const satisfies Record<string, (email: string) => Readonly<Record<string, string>>>;
const paths = Object.keys(calls) as (keyof typeof calls)[];

/** What an email can be to the product, beside unknown: each is made with an email of its own. */
const accounts = {
  verified: async () => (await makePerson(testApp)).email,
  pending: async () => (await registerPerson(testApp)).email,
  'protected by two-factor': async () => {
    const person = await makePerson(testApp);
    await turnOnTwoFactor(testApp, person);
    return person.email;
  },
  frozen: async () => {
    const { email } = await makePerson(testApp);
    await testApp.db.pool.query(
      "update app_user set frozen_at = now(), frozen_by = 'operator' where email = $1",
      [email],
    );
    return email;
  },
  deleted: async () => {
    const { email, password, token } = await makePerson(testApp);
    const reply = await testApp.call('DELETE', '/users/account', { token, body: { password } });
    succeeded(endpoints.deleteAccount, reply);
    return email;
  },
} as const satisfies Record<string, () => Promise<string>>;
type Kind = keyof typeof accounts;
// Object.keys forgets the literal names.
const kinds = Object.keys(accounts) as Kind[];
const emails = new Map<Kind, string>();
const emailOf = (kind: Kind) => emails.get(kind) ?? '';

/** What the answer tells. */
async function ask(path: keyof typeof calls, email: string): Promise<unknown> {
  const body: Readonly<Record<string, string>> = calls[path](email);
  const reply = await testApp.call('POST', path, { body });
  attemptedCount += 1;
  return withoutOwnWords(reply, body);
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

describe.each(paths)('%s', (path) => {
  test.each(kinds)(
    'answers an email that is %s as one that nobody has, however it is written',
    async (kind) => {
      const written = [emailOf(kind), emailOf(kind).toUpperCase()];
      const asked = [...written, ...written.map(unknownEmail)];
      const [first, ...others] = await Promise.all(asked.map((email) => ask(path, email)));
      for (const other of others) expect(other).toEqual(first);
      comparedCount += others.length;
    },
  );

  let times: Times<Kind | 'unknown'>;
  beforeAll(async () => {
    const ways = Object.fromEntries(kinds.map((kind) => [kind, () => ask(path, emailOf(kind))]));
    times = await takeTimes(
      // Object.fromEntries forgets the literal names.
      { ...(ways as Record<Kind, () => Promise<unknown>>), unknown: () => ask(path, unknownEmail()) },
      // All but a sign-in wait until a time is over that is the same for all.
      {
        isAtOnce: path !== '/auth/login',
        isOpen: (taken) =>
          kinds.some((kind) => isLeftOpen(taken[kind], taken.unknown, { margin: promisedRatio })),
      },
    );
    // A machine that does much else takes long; how long says nothing here.
  }, 600_000);

  test.each(kinds)('takes as long for an email that is %s as for one that nobody has', (kind) => {
    largestRatio = Math.max(largestRatio, Math.abs(medianOf(times[kind]) / medianOf(times.unknown) - 1));
    expect(differenceOf(times[kind], times.unknown, { margin: promisedRatio })).toBeUndefined();
    comparedCount += 1;
  });
});

test('what was registered with a taken email signs in as what was registered with a free one', async () => {
  const owner = await makePerson(testApp);
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
