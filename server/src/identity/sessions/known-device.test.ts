import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, succeeded, type TestApp, type TestReply } from '../../test/app.ts';
import { askForReset, newPassword, resetWith } from '../../test/password-reset.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { isKnownDevice } from './known-device.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const cookieOf = ({ headers }: TestReply) => String(headers['set-cookie']).split(';')[0] ?? '';

function logIn({ email, password }: Pick<SignedInPerson, 'email' | 'password'>, cookie?: string) {
  const headers = cookie === undefined ? {} : { cookie };
  return testApp.call('POST', '/auth/login', { body: { email, password }, headers });
}

async function resetOn(cookie: string, person: SignedInPerson): Promise<TestReply> {
  const { token } = await askForReset(testApp, person.email);
  const reply = await resetWith(testApp, token, { headers: { cookie } });
  succeeded(endpoints.resetPassword, reply);
  return reply;
}

async function changeOn(cookie: string, { token, password }: SignedInPerson): Promise<TestReply> {
  const reply = await testApp.call('PUT', '/users/password', {
    token,
    headers: { cookie },
    body: { currentPassword: password, newPassword, confirmPassword: newPassword },
  });
  succeeded(endpoints.changePassword, reply);
  return reply;
}

test('a browser keeps its cookie from one sign-in to the next', async () => {
  const person = await makePerson(testApp);
  const cookie = cookieOf(await logIn(person));
  expect(cookieOf(await logIn(person, cookie))).toBe(cookie);
});

test.each([
  ['a reset', resetOn],
  ['a change of the password', changeOn],
] as const)(
  '%s gives the browser another cookie, so that a copy of the old one is of no use',
  async (_by, way) => {
    const person = await makePerson(testApp);
    const copied = cookieOf(await logIn(person));
    const fresh = cookieOf(await way(copied, person));
    const isKnown = (cookie: string) =>
      isKnownDevice(testApp.db.pool, [person.user.id], { deviceToken: cookie.replace('device=', '') });
    expect(fresh).not.toBe(copied);
    expect([await isKnown(fresh), await isKnown(copied)]).toEqual([true, false]);
    expect(cookieOf(await logIn({ email: person.email, password: newPassword }, fresh))).toBe(fresh);
  },
);

test('after a reset the browser that made it is no new device to its account, but to the others that used it', async () => {
  const [person, other] = [await makePerson(testApp), await makePerson(testApp)];
  const cookie = cookieOf(await logIn(person));
  await logIn(other, cookie);
  const fresh = cookieOf(await resetOn(cookie, person));
  await logIn({ email: person.email, password: newPassword }, fresh);
  // The second account's first mail is about a browser that it has not seen: the new cookie makes a copy of the old one useless.
  await logIn(other, fresh);
  const isNews = async ({ user }: SignedInPerson) => {
    const { rows } = await testApp.db.pool.query<{ kind: string }>(
      'select kind from security_event where user_id = $1 order by id desc limit 1',
      [user.id],
    );
    return rows[0]?.kind;
  };
  expect([await isNews(person), await isNews(other)]).toEqual(['signed_in', 'signed_in_on_new_device']);
});
