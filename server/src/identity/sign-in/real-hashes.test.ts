import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, refused, type TestApp } from '../../test/app.ts';
import { differenceOf, takeTimes } from '../../test/compare-times.ts';
import { makePerson, registerPerson } from '../../test/person.ts';

// Sign-ins whose hashes take what they take in production.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const logIn = (body: object) => testApp.call('POST', '/auth/login', { body });

// That it takes as long for an email that nobody has as for a known one is promise 11.
describe('the time of a sign-in tells nothing:', () => {
  // One hash more or less would make the difference half of the whole.
  const margin = 0.1;
  const signInWith = (body: object, status: number) => async () =>
    expect((await logIn(body)).status).toBe(status);

  test('a wrong password takes as long for an unknown username as for a known one', async () => {
    const { username } = await makePerson(testApp);
    const password = 'wrong horse';
    const times = await takeTimes({
      known: signInWith({ username, password }, 401),
      unknown: signInWith({ username: 'nobody', password }, 401),
    });
    expect(differenceOf(times.known, times.unknown, { margin })).toBeUndefined();
  }, 300_000);

  test('one takes as long with what was just registered, be its email free, taken or waiting for a proof', async () => {
    const owner = await makePerson(testApp);
    const other = await registerPerson(testApp);
    const password = 'another horse 8';
    const register = (overrides: { email?: string }) => registerPerson(testApp, { ...overrides, password });
    const [free, taken, shared] = [
      await register({}),
      await register({ email: owner.email }),
      await register({ email: other.email }),
    ];
    const times = await takeTimes({
      free: signInWith({ email: free.email, password }, 200),
      taken: signInWith({ email: taken.email, password }, 200),
      shared: signInWith({ email: shared.email, password }, 200),
    });
    expect(differenceOf(times.taken, times.free, { margin })).toBeUndefined();
    expect(differenceOf(times.shared, times.free, { margin })).toBeUndefined();
  }, 300_000);
});

test('answers busy when too many passwords wait to be hashed, and serves again afterwards', async () => {
  const wrong = { email: 'nobody@example.com', password: 'wrong horse' };
  const replies = await Promise.all(Array.from({ length: 60 }, () => logIn(wrong)));
  const busy = replies.filter((reply) => reply.status !== 401);
  expect(busy.length).toBeGreaterThan(0);
  for (const reply of busy) {
    expect(refused(reply)).toMatchObject({ status: 503, error: 'Busy' });
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await logIn(wrong)).status).toBe(401);
});
