import { endpoints } from '@mercury/contract/api/index.ts';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createBind } from './bind.ts';
import { installDeviceCookie } from './device-cookie.ts';
import { installErrorReplies } from './error-reply.ts';

/** An app of one endpoint, whose handler answers what it is told to. */
async function logoutWith(reply: unknown, { checksReplies }: { checksReplies: boolean }) {
  const app = Fastify();
  installErrorReplies(app);
  await installDeviceCookie(app, readConfig({}));
  const bind = createBind(app, {
    findSession: async () => ({ id: 'session', userId: 'user', isEmailVerified: true, isProved: false }),
    explainEnd: async () => 'auth.sessionEnded.otherwise',
    findKey: async () => undefined,
    keyWeights: { spend: async () => undefined },
    rateLimiter: { consume: async () => undefined },
    checksReplies,
  });
  // Deliberately not what the contract says, which the compiler would refuse.
  bind(endpoints.logout, {}, async () => reply as never);
  return app.inject({ method: 'POST', url: '/v1/auth/logout', headers: { authorization: 'Bearer any' } });
}

const right = { success: true, message: 'done' };

test('sends a reply that keeps the contract', async () => {
  const reply = await logoutWith(right, { checksReplies: true });
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual(right);
  expect(reply.headers['cache-control']).toBe('no-store');
});

test.each([
  ['has a field too many', { ...right, passwordHash: 'secret' }],
  ['misses a field', { success: true }],
  ['has a field of another type', { ...right, message: 1 }],
  ['is nothing', undefined],
])('fails a reply that %s, without sending it', async (_what, wrong) => {
  const reply = await logoutWith(wrong, { checksReplies: true });
  expect(reply.statusCode).toBe(500);
  expect(reply.json().error).toBe('ServerError');
  expect(reply.body).not.toContain('secret');
});

/** What a handler is given as the key of a call that sends this one; undefined where the call is refused. */
async function keyTaken(key: string): Promise<string | undefined> {
  const app = Fastify();
  installErrorReplies(app);
  await installDeviceCookie(app, readConfig({}));
  const bind = createBind(app, {
    findSession: async () => ({ id: 'session', userId: 'user', isEmailVerified: true, isProved: false }),
    explainEnd: async () => 'auth.sessionEnded.otherwise',
    findKey: async () => undefined,
    keyWeights: { spend: async () => undefined },
    rateLimiter: { consume: async () => undefined },
    checksReplies: false,
  });
  let taken: string | undefined;
  bind(endpoints.transfer, {}, async ({ idempotencyKey }) => {
    taken = idempotencyKey;
    throw new Error('it need not answer');
  });
  await app.inject({
    method: 'POST',
    url: '/v1/wallets/transfer',
    headers: { authorization: 'Bearer any', 'idempotency-key': key },
    payload: { recipientAddress: 'anybody', amount: '1' },
  });
  return taken;
}

test.each([8, 128])('takes an idempotency key of %i characters', async (length) => {
  const key = 'k'.repeat(length);
  expect(await keyTaken(key)).toBe(key);
});

test.each([7, 129])('refuses an idempotency key of %i characters', async (length) => {
  expect(await keyTaken('k'.repeat(length))).toBeUndefined();
});
