import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { createTestApp, refused, type TestApp } from '../test/app.ts';
import { makePerson, registerPerson } from '../test/person.ts';
import { createRateLimiter } from './rate-limit.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ RATE_LIMIT_FACTOR: '1' });
});
afterAll(() => testApp.close());

let hostCount = 0;
/** A network address that no other test calls from. */
function newHost(): string {
  hostCount += 1;
  return `192.0.2.${hostCount}`;
}

// What is refused for its form still counts, and hashes no password.
const logIn = (networkAddress: string, headers: Record<string, string> = {}) =>
  testApp.call('POST', '/auth/login', { body: {}, networkAddress, headers });

async function statusesOf(calls: Promise<{ status: number }>[]): Promise<number[]> {
  return (await Promise.all(calls)).map((reply) => reply.status).toSorted((one, other) => one - other);
}

const tenThenNone = [...Array<number>(10).fill(400), 429];

test('lets ten sign-ins a minute through and says how long to wait for the next', async () => {
  const host = newHost();
  for (let count = 0; count < 10; count += 1) expect((await logIn(host)).status).toBe(400);
  const reply = await logIn(host);
  expect(refused(reply)).toMatchObject({
    status: 429,
    error: 'RateLimitExceeded',
    message: 'Too many attempts. Please try again later.',
  });
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect((await logIn(newHost())).status).toBe(400);
});

test('counts a burst exactly', async () => {
  const host = newHost();
  expect(await statusesOf(Array.from({ length: 11 }, () => logIn(host)))).toEqual(tenThenNone);
});

test('is not fooled by a forged X-Forwarded-For', async () => {
  const host = newHost();
  const calls = Array.from({ length: 11 }, (_, i) => logIn(host, { 'x-forwarded-for': `198.51.100.${i}` }));
  expect(await statusesOf(calls)).toEqual(tenThenNone);
});

test('counts a whole IPv6 /64 as one', async () => {
  const calls = Array.from({ length: 11 }, (_, i) => logIn(`2001:db8:1:2::${i + 1}`));
  expect(await statusesOf(calls)).toEqual(tenThenNone);
  expect((await logIn('2001:db8:1:3::1')).status).toBe(400);
});

test('counts a whole IPv6 /48 as 256 of them, more than a household’s /60 has', async () => {
  // Once a minute for a network.
  const limiter = createRateLimiter(testApp.db.pool, 1);
  const callFrom = (network: number) => limiter.consume('resend', `2001:db8:48:${network.toString(16)}::1`);
  await Promise.all(Array.from({ length: 256 }, (_, i) => callFrom(i)));
  await expect(callFrom(1000)).rejects.toThrow('RateLimitExceeded');
  await expect(callFrom(1001)).rejects.toThrow('RateLimitExceeded');
  await limiter.consume('resend', '2001:db8:49:1::1');
});

