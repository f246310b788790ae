import { createHash } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inTransaction } from '../../db/database.ts';
import { eventKinds } from '../../test/account-security.ts';
import { createTestApp, refused, succeeded, type TestApp, type TestReply } from '../../test/app.ts';
import {
  makePerson,
  registerPerson,
  registerUnverifiedPerson,
  registerVerifiedPerson,
  signedIn,
} from '../../test/person.ts';
import { isOutdated } from '../secrets/password.ts';
import { startSession } from '../sessions/start-session.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

function logIn(body: object, headers: Record<string, string> = {}) {
  return testApp.call('POST', '/auth/login', { body, headers });
}

const profileStatus = async (token: string) =>
  (await testApp.call('GET', '/users/profile', { token })).status;

/** Until calls stand where a test wants them. */
const waiting = { timeout: 10_000, interval: 5 };

/** Lets time pass for a session: it can't tell its past being moved from the clock going on. */
async function age(token: string, interval: string): Promise<void> {
  const { rowCount } = await testApp.db.pool.query(
    `update session
     set created_at = created_at - $2::interval, last_used_at = last_used_at - $2::interval,
         idle_expires_at = idle_expires_at - $2::interval, absolute_expires_at = absolute_expires_at - $2::interval
     where token_hash = sha256($1::bytea)`,
    [Buffer.from(token), interval],
  );
  expect(rowCount).toBe(1);
}

test('signs in by email and by username, without regard to case', async () => {
  const person = await registerVerifiedPerson(testApp);
  for (const name of [{ email: person.email.toUpperCase() }, { username: person.username.toUpperCase() }]) {
    const reply = signedIn(await logIn({ ...name, password: person.password }));
    expect(reply.message).toBe('Login successful');
    expect(reply.user).toEqual(person.user);
    expect(await profileStatus(reply.token)).toBe(200);
  }
});

test('accepts a password however its letters are composed', async () => {
  const { email } = await registerPerson(testApp, { password: 'caf\u00e9 au lait' });
  expect((await logIn({ email, password: 'cafe\u0301 au lait' })).status).toBe(200);
});

test('lets somebody in whose email is not verified, and says so', async () => {
  const person = await registerUnverifiedPerson(testApp);
  expect(person.user.emailVerified).toBe(false);
});

test('answers a wrong password and an unknown name alike, in words that match the way', async () => {
  const { email, username } = await registerPerson(testApp);
  const byEmail = { error: 'InvalidCredentials', status: 401, message: 'Invalid email or password' };
  const byUsername = { ...byEmail, message: 'Invalid username or password' };
  expect(refused(await logIn({ email, password: 'wrong horse' }))).toMatchObject(byEmail);
  expect(refused(await logIn({ email: 'nobody@example.com', password: 'wrong horse' }))).toMatchObject(
    byEmail,
  );
  expect(refused(await logIn({ username, password: 'wrong horse' }))).toMatchObject(byUsername);
  expect(refused(await logIn({ username: 'nobody', password: 'wrong horse' }))).toMatchObject(byUsername);
  const persian = refused(
    await logIn({ username: 'nobody', password: 'wrong horse' }, { 'accept-language': 'fa' }),
  );
  expect(persian.message).toBe('نام کاربری یا گذرواژه نادرست است');
});

test('finds nobody by a username that nobody can have', async () => {
  for (const username of ['some\u0000body', '\ud800\ud800\ud800', "' or 1=1 --"])
    expect((await logIn({ username, password: 'correct horse 7' })).status).toBe(401);
});

test('asks for exactly one of email and username', async () => {
  expect((await logIn({ password: 'correct horse 7' })).status).toBe(400);
  expect((await logIn({ email: 'a@example.com', username: 'abc', password: 'correct horse 7' })).status).toBe(
    400,
  );
});

