import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { one } from '../../db/rows.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { createTestQuoter } from '../../test/house-quotes.ts';
import { openMarket } from '../../test/markets.ts';
import { giveMoney, runJob } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { houseId } from './house.ts';

let testApp: TestApp;
let ada: SignedInPerson;
let house: { username: string; email: string; address: string };

beforeAll(async () => {
  testApp = await createTestApp();
  await openMarket(testApp);
  await (await createTestQuoter(testApp)).look();
  ada = await makePerson(testApp);
  await giveMoney(testApp, ada, 'USD', '100');
  house = one(
    await testApp.db.pool.query('select username, email, address from app_user where id = $1', [houseId]),
  );
});
afterAll(() => testApp.close());

describe('nobody is the house', () => {
  test('no name and no password signs in', async () => {
    const signIn = (name: object) =>
      testApp.call('POST', '/auth/login', { body: { ...name, password: 'correct horse 7' } });
    expect(refused(await signIn({ username: house.username })).error).toBe('InvalidCredentials');
    expect(refused(await signIn({ email: house.email })).errors).toMatchObject([{ field: 'email' }]);
    const asked = await testApp.call('POST', '/auth/forgot-password', { body: { email: house.email } });
    expect(refused(asked).error).toBe('ValidationFailed');
  });

  test('no transfer reaches it, by its address or its name', async () => {
    const transfer = (recipientAddress: string) =>
      testApp.call('POST', '/wallets/transfer', {
        token: ada.token,
        body: { recipientAddress, amount: '1', currency: 'USD' },
        headers: { 'idempotency-key': crypto.randomUUID() },
      });
    for (const recipient of [house.address, house.address.trim(), house.username]) {
      expect((await transfer(recipient)).status).toBeGreaterThanOrEqual(400);
    }
    const grace = await makePerson(testApp);
    expect((await transfer(grace.user.walletAddress)).status).toBeLessThan(300);
    const reply = await testApp.call('GET', '/wallets/balance', { token: ada.token });
    const usd = succeeded(endpoints.getBalance, reply).wallets.find(({ currency }) => currency === 'USD');
    expect(usd?.balance).toBe('99.00');
  });

  test.each([
    [
      'session_is_not_of_the_house',
      `insert into session (id, user_id, token_hash, is_remembered, idle_expires_at, absolute_expires_at, user_agent, network_address)
     values (gen_random_uuid(), '${houseId}', sha256('a'), false, now(), now(), '', '')`,
    ],
    [
      'api_key_is_not_of_the_house',
      `insert into api_key (id, user_id, name, kind, secret_sealed, scopes, allowed_networks, expires_at)
     values (gen_random_uuid(), '${houseId}', 'a', 'hmac', 'a', '{read}', '{}', now())`,
    ],
    [
      'password_reset_is_not_of_the_house',
      `insert into password_reset (user_id, token_hash, code_hash, expires_at)
     values ('${houseId}', sha256('a'), sha256('b'), now())`,
    ],
    ['app_user_house_is_nobody', `update app_user set email_verified_at = now() where id = '${houseId}'`],
    ['app_user_house_is_nobody', `update app_user set deleted_at = now() where id = '${houseId}'`],
  ])('the database refuses, by %s: %s', async (constraint, sql) => {
    await expect(testApp.ownerDb.pool.query(sql)).rejects.toMatchObject({ code: '23514', constraint });
  });

  test('an account that nobody proves in time is forgotten, and the house is not', async () => {
    await testApp.db.pool.query(`update app_user set created_at = now() - interval '9 days' where id = $1`, [
      houseId,
    ]);
    await runJob(testApp, 'sweep', {});
    const { rows } = await testApp.db.pool.query('select username, deleted_at from app_user where id = $1', [
      houseId,
    ]);
    expect(rows).toEqual([{ username: house.username, deleted_at: null }]);
  });
});
