import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { giveMoney, runJob } from '../test/money.ts';
import { makePerson, registerVerifiedPerson } from '../test/person.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

async function count(table: string): Promise<number> {
  const { rows } = await testApp.db.pool.query<{ count: number }>(
    `select count(*)::integer as count from ${table}`,
  );
  return rows[0]?.count ?? 0;
}

it('removes what was kept for its time, and nothing that still counts', async () => {
  // Whoever really registers is sent a mail, which is kept for a time as well.
  const [sender, recipient] = [await registerVerifiedPerson(testApp), await makePerson(testApp)];
  await giveMoney(testApp, sender, 'MRCY', '100');
  const send = (key: string) =>
    testApp.call('POST', '/wallets/transfer', {
      token: sender.token,
      body: { recipientAddress: recipient.user.walletAddress, amount: '1' },
      headers: { 'idempotency-key': key },
    });
  await send('an-old-intent');
  await testApp.ownerDb.pool.query(`update idempotency set created_at = now() - interval '25 hours'`);
  await send('a-new-intent');
  await testApp.db.pool.query(
    `update session set idle_expires_at = now() - interval '1 second' where user_id = $1`,
    [recipient.user.id],
  );
  await testApp.db.pool.query(`update outgoing_mail set sent_at = now() - interval '31 days'`);
  for (const [name, days] of [
    ['Ada', 181],
    ['Grace', 179],
  ] as const) {
    await testApp.db.pool.query(
      `insert into contact_message (id, name, email, subject, message, locale, created_at)
       values (gen_random_uuid(), $1, 'somebody@example.com', 'A question', 'Is anybody there?', 'en',
               now() - make_interval(days => $2))`,
      [name, days],
    );
  }

  await runJob(testApp, 'sweep', {});

  const { rows } = await testApp.db.pool.query('select key from idempotency');
  expect(rows).toEqual([{ key: 'transfer a-new-intent' }]);
  expect(await count('session')).toBe(1);
  expect(await count('outgoing_mail')).toBe(0);
  const { rows: messages } = await testApp.db.pool.query('select name from contact_message');
  expect(messages).toEqual([{ name: 'Grace' }]);
  expect((await testApp.call('GET', '/users/profile', { token: sender.token })).status).toBe(200);
});