test('hashes a password anew at sign-in when its hash was made with older settings', async () => {
  const person = await makePerson(testApp);
  const oldHash = await hash(person.password, { memoryCost: 16, timeCost: 2, parallelism: 1 });
  await testApp.db.pool.query('update app_user set password_hash = $1 where email = $2', [
    oldHash,
    person.email,
  ]);
  expect((await logIn({ email: person.email, password: person.password })).status).toBe(200);
  const { rows } = await testApp.db.pool.query('select password_hash from app_user where email = $1', [
    person.email,
  ]);
  expect(isOutdated(rows[0].password_hash)).toBe(false);
  expect((await logIn({ email: person.email, password: person.password })).status).toBe(200);
});

test.each([
  ['password', `password_hash = password_hash || 'A'`],
  ['second factor', 'two_factor_enabled_at = now()'],
])('opens no account that gets another %s while its password is checked', async (_what, change) => {
  const { email, password, user } = await makePerson(testApp);
  const { reply } = await inTransaction(testApp.db, async ({ client }) => {
    await client.query(`update app_user set ${change} where id = $1`, [user.id]);
    const signingIn = logIn({ email, password });
    await vi.waitFor(async () => {
      const { rowCount } = await testApp.db.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and query like 'select * from app_user%'`,
      );
      expect(rowCount).toBe(1);
    }, waiting);
    return { reply: signingIn };
  });
  expect(refused(await reply).error).toBe('InvalidCredentials');
});

describe('a session', () => {
  test('is kept as a hash of its token', async () => {
    const { token, user } = await registerVerifiedPerson(testApp);
    const { rows } = await testApp.db.pool.query(
      'select * from session where user_id = $1 and token_hash = sha256($2::bytea)',
      [user.id, Buffer.from(token)],
    );
    expect(rows).toHaveLength(1);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(Object.values(rows[0]).map(String)).not.toContain(token);
  });

  test.each([
    { rememberMe: false, idle: '60 minutes', lifetime: '24 hours' },
    { rememberMe: true, idle: '7 days', lifetime: '30 days' },
  ])('with rememberMe $rememberMe ends after $idle without use or $lifetime in all', async (promise) => {
    const { email, password } = await makePerson(testApp);
    const signIn = async () =>
      signedIn(await logIn({ email, password, rememberMe: promise.rememberMe })).token;

    const idle = await signIn();
    await age(idle, promise.idle);
    expect(await profileStatus(idle)).toBe(401);

    const used = await signIn();
    const { rows } = await testApp.db.pool.query<{ steps: number }>(
      'select ceil(extract(epoch from $1::interval) / extract(epoch from $2::interval))::integer as steps',
      [promise.lifetime, promise.idle],
    );
    // Used shortly before each idle end, it lives on until its whole time is over.
    for (let step = 1; step < (rows[0]?.steps ?? 0); step += 1) {
      await age(used, promise.idle);
      await age(used, '-1 minute');
      expect(await profileStatus(used)).toBe(200);
    }
    await age(used, promise.idle);
    expect(await profileStatus(used)).toBe(401);
  });

  test('writes its last use at most once a minute', async () => {
    const { token, user } = await makePerson(testApp);
    const lastUse = async () => {
      const { rows } = await testApp.db.pool.query('select last_used_at from session where user_id = $1', [
        user.id,
      ]);
      return rows[0].last_used_at as Date;
    };
    const first = await lastUse();
    await profileStatus(token);
    expect(await lastUse()).toEqual(first);
    await age(token, '61 seconds');
    await profileStatus(token);
    expect((await lastUse()).getTime()).toBeGreaterThan(first.getTime());
  });

  test('is the oldest to end when there are more than ten, also of sign-ins at once', async () => {
    const { email, password, token } = await makePerson(testApp);
    const second = signedIn(await logIn({ email, password })).token;
    const others = await Promise.all(Array.from({ length: 9 }, () => logIn({ email, password })));
    expect(await profileStatus(token)).toBe(401);
    expect(await profileStatus(second)).toBe(200);
    for (const reply of others) {
      expect(await profileStatus(signedIn(reply).token)).toBe(200);
    }
  });

  test('never makes an eleventh, even when many start in the same moment', async () => {
    const { user } = await makePerson(testApp);
    const context = { requestId: '', locale: 'en', networkAddress: '127.0.0.1', userAgent: '' } as const;
    const start = () =>
      inTransaction(testApp.db, (trx) =>
        startSession(trx, { userId: user.id, isRemembered: false, context }),
      );
    for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 15 }, start));
    const { rows } = await testApp.db.pool.query('select from session where user_id = $1', [user.id]);
    expect(rows).toHaveLength(10);
  });

  test('ends at sign-out, alone', async () => {
    const person = await makePerson(testApp);
    const { email, password } = person;
    const other = signedIn(await logIn({ email, password })).token;
    const reply = await testApp.call('POST', '/auth/logout', { token: person.token });
    // Pages that the browser keeps to go back to show an account; the language, the theme and the like are the browser's own.
    expect(reply.headers['clear-site-data']).toBe('"cache"');
    expect(succeeded(endpoints.logout, reply).message).toBe('You have been logged out');
    expect(await profileStatus(person.token)).toBe(401);
    expect(await profileStatus(other)).toBe(200);
  });

  test('ends by the hash of its token, alone, whoever tells it, and opens nothing by it', async () => {
    const person = await makePerson(testApp);
    const { email, password } = person;
    const other = signedIn(await logIn({ email, password })).token;
    const tokenHash = createHash('sha256').update(person.token).digest('hex');
    expect(await profileStatus(tokenHash)).toBe(401);
    const end = () =>
      testApp.call('POST', '/auth/logout-by-hash', { body: { tokenHash }, networkAddress: '203.0.113.9' });
    const reply = await end();
    expect(reply.headers['clear-site-data']).toBe('"cache"');
    expect(succeeded(endpoints.logoutByHash, reply).message).toBe('You have been logged out');
    expect(await profileStatus(person.token)).toBe(401);
    expect(await profileStatus(other)).toBe(200);
    // Nobody learns from it whether there was such a session.
    const again = await end();
    expect([again.status, again.body]).toEqual([reply.status, reply.body]);
    expect((await eventKinds(testApp, person.user.id)).filter((kind) => kind === 'signed_out')).toHaveLength(
      1,
    );
  });

  const noHashes = ['', 'A'.repeat(43), 'A'.repeat(64), '0'.repeat(63), '0'.repeat(65)];
  test.each(noHashes)('has no hash %j', async (tokenHash) => {
    const reply = await testApp.call('POST', '/auth/logout-by-hash', { body: { tokenHash } });
    expect(refused(reply).errors?.[0]?.field).toBe('tokenHash');
  });

  test('that ends meanwhile is signed out all the same, and once in its history', async () => {
    const { token, user } = await makePerson(testApp);
    const client = await testApp.db.pool.connect();
    const replies: Promise<TestReply>[] = [];
    try {
      await client.query('begin');
      await client.query('select from session where user_id = $1 for update', [user.id]);
      replies.push(...[1, 2].map(() => testApp.call('POST', '/auth/logout', { token })));
      await vi.waitFor(async () => {
        // Not by the transaction's own connection, which would go on seeing what it saw at first.
        const { rowCount } = await testApp.db.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
             and query like 'delete from session%'`,
        );
        expect(rowCount).toBe(2);
      }, waiting);
    } finally {
      await client.query('commit');
      client.release();
    }
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 200]);
    const kinds = await eventKinds(testApp, user.id);
    expect(kinds.filter((kind) => kind === 'signed_out')).toHaveLength(1);
  });

  test('is not opened by its hash, by another case of its token, or by a part of it', async () => {
    const { token } = await makePerson(testApp);
    const hashed = (
      await testApp.db.pool.query(`select encode(sha256($1::bytea), 'base64') as text`, [token])
    ).rows[0];
    const swapped = Array.from(token)
      .map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()))
      .join('');
    for (const wrong of [hashed.text, swapped, token.slice(1), `${token}a`]) {
      expect(await profileStatus(wrong)).toBe(401);
    }
  });
});
