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
