import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { securityParameters } from '../../security-parameters.ts';
import { isSignedIn } from '../../test/account-security.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import {
  codeIn,
  linkIn,
  registerPerson,
  registerUnverifiedPerson,
  registerVerifiedPerson,
  signedIn,
} from '../../test/person.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const verifyCode = (email: string, code: string) =>
  testApp.call('POST', '/auth/verify-code', { body: { email, code } });
const verifyLink = (token: string) =>
  testApp.call('GET', `/auth/verify-email?token=${encodeURIComponent(token)}`);
const resend = (email: string) => testApp.call('POST', '/auth/resend-verification', { body: { email } });

async function newestMail(email: string) {
  return (await testApp.mailsTo(email))[0];
}

async function linkTokenOf(email: string): Promise<string> {
  return linkIn(await newestMail(email)).searchParams.get('token') ?? '';
}

async function isVerified(email: string): Promise<boolean> {
  const { rows } = await testApp.db.pool.query('select email_verified_at from app_user where email = $1', [
    email,
  ]);
  return rows[0].email_verified_at !== null;
}

/** A code that is well formed and not this one. */
const wrongFor = (code: string) => (code === '222222' ? '333333' : '222222');

describe('a code', () => {
  test('verifies and signs in, whatever its case and the spaces around it', async () => {
    const { email } = await registerPerson(testApp);
    const code = codeIn(await newestMail(email));
    const reply = succeeded(
      endpoints.verifyCode,
      await verifyCode(email.toUpperCase(), ` ${code.toLowerCase()} `),
    );
    expect(reply.message).toBe('Email verified successfully');
    expect(reply.user.emailVerified).toBe(true);
    expect((await testApp.call('GET', '/users/profile', { token: reply.token })).status).toBe(200);
  });

  test('works once, also when it arrives many times at once', async () => {
    const { email } = await registerPerson(testApp);
    const code = codeIn(await newestMail(email));
    // Connections are open already, so that all five are counted before the first is done.
    await Promise.all(Array.from({ length: 10 }, () => testApp.db.pool.query('select pg_sleep(0.05)')));
    const replies = await Promise.all(Array.from({ length: 5 }, () => verifyCode(email, code)));
    const statuses = replies.map((reply) => reply.status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 422, 422, 422, 422]);
    expect(refused(await verifyCode(email, code)).error).toBe('InvalidOrExpiredCode');
  });

  test('has five tries, the right one included', async () => {
    const { email } = await registerPerson(testApp);
    const code = codeIn(await newestMail(email));
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      expect(refused(await verifyCode(email, wrongFor(code))).status).toBe(422);
    }
    expect((await verifyCode(email, code)).status).toBe(200);
  });

  test('is spent after five wrong tries, also when they arrive at once', async () => {
    const { email } = await registerPerson(testApp);
    const code = codeIn(await newestMail(email));
    await Promise.all(Array.from({ length: 5 }, () => verifyCode(email, wrongFor(code))));
    expect(refused(await verifyCode(email, code))).toMatchObject({
      status: 422,
      error: 'InvalidOrExpiredCode',
    });
    expect(await isVerified(email)).toBe(false);
  });

  test('ends after ten minutes', async () => {
    const { email } = await registerPerson(testApp);
    const code = codeIn(await newestMail(email));
    const { rows } = await testApp.db.pool.query(
      `update email_verification set code_expires_at = code_expires_at - interval '10 minutes'
       where email = $1 returning code_expires_at <= created_at as is_over`,
      [email],
    );
    expect(rows).toEqual([{ is_over: true }]);
    expect(refused(await verifyCode(email, code)).error).toBe('InvalidOrExpiredCode');
  });

  test('opens no other account', async () => {
    const one = await registerPerson(testApp);
    const other = await registerPerson(testApp);
    expect((await verifyCode(other.email, codeIn(await newestMail(one.email)))).status).toBe(422);
    expect(await isVerified(other.email)).toBe(false);
  });

  test('is refused alike for unknown, verified and waiting emails', async () => {
    const waiting = await registerPerson(testApp);
    const verified = await registerVerifiedPerson(testApp);
    const code = wrongFor(codeIn(await newestMail(waiting.email)));
    const replies = await Promise.all(
      ['nobody@example.com', waiting.email, verified.email].map((email) => verifyCode(email, code)),
    );
    const [first, ...others] = replies.map((reply) => {
      const { status, error, message, errors } = refused(reply);
      return { status, error, message, errors };
    });
    expect(first).toMatchObject({
      status: 422,
      error: 'InvalidOrExpiredCode',
      message: 'Invalid or expired code',
    });
    for (const other of others) expect(other).toEqual(first);
  });
});

