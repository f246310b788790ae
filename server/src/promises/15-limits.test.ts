import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createSiblingApp, createTestApp, type TestApp, type TestReply } from '../test/app.ts';

// A password is hashed for every try, and other suites hash on the same cores.
vi.setConfig({ testTimeout: 60_000 });

/** Limits hold against forged X-Forwarded-For, IPv6 /64 rotation, parallel bursts, restarts and several processes. */

const asInProduction = { RATE_LIMIT_FACTOR: '1' };
let apps: readonly [TestApp, TestApp];
const counts = { attempted: 0, admitted: 0, refused: 0 };

beforeAll(async () => {
  const first = await createTestApp(asInProduction);
  apps = [first, await createSiblingApp(first, asInProduction)];
});
afterAll(async () => {
  await apps[1].close();
  await apps[0].close();
  process.stdout.write(
    `promise 15: ${counts.attempted} calls attempted, ${counts.admitted} admitted, ${counts.refused} refused\n`,
  );
});

/** How often each call that nobody signs in for is answered in its shortest window, whatever it carries. */
const limited = [
  ['/auth/login', 10],
  ['/auth/logout-by-hash', 60],
  ['/auth/register', 5],
  ['/auth/verify-code', 15],
  ['/auth/resend-verification', 1],
  ['/auth/forgot-password', 30],
  ['/auth/validate-reset-token', 30],
  ['/auth/reset-password', 30],
  ['/auth/freeze', 30],
  ['/auth/undo-email-change', 30],
  ['/auth/2fa/verify', 30],
  ['/auth/2fa/recovery', 30],
  ['/auth/2fa/passkey-options', 30],
  ['/auth/2fa/passkey', 30],
  ['/auth/passkey', 30],
  ['/contact', 5],
] as const;

const beyond = 8;

let networkCount = 0;
/** A network that nobody called from: its addresses, of which it has no end. */
function newNetwork(): (index: number) => string {
  networkCount += 1;
  const network = networkCount;
  return (index) => `2001:db8:15:${network.toString(16)}::${(index + 1).toString(16)}`;
}

async function ask(app: TestApp, path: string, caller: Caller): Promise<TestReply> {
  const reply = await app.call('POST', path, {
    body: caller.body ?? {},
    networkAddress: caller.networkAddress,
    headers: { 'x-forwarded-for': `198.51.100.${caller.index % 250}` },
  });
  counts.attempted += 1;
  if (reply.status === 429) counts.refused += 1;
  else counts.admitted += 1;
  return reply;
}

interface Caller {
  readonly networkAddress: string;
  readonly index: number;
  readonly body?: object;
}

const appOf = (index: number) => (index % 2 === 0 ? apps[0] : apps[1]);
const admitted = (replies: readonly TestReply[]) => replies.filter(({ status }) => status !== 429);

describe.each(limited)('%s', (path, limit) => {
  test(`is answered ${limit} times to a network that comes in a burst, by all its addresses, to both processes, under forged names`, async () => {
    const addressOf = newNetwork();
    const replies = await Promise.all(
      Array.from({ length: limit + beyond }, (_, index) =>
        ask(appOf(index), path, { networkAddress: addressOf(index), index }),
      ),
    );
    expect(admitted(replies)).toHaveLength(limit);
    for (const { status, body, headers } of replies) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      if (status !== 429) continue;
      expect(body.error).toBe('RateLimitExceeded');
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    const restarted = await createSiblingApp(apps[0], asInProduction);
    try {
      const again = await ask(restarted, path, { networkAddress: addressOf(999), index: 999 });
      expect(again.status).toBe(429);
      const neighbour = await ask(restarted, path, { networkAddress: newNetwork()(0), index: 0 });
      expect(neighbour.status).not.toBe(429);
    } finally {
      await restarted.close();
    }
  });
});

describe('wrong passwords', () => {
  const wrongFor = (username: string) => ({ username, password: 'wrong horse' });

  test('of one name and network are five, at once and to both processes, and stay counted in a restart', async () => {
    const addressOf = newNetwork();
    const body = wrongFor('somebody');
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        ask(appOf(index), '/auth/login', { networkAddress: addressOf(index), index, body }),
      ),
    );
    expect(admitted(replies).map(({ status }) => status)).toEqual(Array(5).fill(401));
    // What the general limit counted is set aside, so that the wait for this name alone is what refuses.
    await apps[0].db.pool.query('delete from rate_limit');
    const restarted = await createSiblingApp(apps[0], asInProduction);
    try {
      const caller = { networkAddress: addressOf(11), index: 11 };
      expect((await ask(restarted, '/auth/login', { ...caller, body })).status).toBe(429);
      const other = await ask(restarted, '/auth/login', { ...caller, body: wrongFor('another') });
      expect(other.status).toBe(401);
    } finally {
      await restarted.close();
    }
  });

  test('of one name are 25 from however many networks, to both processes', async () => {
    const replies = [];
    // No more at once than passwords wait to be hashed.
    for (let round = 0; round < 3; round += 1) {
      const burst = Array.from({ length: 12 }, (_, index) =>
        ask(appOf(index), '/auth/login', {
          networkAddress: newNetwork()(0),
          index,
          body: wrongFor('everybody'),
        }),
      );
      replies.push(...(await Promise.all(burst)));
    }
    expect(admitted(replies).map(({ status }) => status)).toEqual(Array(25).fill(401));
  });
});
