import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, refused, type TestApp } from '../test/app.ts';
import { giveMoney } from '../test/money.ts';
import { makePerson } from '../test/person.ts';

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

test('a read is answered where its session can’t be written down as used', async () => {
  const { token, user } = await makePerson(testApp);
  const { pool } = testApp.db;
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
