import { isWalletAddress } from '@mercury/contract/money/address.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { securityParameters } from '../../security-parameters.ts';
import { createTestApp, refused, type TestApp } from '../../test/app.ts';
import {
  codeIn,
  linkIn,
  newRegistration,
  registerPerson,
  registerVerifiedPerson,
} from '../../test/person.ts';
import { isOutdated } from '../secrets/password.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

function register(body: object, headers: Record<string, string> = {}) {
  return testApp.call('POST', '/auth/register', { body, headers });
}

const withConfirmation = <Person extends { password: string }>(person: Person) => ({
  ...person,
  confirmPassword: person.password,
});

test('answers with the new user, without a token, and opens an account with an address and an MRCY wallet', async () => {
  const person = newRegistration({ username: 'Ada_1' });
  const reply = await register(withConfirmation(person));
  expect(reply.status).toBe(201);
  expect(reply.body).toEqual({
    success: true,
    data: {
      user: {
        username: 'Ada_1',
        email: person.email,
        name: 'Ada_1',
        emailVerified: false,
        twoFactorEnabled: false,
      },
    },
    message: 'User registered successfully. Please verify your email.',
  });
  const { rows } = await testApp.db.pool.query(
    `select address, password_hash, accepted_terms_version, asset, kind
     from app_user left join account on account.owner_id = app_user.id where username = 'Ada_1'`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ asset: 'MRCY', kind: 'available', accepted_terms_version: null });
  expect(isWalletAddress(rows[0].address)).toBe(true);
  expect(isOutdated(rows[0].password_hash)).toBe(false);
});

test('keeps which terms were accepted, and when', async () => {
  const person = newRegistration();
  await register({ ...withConfirmation(person), acceptedTerms: true });
  const { rows } = await testApp.db.pool.query(
    'select accepted_terms_version, accepted_terms_at from app_user where username = $1',
    [person.username],
  );
  expect(rows).toEqual([{ accepted_terms_version: '2023-05-01', accepted_terms_at: expect.any(Date) }]);
});

test('mails a code and a link, each alone on a line, in the language of the form, else of the request', async () => {
  const fromForm = newRegistration();
  await register({ ...withConfirmation(fromForm), locale: 'ru' }, { 'accept-language': 'zh' });
  const [russian] = await testApp.mailsTo(fromForm.email);
  expect(russian?.subject).toBe('Подтвердите адрес почты для Mercury');
  expect(codeIn(russian)).toMatch(/^[2-9A-HJKMNP-Z]{6}$/);
  expect(linkIn(russian).href).toMatch(/^http:\/\/localhost:3000\/verify-email\?token=[\w-]{43}$/);

  const fromRequest = newRegistration();
  await register(withConfirmation(fromRequest), { 'accept-language': 'zh-CN,en;q=0.5' });
  expect((await testApp.mailsTo(fromRequest.email))[0]?.subject).toBe('验证您的 Mercury 账户邮箱');
});

test('forgets what a mail said once it is sent, and keeps neither code nor token readable', async () => {
  const person = await registerPerson(testApp);
  const [mail] = await testApp.mailsTo(person.email);
  const { rows } = await testApp.db.pool.query(
    `select template_values, code_hash, token_hash from outgoing_mail join email_verification using (user_id)
     where recipient = $1`,
    [person.email],
  );
  expect(rows).toEqual([
    { template_values: null, code_hash: expect.any(Buffer), token_hash: expect.any(Buffer) },
  ]);
  expect(JSON.stringify(rows)).not.toContain(codeIn(mail));
});

test('tells that a username is taken, whatever its case', async () => {
  const person = await registerPerson(testApp, { username: 'Grace' });
  const other = newRegistration({ username: 'gRACE', email: `other-${person.email}` });
  const reply = await register(withConfirmation(other));
  expect(refused(reply)).toMatchObject({
    status: 409,
    error: 'UsernameTaken',
    message: 'This username is taken.',
  });
  expect(await testApp.mailsTo(other.email)).toEqual([]);
});

