import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  countMails,
  eventKinds,
  isSignedIn,
  mailWithLink,
  signInAgain,
  tokenIn,
} from '../../test/account-security.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { codeIn, makePerson, registerPerson, type SignedInPerson } from '../../test/person.ts';
import { codeOf, giveAuthenticator } from '../../test/two-factor.ts';

let testApp: TestApp;
let addressCount = 0;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

function newAddress(): string {
  addressCount += 1;
  return `new_${addressCount}@example.com`;
}

function ask(person: SignedInPerson, newEmail: string, body: object = {}) {
  return testApp.call('PUT', '/users/email', {
    token: person.token,
    body: { newEmail, password: person.password, ...body },
  });
}

function typeCode({ token }: { token: string }, code: string) {
  return testApp.call('POST', '/users/email/verify', { token, body: { code } });
}

async function codeFor(email: string): Promise<string> {
  return codeIn((await testApp.mailsTo(email))[0]);
}

async function emailOf({ token }: { token: string }): Promise<string> {
  return succeeded(endpoints.getProfile, await testApp.call('GET', '/users/profile', { token })).data.user
    .email;
}

async function pendingEmailOf({ token }: { token: string }): Promise<string | null> {
  const reply = await testApp.call('GET', '/users/security', { token });
  return succeeded(endpoints.getSecurity, reply).security.pendingEmail;
}

async function changeTo(person: SignedInPerson, newEmail: string): Promise<void> {
  succeeded(endpoints.changeEmail, await ask(person, newEmail));
  succeeded(endpoints.verifyNewEmail, await typeCode(person, await codeFor(newEmail)));
}

describe('asking for another email', () => {
  test('changes nothing yet, mails the new address and tells the old one', async () => {
    const person = await makePerson(testApp);
    const newEmail = newAddress();
    const reply = succeeded(endpoints.changeEmail, await ask(person, newEmail));
    expect(reply.message).toBe('Verification email sent to your new address');
    expect(await emailOf(person)).toBe(person.email);
    expect(await pendingEmailOf(person)).toBe(newEmail);
    expect((await testApp.mailsTo(newEmail))[0]?.text).toContain('/verify-email?token=');
    expect((await testApp.mailsTo(person.email))[0]?.text).toContain('/freeze-account#token=');
    expect(await eventKinds(testApp, person.user.id)).toContain('email_change_asked');
  });

  test('wants the password, and the code where two-factor is on', async () => {
    const person = await makePerson(testApp);
    expect(refused(await ask(person, newAddress(), { password: 'wrong' })).error).toBe('WrongPassword');
    const authenticator = await giveAuthenticator(testApp, person);
    expect(refused(await ask(person, newAddress())).error).toBe('TwoFactorCodeRequired');
    const twoFactorCode = codeOf(authenticator);
    succeeded(endpoints.changeEmail, await ask(person, newAddress(), { twoFactorCode }));
  });

  test('refuses the present address, in whatever case', async () => {
    const person = await makePerson(testApp);
    expect(refused(await ask(person, person.email.toUpperCase())).errors).toEqual([
      { field: 'newEmail', message: 'This is already your email address.' },
    ]);
  });

  test('of an address that somebody has proved looks the same, and tells its owner three times an hour', async () => {
    const [person, owner] = await Promise.all([makePerson(testApp), makePerson(testApp)]);
    const free = await ask(person, newAddress());
    for (let time = 0; time < 4; time += 1) {
      const taken = await ask(person, owner.email);
      expect([taken.status, taken.body]).toEqual([free.status, free.body]);
    }
    expect(await pendingEmailOf(person)).toBe(owner.email);
    expect(await countMails(testApp, owner.email, 'email-taken')).toBe(3);
    expect(await countMails(testApp, owner.email, 'verify-new-email')).toBe(0);
  });

  test('mails one address six times an hour, and keeps alive what was mailed last', async () => {
    const person = await makePerson(testApp);
    const newEmail = newAddress();
    for (let time = 0; time < 8; time += 1) succeeded(endpoints.changeEmail, await ask(person, newEmail));
    expect(await countMails(testApp, newEmail, 'verify-new-email')).toBe(6);
    succeeded(endpoints.verifyNewEmail, await typeCode(person, await codeFor(newEmail)));
  });
});

