import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, refused, type TestApp } from '../test/app.ts';
import { giveMoney } from '../test/money.ts';
import { makePerson } from '../test/person.ts';
import { installErrorReplies } from './error-reply.ts';
import { refuseWritesWhile } from './refuse-writes.ts';

let testApp: TestApp;
let isDiskShort = false;

beforeAll(async () => {
  testApp = await createTestApp({}, { isDiskShort: () => isDiskShort });
});
afterAll(() => testApp.close());

test('while the disk is short writes are refused, reads answered, and afterwards all is as before', async () => {
  const [person, other] = [await makePerson(testApp), await makePerson(testApp)];
  await giveMoney(testApp, person, 'MRCY', '10');
  const { token } = person;
  const body = { recipientAddress: other.user.walletAddress, amount: '1' };
  const transfer = () => testApp.call('POST', '/wallets/transfer', { token, body });
  const rename = () => testApp.call('PUT', '/users/profile', { token, body: { name: 'Ada Lovelace' } });
  isDiskShort = true;
  for (const reply of [await transfer(), await rename()]) {
    expect(refused(reply)).toMatchObject({ status: 503, error: 'Busy' });
    expect(reply.headers['retry-after']).toBe('30');
  }
  expect((await testApp.call('GET', '/wallets/balance', { token })).status).toBe(200);
  expect((await testApp.app.inject('/')).statusCode).toBe(200);
  isDiskShort = false;
  expect([(await transfer()).status, (await rename()).status]).toEqual([200, 200]);
});

test('the refusals of a disk that is short fill it with no line of the log', async () => {
  const logged: string[] = [];
  const app = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => logged.push(line) } } });
  installErrorReplies(app);
  refuseWritesWhile(app, () => true);
  app.post('/v1/wallets/transfer', async () => 'moved');
  const reply = await app.inject({ method: 'POST', url: '/v1/wallets/transfer' });
  await app.close();
  expect([reply.statusCode, reply.headers['retry-after'], reply.json().error]).toEqual([503, '30', 'Busy']);
  expect(logged).toEqual([]);
});

const token = 'x'.repeat(43);

test.each([
  ['POST', '/auth/logout', undefined],
  ['POST', '/auth/freeze', { token }],
  ['POST', '/auth/undo-email-change', { token }],
  ['POST', '/wallets/withdraw/cancel', { transactionId: token }],
  ['POST', '/wallets/withdraw/cancel-by-link', { token }],
  ['DELETE', '/users/sessions', undefined],
  ['DELETE', '/users/sessions/any?at=all', undefined],
] as const)('what protects is heard while the disk is short: %s %s', async (method, path, body) => {
  isDiskShort = true;
  const { status } = await testApp.call(method, path, body && { body });
  isDiskShort = false;
  // Refused by the call itself, which knows neither the caller nor the token.
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
});

test.each([
  ['POST', '/users/sessions'],
  ['DELETE', '/users/account'],
  ['PUT', '/auth/logout'],
] as const)('nothing else is: %s %s', async (method, path) => {
  isDiskShort = true;
  const { status } = await testApp.call(method, path);
  isDiskShort = false;
  expect(status).toBe(503);
});

test('a session is ended while the disk is short', async () => {
  const { token: held } = await makePerson(testApp);
  isDiskShort = true;
  const { status } = await testApp.call('POST', '/auth/logout', { token: held });
  isDiskShort = false;
  expect(status).toBeLessThan(300);
  expect((await testApp.call('GET', '/users/profile', { token: held })).status).toBe(401);
});

test('and by the hash of its token', async () => {
  const { token: held } = await makePerson(testApp);
  isDiskShort = true;
  const body = { tokenHash: createHash('sha256').update(held).digest('hex') };
  const { status } = await testApp.call('POST', '/auth/logout-by-hash', { body });
  isDiskShort = false;
  expect(status).toBe(200);
  expect((await testApp.call('GET', '/users/profile', { token: held })).status).toBe(401);
});

test('a read is answered where its session can’t be written down as used', async () => {
  const { token, user } = await makePerson(testApp);
  const { pool } = testApp.ownerDb;
  await pool.query("update session set last_used_at = now() - interval '5 minutes' where user_id = $1", [
    user.id,
  ]);
  // As PostgreSQL says where a table finds no room to grow.
  await pool.query(
    `create function no_room() returns trigger language plpgsql as $$
       begin raise 'could not extend file' using errcode = 'disk_full'; end $$;
     create trigger no_room before update on session for each row execute function no_room()`,
  );
  try {
    expect((await testApp.call('GET', '/users/profile', { token })).status).toBe(200);
  } finally {
    await pool.query('drop function no_room cascade');
  }
});
