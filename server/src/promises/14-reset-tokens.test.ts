import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestApp, refused, succeeded, type TestApp, type TestReply } from '../test/app.ts';
import { askForReset, newPassword, resetWith, type MailedReset } from '../test/password-reset.ts';
import { makePerson, signedIn, type SignedInPerson } from '../test/person.ts';
import { codeOf, turnOnTwoFactor } from '../test/two-factor.ts';

// A password is hashed for every try, and other suites hash on the same cores.
vi.setConfig({ testTimeout: 60_000 });

/** Reset tokens: 256 bits, stored hashed, 30 minutes, single use, the newest only; a reset ends every session. */

let testApp: TestApp;
const counts = { attempted: 0, acknowledged: 0, refused: 0 };

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(async () => {
  await testApp.close();
  process.stdout.write(
    `promise 14: ${counts.attempted} resets attempted, ${counts.acknowledged} acknowledged, ${counts.refused} refused\n`,
  );
});

async function reset(shown: string, password = newPassword): Promise<TestReply> {
  const reply = await resetWith(testApp, shown, { password });
  counts.attempted += 1;
  if (reply.status === 200) counts.acknowledged += 1;
  else counts.refused += 1;
  return reply;
}

async function expectDead(shown: string): Promise<void> {
  const validated = await testApp.call('POST', '/auth/validate-reset-token', { body: { token: shown } });
  expect(succeeded(endpoints.validateResetToken, validated)).toMatchObject({ valid: false, expiresIn: 0 });
  expect(refused(await reset(shown))).toMatchObject({ status: 422, error: 'InvalidOrExpiredToken' });
}

const logIn = (body: object) => testApp.call('POST', '/auth/login', { body });
const isLive = async (token: string) =>
  (await testApp.call('GET', '/users/profile', { token })).status === 200;

async function pass(seconds: number): Promise<void> {
  await testApp.db.pool.query(
    'update password_reset set expires_at = expires_at - make_interval(secs => $1)',
    [seconds],
  );
}

async function personWithReset(): Promise<{ person: SignedInPerson; mailed: MailedReset }> {
  const person = await makePerson(testApp);
  return { person, mailed: await askForReset(testApp, person.email) };
}

/** Whether a text stands anywhere in the database. */
async function isKept(text: string): Promise<boolean> {
  // The owner of the tables sees all of them.
  const { rows } = await testApp.ownerDb.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  for (const { name } of rows) {
    const { rowCount } = await testApp.ownerDb.pool.query(
      `select from ${name} as kept where strpos(kept::text, $1) > 0 or strpos(kept::text, $2) > 0 limit 1`,
      [text, Buffer.from(text).toString('hex')],
    );
    if (rowCount !== 0) return true;
  }
  return false;
}

describe('what is mailed', () => {
  test('has 256 bits in the link and 80 in the code, none like another, and is kept as a hash alone', async () => {
    const mailed = [];
    for (let count = 0; count < 5; count += 1) mailed.push((await personWithReset()).mailed);
    for (const { token, code } of mailed) {
      expect(Buffer.from(token, 'base64url')).toHaveLength(32);
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
      for (const secret of [token, code, code.replaceAll('-', '')]) expect(await isKept(secret)).toBe(false);
    }
    expect(new Set(mailed.flatMap(({ token, code }) => [token, code])).size).toBe(10);
    const { rows } = await testApp.db.pool.query(
      'select from password_reset where token_hash = sha256($1::bytea)',
      [Buffer.from(mailed[0]?.token ?? '')],
    );
    expect(rows).toHaveLength(1);
  });

  test.each(['token', 'code'] as const)('works as a %s for 30 minutes and no longer', async (kind) => {
    const early = await personWithReset();
    await pass(29 * 60 + 50);
    expect((await reset(early.mailed[kind])).status).toBe(200);
    const late = await personWithReset();
    await pass(30 * 60);
    await expectDead(late.mailed[kind]);
  });

  test('opens nothing when a single character differs', async () => {
    const { person, mailed } = await personWithReset();
    for (const secret of [mailed.token, mailed.code.replaceAll('-', '')]) {
      for (let at = 0; at < secret.length; at += 1) {
        const other = secret.charAt(at) === 'A' ? 'B' : 'A';
        const reply = await reset(secret.slice(0, at) + other + secret.slice(at + 1));
        expect(refused(reply).error).toBe('InvalidOrExpiredToken');
      }
    }
    expect((await logIn({ email: person.email, password: person.password })).status).toBe(200);
  });

  test('is replaced by what is mailed next', async () => {
    const { person, mailed: first } = await personWithReset();
    const second = await askForReset(testApp, person.email);
    const third = await askForReset(testApp, person.email);
    for (const { token, code } of [first, second]) {
      await expectDead(token);
      await expectDead(code);
    }
    expect((await reset(third.code)).status).toBe(200);
  });
});

describe('a reset', () => {
  test('works once, by the link or by the code, also when both are shown many times at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { person, mailed } = await personWithReset();
      const passwords = Array.from({ length: 6 }, (_, index) => `Horse no. ${index} of round ${round}`);
      const replies = await Promise.all(
        passwords.map((password, index) => reset(index % 2 === 0 ? mailed.token : mailed.code, password)),
      );
      const won = replies.findIndex((reply) => reply.status === 200);
      const lost = replies.filter((_reply, index) => index !== won);
      expect(lost.map((reply) => refused(reply).error)).toEqual(Array(5).fill('InvalidOrExpiredToken'));
      expect((await logIn({ email: person.email, password: passwords[won] })).status).toBe(200);
      await expectDead(mailed.token);
      await expectDead(mailed.code);
    }
  });

  test('ends every session, and every sign-in that waits for its second factor', async () => {
    const person = await makePerson(testApp);
    const authenticator = await turnOnTwoFactor(testApp, person);
    const { email, password, token } = person;
    const twoFactorCode = codeOf(authenticator);
    const other = signedIn(await logIn({ email, password, rememberMe: true, twoFactorCode })).token;
    const { tempToken } = (await logIn({ email, password })).body;
    const mailed = await askForReset(testApp, email);
    expect((await reset(mailed.token)).status).toBe(200);
    expect([await isLive(token), await isLive(other)]).toEqual([false, false]);
    const answer = { tempToken, twoFactorCode: codeOf(authenticator, 1) };
    const completed = await testApp.call('POST', '/auth/2fa/verify', { body: answer });
    expect(refused(completed).error).toBe('ChallengeExpired');
  });

  test('leaves no session to those who sign in with the old password at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { person, mailed } = await personWithReset();
      const { email, password } = person;
      const [, ...signIns] = await Promise.all([
        reset(mailed.token),
        ...Array.from({ length: 4 }, () => logIn({ email, password })),
      ]);
      for (const { status, body } of signIns) {
        expect([200, 401]).toContain(status);
        expect(status === 200 && (await isLive(body.token))).toBe(false);
      }
      expect(await isLive(person.token)).toBe(false);
      expect((await logIn({ email, password: newPassword })).status).toBe(200);
    }
  });
});