describe('proving the new address', () => {
  test('by code replaces the email, ends all other sessions, and mails the former address an undo link', async () => {
    const person = await makePerson(testApp);
    const elsewhere = await signInAgain(testApp, person);
    const newEmail = newAddress();
    succeeded(endpoints.changeEmail, await ask(person, newEmail));
    const reply = succeeded(
      endpoints.verifyNewEmail,
      await typeCode(person, (await codeFor(newEmail)).toLowerCase()),
    );
    expect(reply.message).toBe('Email address updated successfully');
    expect(reply.data.user).toMatchObject({ email: newEmail, emailVerified: true });
    expect(await pendingEmailOf(person)).toBeNull();
    expect(await isSignedIn(testApp, elsewhere)).toBe(false);
    const told = await mailWithLink(testApp, person.email, '/undo-email-change');
    expect(told.text).toContain(newEmail);
    expect(await eventKinds(testApp, person.user.id)).toContain('email_changed');
    const byEmail = (email: string) =>
      testApp.call('POST', '/auth/login', { body: { email, password: person.password } });
    expect((await byEmail(person.email)).status).toBe(401);
    expect((await byEmail(newEmail)).status).toBe(200);
  });

  test('by link ends every session and signs nobody in, once', async () => {
    const person = await makePerson(testApp);
    const newEmail = newAddress();
    succeeded(endpoints.changeEmail, await ask(person, newEmail));
    const token = tokenIn((await testApp.mailsTo(newEmail))[0], '/verify-email');
    const open = () => testApp.call('GET', `/auth/verify-email?token=${token}`);
    succeeded(endpoints.verifyEmail, await open());
    expect(await isSignedIn(testApp, person.token)).toBe(false);
    expect(refused(await open()).error).toBe('InvalidOrExpiredToken');
    expect(await emailOf({ token: await signInAgain(testApp, person) })).toBe(newEmail);
  });

  test('by link in the browser that asked for it leaves that one signed in', async () => {
    const person = await makePerson(testApp);
    const elsewhere = await signInAgain(testApp, person);
    const stranger = await makePerson(testApp);
    for (const [caller, isKept] of [
      [person, true],
      [stranger, false],
    ] as const) {
      const newEmail = newAddress();
      succeeded(endpoints.changeEmail, await ask(person, newEmail));
      const link = tokenIn((await testApp.mailsTo(newEmail))[0], '/verify-email');
      const reply = await testApp.call('GET', `/auth/verify-email?token=${link}`, { token: caller.token });
      expect(reply.status).toBe(200);
      expect(await isSignedIn(testApp, person.token)).toBe(isKept);
      expect(await isSignedIn(testApp, elsewhere)).toBe(false);
      expect(await isSignedIn(testApp, stranger.token)).toBe(true);
    }
  });

  test('a code has five tries, also in parallel, and fits no other account', async () => {
    const [person, other] = await Promise.all([makePerson(testApp), makePerson(testApp)]);
    const [newEmail, othersEmail] = [newAddress(), newAddress()];
    succeeded(endpoints.changeEmail, await ask(person, newEmail));
    succeeded(endpoints.changeEmail, await ask(other, othersEmail));
    const code = await codeFor(newEmail);
    expect(refused(await typeCode(other, code)).error).toBe('InvalidOrExpiredCode');
    const wrong = code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA';
    await Promise.all(Array.from({ length: 5 }, () => typeCode(person, wrong)));
    expect(refused(await typeCode(person, code)).error).toBe('InvalidOrExpiredCode');
  });

  test('a code works for ten minutes, and asking anew replaces it', async () => {
    const person = await makePerson(testApp);
    const newEmail = newAddress();
    succeeded(endpoints.changeEmail, await ask(person, newEmail));
    const first = await codeFor(newEmail);
    succeeded(endpoints.changeEmail, await ask(person, newEmail));
    expect(refused(await typeCode(person, first)).error).toBe('InvalidOrExpiredCode');
    await testApp.db.pool.query('update email_verification set code_expires_at = now() where user_id = $1', [
      person.user.id,
    ]);
    expect(refused(await typeCode(person, await codeFor(newEmail))).error).toBe('InvalidOrExpiredCode');
  });

  test('is nothing that outlives a new password: who asked for it may have been a thief', async () => {
    const person = await makePerson(testApp);
    const { token, password } = person;
    const newEmail = newAddress();
    succeeded(endpoints.changeEmail, await ask(person, newEmail));
    const link = tokenIn((await testApp.mailsTo(newEmail))[0], '/verify-email');
    const newPassword = 'Brave new horse 9';
    const body = { currentPassword: password, newPassword, confirmPassword: newPassword };
    succeeded(endpoints.changePassword, await testApp.call('PUT', '/users/password', { token, body }));
    expect(refused(await testApp.call('GET', `/auth/verify-email?token=${link}`)).error).toBe(
      'InvalidOrExpiredToken',
    );
  });

  test('of two accounts that wait for one address, the first to prove it has it', async () => {
    const [one, other] = await Promise.all([makePerson(testApp), makePerson(testApp)]);
    const newEmail = newAddress();
    succeeded(endpoints.changeEmail, await ask(one, newEmail));
    const onesCode = await codeFor(newEmail);
    succeeded(endpoints.changeEmail, await ask(other, newEmail));
    const othersCode = await codeFor(newEmail);
    const replies = await Promise.all([typeCode(one, onesCode), typeCode(other, othersCode)]);
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
    const { rows } = await testApp.db.pool.query('select from app_user where email = $1', [newEmail]);
    expect(rows).toHaveLength(1);
  });

  test('an address that became somebody else’s meanwhile is refused as a wrong code is', async () => {
    const person = await makePerson(testApp);
    const newEmail = newAddress();
    succeeded(endpoints.changeEmail, await ask(person, newEmail));
    const code = await codeFor(newEmail);
    const rival = await makePerson(testApp);
    await testApp.db.pool.query('update app_user set email = $2 where id = $1', [rival.user.id, newEmail]);
    expect(refused(await typeCode(person, code))).toMatchObject({
      status: 422,
      error: 'InvalidOrExpiredCode',
    });
    expect(await emailOf(person)).toBe(person.email);
  });

  test('kills a reset that was mailed to the former address', async () => {
    const person = await makePerson(testApp);
    await testApp.db.pool.query(
      `insert into password_reset (user_id, token_hash, code_hash, expires_at)
       values ($1, sha256('c'), sha256('d'), now() + interval '30 minutes')`,
      [person.user.id],
    );
    await changeTo(person, newAddress());
    const { rowCount } = await testApp.db.pool.query('select from password_reset where user_id = $1', [
      person.user.id,
    ]);
    expect(rowCount).toBe(0);
  });
});