describe('a taken email', () => {
  test('is answered as a free one, and its owner is told in their language', async () => {
    const owner = await registerVerifiedPerson(testApp);
    await testApp.call('PUT', '/users/profile', { token: owner.token, body: { locale: 'fa' } });
    const attempt = newRegistration({ email: owner.email.toUpperCase() });
    const free = newRegistration();
    const startedAt = performance.now();
    const takenReply = await register(withConfirmation(attempt));
    // A timer may end a moment early. That all ways take as long, promises/11-unknown-emails.test.ts proves.
    expect(performance.now() - startedAt).toBeGreaterThan(
      securityParameters.minimumResponseTimeMs.register - 5,
    );
    const freeReply = await register(withConfirmation(free));
    expect(takenReply.status).toBe(freeReply.status);
    const asFree = JSON.stringify(takenReply.body)
      .replaceAll(attempt.username, free.username)
      .replaceAll(attempt.email, free.email);
    expect(JSON.parse(asFree)).toEqual(freeReply.body);
    expect(Object.keys(takenReply.headers)).toEqual(Object.keys(freeReply.headers));

    const [notice, ...earlier] = await testApp.mailsTo(owner.email);
    expect(notice?.subject).toBe('شما از قبل در Mercury حساب دارید');
    expect(notice?.text).toContain(owner.username);
    expect(notice?.text).not.toContain(attempt.username);
    expect(earlier).toHaveLength(1);
  });

  test('gives the new account nothing to prove it with', async () => {
    const owner = await registerVerifiedPerson(testApp);
    const attempt = await registerPerson(testApp, { email: owner.email });
    await testApp.call('POST', '/auth/resend-verification', { body: { email: owner.email } });
    const { rows } = await testApp.db.pool.query(
      `select email_verified_at, email_verification.user_id as waiting
       from app_user left join email_verification on user_id = id where username = $1`,
      [attempt.username],
    );
    expect(rows).toEqual([{ email_verified_at: null, waiting: null }]);
  });

  test('keeps the username from others, as any registration does', async () => {
    const owner = await registerVerifiedPerson(testApp);
    const attempt = newRegistration({ email: owner.email });
    await register(withConfirmation(attempt));
    const again = withConfirmation({ ...attempt, email: `new-${attempt.email}` });
    expect(refused(await register(again)).error).toBe('UsernameTaken');
  });

  test('looks the same to two registrations of one username at once', async () => {
    const owner = await registerVerifiedPerson(testApp);
    for (let round = 0; round < 5; round += 1) {
      const attempt = withConfirmation(newRegistration({ email: owner.email }));
      const replies = await Promise.all([
        register(attempt),
        register({ ...attempt, email: `b-${attempt.username}@example.com` }),
      ]);
      expect(replies.map((reply) => reply.status).toSorted((one, other) => one - other)).toEqual([201, 409]);
    }
  });

  test("fills nobody's mailbox: three notices an hour, also when asked for at once", async () => {
    const owner = await registerVerifiedPerson(testApp);
    await Promise.all(
      Array.from({ length: 6 }, () => register(withConfirmation(newRegistration({ email: owner.email })))),
    );
    expect(await testApp.mailsTo(owner.email)).toHaveLength(1 + 3);
  });
});

describe('a pending email', () => {
  test('is mailed a code for each who registers with it, and each mail names its account', async () => {
    const [first, second] = [newRegistration(), newRegistration()];
    const email = first.email;
    await register({ ...withConfirmation(first), locale: 'en' });
    await register({ ...withConfirmation(second), email, locale: 'ru' });
    const [secondMail, firstMail] = await testApp.mailsTo(email);
    expect(firstMail?.text).toContain(`verify your email for the account ${first.username},`);
    expect(secondMail?.text).toContain(`для аккаунта ${second.username},`);
    expect(codeIn(firstMail)).not.toBe(codeIn(secondMail));
  });

  test("fills nobody's mailbox: six codes an hour, for however many accounts they are", async () => {
    const { email } = await registerPerson(testApp);
    await Promise.all(
      Array.from({ length: 8 }, () => register(withConfirmation(newRegistration({ email })))),
    );
    expect(await testApp.mailsTo(email)).toHaveLength(6);
  });
});

test('says of each field what is wrong with it, in the language asked for', async () => {
  const reply = await register(
    { username: 'a b', email: 'nobody', password: 'short', confirmPassword: 'other' },
    { 'accept-language': 'ru' },
  );
  expect(refused(reply)).toMatchObject({ status: 400, error: 'ValidationFailed' });
  expect(refused(reply).errors).toEqual(
    expect.arrayContaining([
      { field: 'email', message: 'Введите корректный адрес почты.' },
      { field: 'password', message: 'Пароль — не короче 8 символов.' },
    ]),
  );
});

test('refuses a password that was not repeated', async () => {
  const reply = await register({ ...newRegistration(), confirmPassword: 'another one' });
  expect(reply.status).toBe(400);
  expect(refused(reply).errors).toEqual([{ field: 'confirmPassword', message: 'Passwords do not match.' }]);
});

test('makes a person whom sign-in and verification know', async () => {
  const person = await registerVerifiedPerson(testApp);
  expect(person.user).toMatchObject({ username: person.username, emailVerified: true });
});
