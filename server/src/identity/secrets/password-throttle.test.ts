import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createSiblingApp, createTestApp, type TestApp, type TestReply } from '../../test/app.ts';
import { makePerson, registerPerson, type Registration, type SignedInPerson } from '../../test/person.ts';
import { codeOf, giveAuthenticator } from '../../test/two-factor.ts';
import { callOffPasswordTry, countPasswordTry, forgetPasswordTries } from './password-throttle.ts';

// A password is hashed for every try, and other suites hash on the same cores.
vi.setConfig({ testTimeout: 60_000 });

/** People are made where limits are wide open, and try their passwords where they are as in production. */
let openApp: TestApp;
let testApp: TestApp;

beforeAll(async () => {
  openApp = await createTestApp();
  testApp = await createSiblingApp(openApp, { RATE_LIMIT_FACTOR: '1' });
});
afterAll(async () => {
  await testApp.close();
  await openApp.close();
});

const minute = 60;
const wrong = 'wrong horse';

let hostCount = 0;
/** A network address that nobody has called from. */
function newHost(): string {
  hostCount += 1;
  return `10.1.${Math.floor(hostCount / 250)}.${(hostCount % 250) + 1}`;
}

interface From {
  readonly host?: string;
  readonly cookie?: string;
}

function logIn(body: object, { host = newHost(), cookie }: From = {}): Promise<TestReply> {
  return testApp.call('POST', '/auth/login', {
    body,
    networkAddress: host,
    headers: cookie === undefined ? {} : { cookie },
  });
}

/** Lets time pass for all that was counted, the general limits included. */
async function pass(seconds: number): Promise<void> {
  const { pool } = testApp.db;
  await pool.query(
    `update failed_password
     set blocked_until = blocked_until - make_interval(secs => $1),
         last_failed_at = last_failed_at - make_interval(secs => $1)`,
    [seconds],
  );
  await pool.query('delete from rate_limit');
}

async function statusesOf(count: number, attempt: () => Promise<TestReply>): Promise<number[]> {
  const statuses = [];
  for (let index = 0; index < count; index += 1) statuses.push((await attempt()).status);
  return statuses;
}

/** Tries once, then for as long as told to wait, `count` times in all: the waits in seconds. */
async function waitsAfter(count: number, attempt: () => Promise<TestReply>): Promise<number[]> {
  const waits = [];
  for (let index = 0; index < count; index += 1) {
    const reply = await attempt();
    expect(reply.body.error).toBe('RateLimitExceeded');
    const seconds = Number(reply.headers['retry-after']);
    // What has passed since the wait began is no second yet, or just one on a slow machine.
    waits.push(Math.ceil(seconds / 10) * 10);
    await pass(seconds);
    expect((await attempt()).status).toBe(401);
  }
  return waits;
}

const doubling = [30, 60, 120, 240, 480, 900, 900];
const fiveFree = Array<number>(5).fill(401);

/** What a browser sends that its person signed in on. */
async function deviceOf({ email, password }: SignedInPerson): Promise<string> {
  const reply = await openApp.call('POST', '/auth/login', { body: { email, password } });
  return String(reply.headers['set-cookie']).split(';')[0] ?? '';
}