describe('while the change can be undone, the former address', () => {
  test('is nobody else’s to register with, nor to change to, and is its account’s to go back to', async () => {
    const [person, other] = await Promise.all([makePerson(testApp), makePerson(testApp)]);
    await changeTo(person, newAddress());
    const rival = await registerPerson(testApp, { username: 'rival', email: person.email });
    const code = await codeFor(person.email);
    const verify = () => testApp.call('POST', '/auth/verify-code', { body: { email: rival.email, code } });
    expect(refused(await verify()).error).toBe('InvalidOrExpiredCode');
    succeeded(endpoints.changeEmail, await ask(other, person.email));
    expect(await countMails(testApp, person.email, 'verify-new-email')).toBe(0);
    succeeded(endpoints.changeEmail, await ask(person, person.email));
    succeeded(endpoints.verifyNewEmail, await typeCode(person, await codeFor(person.email)));
    expect(await emailOf(person)).toBe(person.email);
  });

  test('is free once the link has ended', async () => {
    const person = await makePerson(testApp);
    await changeTo(person, newAddress());
    await registerPerson(testApp, { username: 'successor', email: person.email });
    const code = await codeFor(person.email);
    await testApp.db.pool.query('update account_link set expires_at = now() where user_id = $1', [
      person.user.id,
    ]);
    const reply = await testApp.call('POST', '/auth/verify-code', { body: { email: person.email, code } });
    expect(reply.status).toBe(200);
  });
});