describe('a link', () => {
  test('verifies once, signs nobody in, and out whoever was', async () => {
    const { email, token: session } = await registerUnverifiedPerson(testApp);
    const token = await linkTokenOf(email);
    const reply = await verifyLink(token);
    expect(reply.body).toEqual({ success: true, message: 'Email verified successfully' });
    expect(await isVerified(email)).toBe(true);
    expect(refused(await verifyLink(token))).toMatchObject({ status: 422, error: 'InvalidOrExpiredToken' });
    expect((await testApp.call('GET', '/users/profile', { token: session })).status).toBe(401);
  });

  test('leaves the browser signed in in which it is opened, and no other', async () => {
    const person = await registerUnverifiedPerson(testApp);
    const { username, password, token: session } = person;
    const elsewhere = await testApp.call('POST', '/auth/login', { body: { username, password } });
    const path = `/auth/verify-email?token=${await linkTokenOf(person.email)}`;
    succeeded(endpoints.verifyEmail, await testApp.call('GET', path, { token: session }));
    const profile = await testApp.call('GET', '/users/profile', { token: session });
    expect(succeeded(endpoints.getProfile, profile).data.user.emailVerified).toBe(true);
    expect(await isSignedIn(testApp, signedIn(elsewhere).token)).toBe(false);
  });

  test('takes the code along, and the code the link', async () => {
    const byLink = await registerPerson(testApp);
    const mail = await newestMail(byLink.email);
    await verifyLink(await linkTokenOf(byLink.email));
    expect((await verifyCode(byLink.email, codeIn(mail))).status).toBe(422);
    const byCode = await registerVerifiedPerson(testApp);
    expect((await verifyLink(await linkTokenOf(byCode.email))).status).toBe(422);
  });

  test('outlives the code, and ends after 24 hours', async () => {
    const { email } = await registerPerson(testApp);
    const token = await linkTokenOf(email);
    const age = (interval: string) =>
      testApp.db.pool.query(
        `update email_verification set code_expires_at = code_expires_at - $2::interval,
           token_expires_at = token_expires_at - $2::interval where email = $1`,
        [email, interval],
      );
    await age('24 hours');
    expect((await verifyLink(token)).status).toBe(422);
    await age('-1 minute');
    expect((await verifyLink(token)).status).toBe(200);
  });

  test('of any other text is refused', async () => {
    expect(refused(await verifyLink('A'.repeat(43))).error).toBe('InvalidOrExpiredToken');
    expect(refused(await testApp.call('GET', '/auth/verify-email')).status).toBe(400);
  });
});

describe('a resend', () => {
  test('replaces code, link and tries', async () => {
    const { email } = await registerPerson(testApp);
    const first = await newestMail(email);
    await Promise.all(Array.from({ length: 5 }, () => verifyCode(email, wrongFor(codeIn(first)))));
    const reply = succeeded(endpoints.resendVerification, await resend(email));
    expect(reply.message).toBe('Verification email sent successfully');
    const second = await newestMail(email);
    expect(second?.id).not.toBe(first?.id);
    expect((await verifyCode(email, codeIn(first))).status).toBe(422);
    expect((await verifyLink(linkIn(first).searchParams.get('token') ?? '')).status).toBe(422);
    expect((await verifyCode(email, codeIn(second))).status).toBe(200);
  });

  test('gives the new code ten minutes of its own, and the former one no more', async () => {
    const { email } = await registerPerson(testApp);
    const former = codeIn(await newestMail(email));
    const age = (interval: string) =>
      testApp.db.pool.query(
        'update email_verification set code_expires_at = code_expires_at - $2::interval where email = $1',
        [email, interval],
      );
    await age('9 minutes');
    await resend(email);
    const code = codeIn(await newestMail(email));
    await age('10 minutes');
    expect((await verifyCode(email, code)).status).toBe(422);
    await age('-1 minute');
    expect((await verifyCode(email, former)).status).toBe(422);
    expect((await verifyCode(email, code)).status).toBe(200);
  });

  test('is answered alike, and writes nothing, for unknown and verified emails', async () => {
    const waiting = await registerPerson(testApp);
    const verified = await registerVerifiedPerson(testApp);
    const replies = [];
    for (const email of [waiting.email, verified.email, 'nobody@example.com']) {
      const startedAt = performance.now();
      replies.push(await resend(email));
      // A timer may end a moment early. That all ways take as long, promises/11-unknown-emails.test.ts proves.
      expect(performance.now() - startedAt).toBeGreaterThan(
        securityParameters.minimumResponseTimeMs.mail - 5,
      );
    }
    for (const { status, body } of replies) {
      expect(status).toBe(200);
      expect(body).toEqual({ success: true, message: 'Verification email sent successfully' });
    }
    expect(await testApp.mailsTo(verified.email)).toHaveLength(1);
    expect(await testApp.mailsTo('nobody@example.com')).toEqual([]);
  });

  test("fills nobody's mailbox: six mails an hour, also when asked for at once", async () => {
    const { email } = await registerPerson(testApp);
    await Promise.all(Array.from({ length: 8 }, () => resend(email)));
    expect(await testApp.mailsTo(email)).toHaveLength(6);
    expect((await verifyCode(email, codeIn(await newestMail(email)))).status).toBe(200);
  });
});
