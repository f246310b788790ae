import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { installDeviceCookie, readDeviceToken, writeDeviceToken } from './device-cookie.ts';

const token = 'A'.repeat(43);

async function appAt(publicUrl: string) {
  const app = Fastify();
  await installDeviceCookie(app, readConfig({ PUBLIC_URL: publicUrl }));
  app.get('/keep', (_request, reply) => {
    writeDeviceToken(reply, token);
    return reply.send({});
  });
  app.get('/read', (request, reply) => reply.send({ token: readDeviceToken(request) ?? null }));
  return app;
}

test.each([
  ['https://mercury.example', true],
  ['http://127.0.0.1:3000', false],
])('the cookie of %s goes over encrypted connections only: %s', async (publicUrl, isSecure) => {
  const { headers } = await (await appAt(publicUrl)).inject('/keep');
  const attributes = String(headers['set-cookie']).split('; ');
  expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Strict', 'Path=/v1']));
  expect(attributes).toContain(`Max-Age=${400 * 24 * 60 * 60}`);
  expect(attributes.includes('Secure')).toBe(isSecure);
});

test.each([
  [token, token],
  [`${token}A`, null],
  ['', null],
])('of the cookie %j is read %j', async (sent, read) => {
  const app = await appAt('http://127.0.0.1:3000');
  expect((await app.inject({ url: '/read', cookies: { device: sent } })).json()).toEqual({ token: read });
});
