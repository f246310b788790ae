import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { registerFundedPerson, runJob } from '../test/money.ts';
import { registerVerifiedPerson } from '../test/person.ts';

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
  const [sender, recipient] = await Promise.all([
    registerFundedPerson(testApp, '57'),
    registerVerifiedPerson(testApp),
  ]);
  const send = (key: string) =>
    testApp.call('POST', '/wallets/transfer', {
      token: sender.token,
      body: { recipientAddress: recipient.user.walletAddress, amount: '1' },
      headers: { 'idempotency-key': key },
    });
  await send('an-old-intent');
  await testApp.db.pool.query(`update idempotency set created_at = now() - interval '25 hours'`);
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
  expect(rows).toEqual([{ key: 'a-new-intent' }]);
  expect(await count('session')).toBe(1);
  expect(await count('outgoing_mail')).toBe(0);
  const { rows: messages } = await testApp.db.pool.query('select name from contact_message');
  expect(messages).toEqual([{ name: 'Grace' }]);
  expect((await testApp.call('GET', '/users/profile', { token: sender.token })).status).toBe(200);
});

it('removes what protected accounts for a time: what has ended goes, what has a moment left stays', async () => {
  const { user } = await registerVerifiedPerson(testApp);
  const at = (kind: 'ended' | 'live') => `now() ${kind === 'ended' ? '-' : '+'} interval '1 minute'`;
  for (const kind of ['ended', 'live'] as const) {
    const hash = `sha256('${kind}')`;
    const statements = [
      `insert into sign_in_challenge (token_hash, user_id, is_remembered, expires_at)
       values (${hash}, '${user.id}', false, ${at(kind)})`,
      `insert into passkey_challenge (token_hash, challenge, expires_at) values (${hash}, 'x', ${at(kind)})`,
      `insert into account_link (token_hash, user_id, purpose, email, expires_at)
       values (${hash}, '${user.id}', 'freeze', 'somebody@example.com', ${at(kind)})`,
      `insert into known_device (user_id, token_hash, last_used_at)
       values ('${user.id}', ${hash}, ${at(kind)} - interval '400 days')`,
      `insert into failed_password (key_hash, failures, last_failed_at)
       values (${hash}, 1, ${at(kind)} - interval '24 hours')`,
      `insert into security_event (id, user_id, kind, actor, user_agent, network_address, created_at)
       values (gen_random_uuid(), '${user.id}', 'password_changed', 'person', '', '', ${at(kind)} - interval '365 days')`,
    ];
    for (const statement of statements) await testApp.db.pool.query(statement);
  }
  const leaver = await registerVerifiedPerson(testApp);
  for (const [person, end] of [
    [user.id, at('live')],
    [leaver.user.id, at('ended')],
  ] as const) {
    await testApp.db.pool.query(
      `insert into password_reset (user_id, token_hash, code_hash, expires_at)
       values ($1, sha256($2), sha256($2 || 'code'), ${end})`,
      [person, person],
    );
    await testApp.db.pool.query(
      `insert into email_verification (user_id, purpose, email, code_hash, code_expires_at, token_hash, token_expires_at)
       values ($1, 'email-change', 'new@example.com', sha256($2), ${end}, sha256($2), ${end})`,
      [person, person],
    );
  }

  await runJob(testApp, 'sweep', {});

  const tables = [
    'sign_in_challenge',
    'passkey_challenge',
    'account_link',
    'failed_password',
    'password_reset',
  ];
  for (const table of tables) expect([table, await count(table)]).toEqual([table, 1]);
  const { rows: waiting } = await testApp.db.pool.query('select user_id from email_verification');
  expect(waiting).toEqual([{ user_id: user.id }]);
  const { rowCount } = await testApp.db.pool.query(
    `select from security_event where kind = 'password_changed'`,
  );
  expect(rowCount).toBe(1);
});