test('what a network is refused spends nothing of the others in its /48', async () => {
  // Once a minute for a network, 256 times for its site.
  const limiter = createRateLimiter(testApp.db.pool, 1);
  const calls = Array.from({ length: 300 }, () => limiter.consume('resend', '2001:db8:50:1::1'));
  const done = (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled');
  expect(done).toHaveLength(1);
  await limiter.consume('resend', '2001:db8:50:2::1');
});

test('keeps no count of further networks of a /48 that has spent its budget, until it has one again', async () => {
  const limiter = createRateLimiter(testApp.db.pool, 1);
  const callFrom = (network: number) => limiter.consume('resend', `2001:db8:51:${network.toString(16)}::1`);
  await Promise.all(Array.from({ length: 256 }, (_, i) => callFrom(i)));
  await expect(callFrom(300)).rejects.toThrow('RateLimitExceeded');
  const countRows = async () => {
    const { rowCount } = await testApp.db.pool.query(
      `select from rate_limit where key like '%:2001:db8:51:%'`,
    );
    return rowCount;
  };
  const before = await countRows();
  const spentAt = Date.now();
  vi.useFakeTimers({ now: spentAt + 30_000, toFake: ['Date'] });
  try {
    for (let network = 301; network < 320; network += 1) {
      await expect(callFrom(network)).rejects.toThrow('RateLimitExceeded');
    }
    expect(await countRows()).toBe(before);
    vi.setSystemTime(spentAt + 61_000);
    await limiter.consume('resend', '2001:db8:51:1::1');
  } finally {
    vi.useRealTimers();
  }
});

test('counts an IPv4 address as one however it is written', async () => {
  const spellings = ['198.18.0.1', '::ffff:198.18.0.1', '::FFFF:c612:1', '0:0:0:0:0:ffff:c612:0001'];
  const calls = Array.from({ length: 11 }, (_, i) => logIn(spellings[i % 4] ?? ''));
  expect(await statusesOf(calls)).toEqual(tenThenNone);
  expect((await logIn('::ffff:198.18.0.2')).status).toBe(400);
});

test.each(['/users/profile', '/events'])(
  'counts what is shown to %s and is no session’s, and refuses none that is one',
  async (path) => {
    const host = newHost();
    const guess = () => testApp.call('GET', path, { token: `guess-${Math.random()}`, networkAddress: host });
    expect(await statusesOf(Array.from({ length: 121 }, guess))).toEqual([
      ...Array<number>(120).fill(401),
      429,
    ]);
    const { token } = await makePerson(testApp);
    expect((await testApp.call('GET', '/users/profile', { token, networkAddress: host })).status).toBe(200);
    expect((await testApp.call('GET', '/users/profile', { networkAddress: host })).status).toBe(401);
  },
);

test('forgets nothing in a restart, nor in another process', async () => {
  const host = newHost();
  for (let count = 0; count < 10; count += 1) await logIn(host);
  await expect(createRateLimiter(testApp.db.pool, 1).consume('login', host)).rejects.toThrow(
    'RateLimitExceeded',
  );
});

test('tells a second resend within a minute, whether the email has an account or not', async () => {
  const person = await registerPerson(testApp);
  for (const email of [person.email, 'nobody@example.com']) {
    const host = newHost();
    const resend = () =>
      testApp.call('POST', '/auth/resend-verification', { body: { email }, networkAddress: host });
    expect((await resend()).status).toBe(200);
    expect(refused(await resend())).toMatchObject({ status: 429, error: 'RateLimitExceeded' });
  }
});

test.each([
  ['/auth/register', 5],
  ['/auth/verify-code', 15],
] as const)('lets %s through %i times an hour', async (path, count) => {
  const host = newHost();
  const call = () => testApp.call('POST', path, { body: {}, networkAddress: host });
  expect(await statusesOf(Array.from({ length: count }, call))).toEqual(Array(count).fill(400));
  expect((await call()).status).toBe(429);
});

test('counts the address that a trusted proxy forwards', async () => {
  const behindProxy = await createTestApp({ RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '10.0.0.1' });
  try {
    const statusFor = async (forwardedFor: string) =>
      (
        await behindProxy.call('POST', '/auth/login', {
          body: {},
          networkAddress: '10.0.0.1',
          headers: { 'x-forwarded-for': forwardedFor },
        })
      ).status;
    // The proxy appends whom it saw; what stands before is the caller's own claim.
    for (let i = 0; i < 10; i += 1) expect(await statusFor(`198.51.100.${i}, 203.0.113.1`)).toBe(400);
    expect(await statusFor('198.51.100.99, 203.0.113.1')).toBe(429);
    expect(await statusFor('203.0.113.2')).toBe(400);
  } finally {
    await behindProxy.close();
  }
});

test('counts somebody who is signed in by their account, from whatever address, and nobody else there', async () => {
  const [person, neighbour] = await Promise.all([makePerson(testApp), makePerson(testApp)]);
  const statement = ({ token }: { token: string }, networkAddress: string) =>
    testApp.call('GET', '/transactions/statement', { token, networkAddress });
  const home = newHost();
  for (let count = 0; count < 10; count += 1) expect((await statement(person, home)).status).toBe(200);
  expect(refused(await statement(person, newHost())).error).toBe('RateLimitExceeded');
  expect((await statement(neighbour, home)).status).toBe(200);
});

describe('a budget that is taken by leases', () => {
  it('is spent to its last point by a burst, and not one further', async () => {
    const limiter = createRateLimiter(testApp.db.pool, 1);
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, () => limiter.consume('transfer', 'burst')),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
  });

  it('is never spent twice by processes that share it', async () => {
    const [one, other] = [createRateLimiter(testApp.db.pool, 1), createRateLimiter(testApp.db.pool, 1)];
    const results = await Promise.allSettled(
      Array.from({ length: 80 }, (_, index) => (index % 2 === 0 ? one : other).consume('transfer', 'shared')),
    );
    const allowed = results.filter(({ status }) => status === 'fulfilled').length;
    expect(allowed).toBeLessThanOrEqual(30);
    // What one of them has taken and not spent is all that can be missing.
    expect(allowed).toBeGreaterThan(24);
  });

  it('is counted one by one where a lease would be of a few points', async () => {
    const spentByOneCall = async (factor: number) => {
      const subject = `times ${factor}`;
      await createRateLimiter(testApp.db.pool, factor).consume('withdraw', subject);
      const { rows } = await testApp.db.pool.query<{ points: number }>(
        'select points from rate_limit where key = any ($1) order by key',
        [['withdraw0', 'withdraw1'].map((window) => `${window}:${subject}`)],
      );
      return rows.map(({ points }) => points);
    };
    // Five a minute and twenty a day, and ten times as many.
    expect(await spentByOneCall(1)).toEqual([1, 1]);
    expect(await spentByOneCall(10)).toEqual([5, 20]);
  });

  it('is not carried over: what is left of a lease ends with its minute', async () => {
    const limiter = createRateLimiter(testApp.db.pool, 1);
    const admittedOf = async (count: number) => {
      const calls = Array.from({ length: count }, () => limiter.consume('transfer', 'later'));
      const results = await Promise.allSettled(calls);
      return results.filter(({ status }) => status === 'fulfilled').length;
    };
    const startedAt = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: startedAt });
    try {
      expect(await admittedOf(1)).toBe(1);
      vi.setSystemTime(startedAt + 60_000 - 1);
      expect(await admittedOf(1)).toBe(1);
      vi.setSystemTime(startedAt + 60_000);
      expect(await admittedOf(40)).toBe(30);
    } finally {
      vi.useRealTimers();
    }
  });
});