describe('from one network, five wrong passwords are free, then each waits twice as long, 15 minutes at most,', () => {
  test('for a name that somebody has', async () => {
    const { email } = await makePerson(openApp);
    const host = newHost();
    const attempt = () => logIn({ email, password: wrong }, { host });
    expect(await statusesOf(5, attempt)).toEqual(fiveFree);
    expect(await waitsAfter(7, attempt)).toEqual(doubling);
  });

  test('for a name that nobody has', async () => {
    const host = newHost();
    const attempt = () => logIn({ username: 'nobody', password: wrong }, { host });
    expect(await statusesOf(5, attempt)).toEqual(fiveFree);
    expect(await waitsAfter(7, attempt)).toEqual(doubling);
  });

  test('the right password among them', async () => {
    const { email, password } = await makePerson(openApp);
    const host = newHost();
    await statusesOf(5, () => logIn({ email, password: wrong }, { host }));
    expect((await logIn({ email, password }, { host })).status).toBe(429);
    await pass(30);
    expect((await logIn({ email, password }, { host })).status).toBe(200);
  });

  test('also of those that arrive at once', async () => {
    const { email } = await makePerson(openApp);
    const host = newHost();
    const burst = () =>
      Promise.all(Array.from({ length: 10 }, () => logIn({ email, password: wrong }, { host })));
    const statuses = (await burst()).map((reply) => reply.status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  test('whatever address of an IPv6 /64 they come from, and however the name is written', async () => {
    const { username } = await makePerson(openApp);
    let count = 0;
    const attempt = () => {
      count += 1;
      const name = count % 2 === 0 ? username : username.toUpperCase();
      return logIn({ username: name, password: wrong }, { host: `2001:db8:7:7::${count}` });
    };
    expect(await statusesOf(6, attempt)).toEqual([...fiveFree, 429]);
  });
});

test('a wait does not grow by asking', async () => {
  const host = newHost();
  const attempt = () => logIn({ username: 'impatient', password: wrong }, { host });
  await statusesOf(5, attempt);
  expect(await statusesOf(4, attempt)).toEqual([429, 429, 429, 429]);
  expect(Number((await attempt()).headers['retry-after'])).toBeLessThanOrEqual(30);
});

test('the right password makes its person’s own mistakes undone', async () => {
  const { email, password } = await makePerson(openApp);
  const host = newHost();
  for (let day = 0; day < 8; day += 1) {
    expect(await statusesOf(4, () => logIn({ email, password: wrong }, { host }))).toEqual(fiveFree.slice(1));
    expect((await logIn({ email, password }, { host })).status).toBe(200);
    await pass(minute);
  }
});

test('a day without a mistake starts anew', async () => {
  const host = newHost();
  const attempt = () => logIn({ username: 'forgetful', password: wrong }, { host });
  await statusesOf(5, attempt);
  await waitsAfter(3, attempt);
  await pass(24 * 60 * minute - 5);
  expect((await attempt()).status).toBe(401);
  expect((await attempt()).status).toBe(429);
  await pass(24 * 60 * minute + 5);
  expect(await statusesOf(6, attempt)).toEqual([...fiveFree, 429]);
});

describe('from many networks', () => {
  const tryFromEverywhere = (count: number, body: object) => statusesOf(count, () => logIn(body));

  test('25 are free, for names that nobody has as for others', async () => {
    const { email } = await makePerson(openApp);
    for (const name of [email, 'nobody@example.com']) {
      const statuses = await tryFromEverywhere(26, { email: name, password: wrong });
      expect(statuses).toEqual([...Array<number>(25).fill(401), 429]);
    }
  });

  test('strangers slow each other, and never a browser that its person signed in on before', async () => {
    const person = await makePerson(openApp);
    const { username, password } = person;
    const cookie = await deviceOf(person);
    const othersCookie = await deviceOf(await makePerson(openApp));
    await tryFromEverywhere(26, { username, password: wrong });
    expect((await logIn({ username, password })).status).toBe(429);
    expect((await logIn({ username, password }, { cookie: othersCookie })).status).toBe(429);
    expect((await logIn({ username, password }, { cookie: `device=${'A'.repeat(43)}` })).status).toBe(429);
    expect((await logIn({ username, password }, { cookie })).status).toBe(200);
  });

  test('a known browser is held to its own five all the same', async () => {
    const person = await makePerson(openApp);
    const from = { host: newHost(), cookie: await deviceOf(person) };
    const attempt = () => logIn({ email: person.email, password: wrong }, from);
    expect(await statusesOf(6, attempt)).toEqual([...fiveFree, 429]);
  });

  test('a new browser of the owner waits 15 minutes at most, and forgives no stranger', async () => {
    const { username, password } = await makePerson(openApp);
    await tryFromEverywhere(25, { username, password: wrong });
    for (let round = 0; round < 8; round += 1) {
      await pass(15 * minute);
      expect((await logIn({ username, password: wrong })).status).toBe(401);
    }
    const owner = newHost();
    const refused = await logIn({ username, password }, { host: owner });
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(15 * minute);
    await pass(15 * minute);
    expect((await logIn({ username, password }, { host: owner })).status).toBe(200);
    expect((await logIn({ username, password: wrong })).status).toBe(401);
    const stranger = await logIn({ username, password: wrong });
    expect(Number(stranger.headers['retry-after'])).toBeGreaterThan(14 * minute);
  });
});

describe('somebody who registered with an email that another has proved', () => {
  let owner: SignedInPerson;
  let rival: Registration;
  beforeAll(async () => {
    owner = await makePerson(openApp);
    rival = await registerPerson(openApp, { email: owner.email, password: 'a rival horse 8' });
  });

  test('takes back their own tries alone by signing in, so that the owner’s password has no more of them', async () => {
    const host = newHost();
    const { email } = owner;
    expect(await statusesOf(4, () => logIn({ email, password: wrong }, { host }))).toEqual(
      Array(4).fill(401),
    );
    expect((await logIn({ email, password: rival.password }, { host })).status).toBe(200);
    expect((await logIn({ email, password: wrong }, { host })).status).toBe(401);
    expect((await logIn({ email, password: wrong }, { host })).status).toBe(429);
    await pass(minute);
  });

  test('takes back one try each, also of many at once', async () => {
    const tried = { name: 'email at-once@example.com', networkAddress: newHost(), isKnownDevice: false };
    const atOnce = (work: () => Promise<void>) => Promise.all(Array.from({ length: 15 }, work));
    for (let round = 0; round < 10; round += 1) {
      await atOnce(() => countPasswordTry(openApp.db, tried, 1000));
      await atOnce(() => callOffPasswordTry(openApp.db, tried));
    }
    // None is left to hold against them, and none too few was counted.
    await forgetPasswordTries(openApp.db, tried);
    await countPasswordTry(openApp.db, tried, 1000);
    const { rows } = await openApp.db.pool.query(
      "select max(failures) as most from failed_password where last_failed_at > now() - interval '1 second'",
    );
    expect(rows).toEqual([{ most: 1 }]);
  });

  test('has no browser that counts as the owner’s: none is remembered before a proof', async () => {
    const { username, password } = rival;
    const reply = await logIn({ username, password });
    expect(reply.status).toBe(200);
    expect(reply.headers['set-cookie']).toBeUndefined();
  });
});

test('names are counted as typed, so that none tells whose it is', async () => {
  const { email, username } = await makePerson(openApp);
  const host = newHost();
  expect(await statusesOf(5, () => logIn({ email, password: wrong }, { host }))).toEqual(fiveFree);
  await pass(0);
  expect(await statusesOf(5, () => logIn({ username, password: wrong }, { host }))).toEqual(fiveFree);
});

test('wrong second factors and wrong passwords are counted apart', async () => {
  const person = await makePerson(openApp);
  const authenticator = await giveAuthenticator(openApp, person);
  const { email, password } = person;
  const twoFactorCode = codeOf(authenticator, 100);
  const host = newHost();
  const wrongCodes = await statusesOf(7, () => logIn({ email, password, twoFactorCode }, { host }));
  expect(wrongCodes).toEqual(Array(7).fill(422));
  await pass(0);
  const wrongPasswords = await statusesOf(6, () =>
    logIn({ email, password: wrong, twoFactorCode }, { host }),
  );
  expect(wrongPasswords).toEqual([...fiveFree, 429]);
  const right = { email, password, twoFactorCode: codeOf(authenticator) };
  expect((await logIn(right)).status).toBe(200);
});

describe('who is signed in', () => {
  const prove = (token: string, password: string, { host = newHost(), cookie }: From = {}) =>
    testApp.call('POST', '/auth/proof', {
      token,
      body: { password },
      networkAddress: host,
      headers: cookie === undefined ? {} : { cookie },
    });

  test('has five free as well, and stays signed in', async () => {
    const { token, password } = await makePerson(openApp);
    const host = newHost();
    const statuses = await statusesOf(6, () => prove(token, wrong, { host }));
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    await pass(30);
    expect((await prove(token, password, { host })).status).toBe(200);
  });

  test('with a stolen token guesses no faster from many networks, and slows no known browser', async () => {
    const person = await makePerson(openApp);
    const cookie = await deviceOf(person);
    for (let count = 0; count < 25; count += 1) {
      if (count % 10 === 0) await pass(0);
      expect((await prove(person.token, wrong)).status).toBe(422);
    }
    await pass(0);
    expect((await prove(person.token, person.password)).status).toBe(429);
    expect((await prove(person.token, person.password, { cookie })).status).toBe(200);
  });
});
