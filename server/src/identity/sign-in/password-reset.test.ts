import { endpoints } from '@mercury/contract/api/index.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isSignedIn } from '../../test/account-security.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { addPasskey } from '../../test/passkey-authenticator.ts';
import { askForReset, newPassword, resetWith } from '../../test/password-reset.ts';
import { codeIn, linkIn, makePerson, registerPerson, signedIn } from '../../test/person.ts';
import { codeOf, giveAuthenticator } from '../../test/two-factor.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const forgot = (email: string) => testApp.call('POST', '/auth/forgot-password', { body: { email } });
const logIn = (body: object, headers: Record<string, string> = {}) =>
  testApp.call('POST', '/auth/login', { body, headers });
const validate = async (token: string) =>
  succeeded(
    endpoints.validateResetToken,
    await testApp.call('POST', '/auth/validate-reset-token', { body: { token } }),
  );

async function rowOf(username: string) {
  const { rows } = await testApp.db.pool.query('select * from app_user where username = $1', [username]);
  return rows[0];
}

async function eventsOf(userId: string): Promise<string[]> {
  const { rows } = await testApp.db.pool.query<{ kind: string }>(
    'select kind from security_event where user_id = $1 order by id',
    [userId],
  );
  return rows.map(({ kind }) => kind);
}

async function passkeyIdsOf(userId: string): Promise<string[]> {
  const { rows } = await testApp.db.pool.query<{ id: string }>('select id from passkey where user_id = $1', [
    userId,
  ]);
  return rows.map(({ id }) => id);
}

describe('asking for a reset', () => {
  test('mails a link to the page and a code to type, in the language of the account', async () => {
    const person = await makePerson(testApp);
    await testApp.call('PUT', '/users/profile', { token: person.token, body: { locale: 'ru' } });
    const { token, code } = await askForReset(testApp, person.email.toUpperCase());
    const [mail] = await testApp.mailsTo(person.email);
    expect(linkIn(mail).href).toBe(`http://localhost:3000/reset-password?token=${token}`);
    expect(mail?.text).toMatch(/[а-я]/);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    expect(await eventsOf(person.user.id)).toContain('password_reset_asked');
  });

  test('mails three times an hour and says nothing of it, also when asked at once', async () => {
    const person = await makePerson(testApp);
    const replies = await Promise.all(Array.from({ length: 6 }, () => forgot(person.email)));
    expect(replies.map((reply) => reply.status)).toEqual(Array(6).fill(200));
    const resets = (await testApp.mailsTo(person.email)).filter((mail) =>
      mail.text.includes('reset-password'),
    );
    expect(resets).toHaveLength(3);
    const kinds = await eventsOf(person.user.id);
    expect(kinds.filter((kind) => kind === 'password_reset_asked')).toHaveLength(3);
  });

  test('leaves the mailed reset as it is where no more mails are sent', async () => {
    const { email } = await makePerson(testApp);
    await forgot(email);
    await forgot(email);
    const { token } = await askForReset(testApp, email);
    await forgot(email);
    expect((await validate(token)).valid).toBe(true);
  });
});

describe('asking for another reset', () => {
  test('gives the second link all of its time, and ends the first', async () => {
    const { username, email } = await makePerson(testApp);
    const first = await askForReset(testApp, email);
    await testApp.db.pool.query(
      `update password_reset set expires_at = now() + interval '1 minute'
       where user_id = (select id from app_user where username = $1)`,
      [username],
    );
    const second = await askForReset(testApp, email);
    expect((await validate(first.token)).valid).toBe(false);
    expect((await validate(second.token)).expiresIn).toBeGreaterThan(1790);
    expect((await validate(second.code)).expiresIn).toBeGreaterThan(1790);
  });
});

describe('validating', () => {
  test('tells for how long a token or a code still works, and spends neither', async () => {
    const { email } = await makePerson(testApp);
    const { token, code } = await askForReset(testApp, email);
    for (const shown of [token, code, token, code]) {
      const reply = await validate(shown);
      expect(reply).toMatchObject({
        valid: true,
        message: 'The reset link is valid. Choose a new password.',
      });
      expect(reply.expiresIn).toBeGreaterThan(1790);
      expect(reply.expiresIn).toBeLessThanOrEqual(1800);
    }
  });

  test.each(['A'.repeat(43), '0000-0000-0000-0000', 'x', ' - '])(
    'says that %j is not valid',
    async (shown) => {
      expect(await validate(shown)).toEqual({
        success: true,
        valid: false,
        message: 'Invalid or expired token',
        expiresIn: 0,
        passkeys: [],
        twoFactorEnabled: false,
      });
    },
  );

  test('says whether two-factor is on, which stays so', async () => {
    const person = await makePerson(testApp);
    const { token, code } = await askForReset(testApp, person.email);
    expect((await validate(token)).twoFactorEnabled).toBe(false);
    await giveAuthenticator(testApp, person);
    for (const shown of [token, code]) expect((await validate(shown)).twoFactorEnabled).toBe(true);
  });

  test('says that two-factor is off where the reset turns it off, with whatever a stranger made', async () => {
    const person = await makePerson(testApp, { isVerified: false });
    await giveAuthenticator(testApp, person);
    const { token } = await askForReset(testApp, person.email);
    expect((await validate(token)).twoFactorEnabled).toBe(false);
    succeeded(endpoints.resetPassword, await resetWith(testApp, token));
    const { email } = person;
    expect(signedIn(await logIn({ email, password: newPassword })).user.twoFactorEnabled).toBe(false);
  });

  test('names the passkeys of the account, and of no other', async () => {
    const [person, other] = await Promise.all([makePerson(testApp), makePerson(testApp)]);
    const { passkeyId } = await addPasskey(testApp, person);
    const { token, code } = await askForReset(testApp, person.email);
    for (const shown of [token, code]) {
      const [passkey, ...others] = (await validate(shown)).passkeys;
      expect(passkey).toMatchObject({ id: passkeyId, name: 'Phone', isSynced: false, lastUsedAt: null });
      expect(others).toEqual([]);
    }
    expect((await validate((await askForReset(testApp, other.email)).token)).passkeys).toEqual([]);
    expect((await validate(token.slice(1))).passkeys).toEqual([]);
  });

  test('reads a code however it is typed', async () => {
    const { email } = await makePerson(testApp);
    const { code } = await askForReset(testApp, email);
    const plain = code.replaceAll('-', '');
    const lookAlike = plain.replaceAll('0', 'o').replaceAll('1', 'l');
    const typed = [plain, plain.toLowerCase(), ` ${code} `, code.replaceAll('-', ' '), lookAlike];
    for (const each of typed) expect((await validate(each)).valid).toBe(true);
    expect((await validate(plain.slice(1))).valid).toBe(false);
  });
});

describe('a reset', () => {
  test('lets in with the new password alone, and tells the person by mail', async () => {
    const { email, password, user } = await makePerson(testApp);
    const { token } = await askForReset(testApp, email);
    const reply = succeeded(endpoints.resetPassword, await resetWith(testApp, token));
    expect(reply.message).toBe('Password has been reset successfully');
    expect((await logIn({ email, password })).status).toBe(401);
    expect((await logIn({ email, password: newPassword })).status).toBe(200);
    expect(await eventsOf(user.id)).toContain('password_reset');
    const told = (await testApp.mailsTo(email)).find((mail) => mail.subject.includes('was reset'));
    expect(told?.text).toContain('/freeze-account#token=');
  });

  test('leaves two-factor on', async () => {
    const person = await makePerson(testApp);
    const authenticator = await giveAuthenticator(testApp, person);
    const { token } = await askForReset(testApp, person.email);
    succeeded(endpoints.resetPassword, await resetWith(testApp, token));
    const credentials = { email: person.email, password: newPassword };
    expect((await logIn(credentials)).body).toMatchObject({ requiresTwoFactor: true });
    expect((await logIn({ ...credentials, twoFactorCode: codeOf(authenticator) })).status).toBe(200);
  });

  test('forgets every browser but the one that it is made on', async () => {
    const { email, password, user } = await makePerson(testApp);
    await logIn({ email, password });
    const { token } = await askForReset(testApp, email);
    const reply = await resetWith(testApp, token);
    const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? '';
    const { rows } = await testApp.db.pool.query(
      `select token_hash = sha256($2::bytea) as is_this_browser from known_device where user_id = $1`,
      [user.id, Buffer.from(cookie.replace('device=', ''))],
    );
    expect(rows).toEqual([{ is_this_browser: true }]);
  });

  test('removes every passkey that it does not name, and writes each into the history', async () => {
    const person = await makePerson(testApp);
    const [known, ...unknown] = [
      await addPasskey(testApp, person),
      await addPasskey(testApp, person),
      await addPasskey(testApp, person),
    ];
    const { token } = await askForReset(testApp, person.email);
    const reply = await resetWith(testApp, token, { keepPasskeyIds: [known?.passkeyId ?? '', uuidv7()] });
    succeeded(endpoints.resetPassword, reply);
    expect(await passkeyIdsOf(person.user.id)).toEqual([known?.passkeyId]);
    const removals = (await eventsOf(person.user.id)).filter((kind) => kind === 'passkey_removed');
    expect(removals).toHaveLength(unknown.length);
    const { token: next } = await askForReset(testApp, person.email);
    succeeded(endpoints.resetPassword, await resetWith(testApp, next));
    expect(await passkeyIdsOf(person.user.id)).toEqual([]);
  });

  test('that names somebody else’s passkey keeps none by it, and leaves theirs alone', async () => {
    const [person, other] = await Promise.all([makePerson(testApp), makePerson(testApp)]);
    await addPasskey(testApp, person);
    const theirs = await addPasskey(testApp, other);
    const { token } = await askForReset(testApp, person.email);
    const reply = await resetWith(testApp, token, { keepPasskeyIds: [theirs.passkeyId] });
    succeeded(endpoints.resetPassword, reply);
    expect(await passkeyIdsOf(person.user.id)).toEqual([]);
    expect(await passkeyIdsOf(other.user.id)).toEqual([theirs.passkeyId]);
  });

  test('proves an email that nobody has proved, for the latest account that waits for it', async () => {
    const earlier = await registerPerson(testApp);
    const later = await registerPerson(testApp, { email: earlier.email });
    const verification = (await testApp.mailsTo(later.email)).find(({ text }) =>
      text.includes(later.username),
    );
    const { token } = await askForReset(testApp, later.email);
    succeeded(endpoints.resetPassword, await resetWith(testApp, token));
    const session = signedIn(await logIn({ email: later.email, password: newPassword }));
    expect(session.user).toMatchObject({ username: later.username, emailVerified: true });
    expect((await rowOf(earlier.username)).email_verified_at).toBeNull();
    const again = { email: later.email, code: codeIn(verification) };
    expect((await testApp.call('POST', '/auth/verify-code', { body: again })).status).toBe(422);
    expect(await eventsOf(session.user.id)).toEqual(
      expect.arrayContaining(['email_verified', 'password_reset']),
    );
  });

  test('opens no account that waits for an email which somebody else has proved meanwhile', async () => {
    const loser = await registerPerson(testApp);
    const { token } = await askForReset(testApp, loser.email);
    const winner = await registerPerson(testApp, { email: loser.email });
    const mail = (await testApp.mailsTo(winner.email)).find(({ text }) => text.includes(winner.username));
    const code = codeIn(mail);
    const proof = { email: winner.email, username: winner.username, code };
    expect((await testApp.call('POST', '/auth/verify-code', { body: proof })).status).toBe(200);
    expect(refused(await resetWith(testApp, token)).error).toBe('InvalidOrExpiredToken');
    expect((await logIn({ username: loser.username, password: loser.password })).status).toBe(200);
  });

  test('opens nothing once the account has another email', async () => {
    const { email, password, token: session } = await makePerson(testApp);
    const { token, code } = await askForReset(testApp, email);
    const newEmail = `new-${email}`;
    await testApp.call('PUT', '/users/email', { token: session, body: { newEmail, password } });
    const proof = { code: codeIn((await testApp.mailsTo(newEmail))[0]) };
    const changed = await testApp.call('POST', '/users/email/verify', { token: session, body: proof });
    succeeded(endpoints.verifyNewEmail, changed);
    for (const shown of [token, code]) {
      expect((await validate(shown)).valid).toBe(false);
      expect(refused(await resetWith(testApp, shown)).error).toBe('InvalidOrExpiredToken');
    }
  });
});

describe('a new password', () => {
  test.each([
    ['Sh0rt!x', 'Password must be at least 8 characters.'],
    ['lower case 9', 'Password must contain an uppercase letter.'],
    ['UPPER CASE 9', 'Password must contain a lowercase letter.'],
    ['No digit here', 'Password must contain a number.'],
    ['NoSpecial99', 'Password must contain a special character.'],
    ['Password123!', 'This password is too common. Choose one that is harder to guess.'],
    [`A1!${'a'.repeat(126)}`, 'This is too long.'],
  ])('%j is refused, and spends nothing', async (password, message) => {
    const { email } = await makePerson(testApp);
    const { token } = await askForReset(testApp, email);
    const reply = refused(await resetWith(testApp, token, { password }));
    expect(reply).toMatchObject({ status: 400, error: 'ValidationFailed' });
    expect(reply.errors).toContainEqual({ field: 'password', message });
    expect((await validate(token)).valid).toBe(true);
  });

  test('is refused where it is what its person is called', async () => {
    const person = await makePerson(testApp, { username: 'Marie_Curie' });
    const { token } = await askForReset(testApp, person.email);
    const reply = refused(await resetWith(testApp, token, { password: 'Marie_Curie 1867!' }));
    expect(reply.errors).toEqual([
      { field: 'password', message: 'The password must not be your name, username, or email.' },
    ]);
  });

  test('has to be repeated', async () => {
    const body = { token: 'A'.repeat(43), password: newPassword, confirmPassword: 'another' };
    const reply = refused(await testApp.call('POST', '/auth/reset-password', { body }));
    expect(reply.errors).toEqual([{ field: 'confirmPassword', message: 'Passwords do not match.' }]);
  });
});

describe('a frozen account', () => {
  async function freeze(
    username: string,
    frozenBy: 'link' | 'operator',
    unfreezesIn?: string,
  ): Promise<void> {
    await testApp.db.pool.query(
      `update app_user set frozen_at = now(), frozen_by = $2, unfreezes_at = now() + $3::interval
       where username = $1`,
      [username, frozenBy, unfreezesIn ?? null],
    );
  }

  const hoursUntilOpen = async (username: string) =>
    ((await rowOf(username)).unfreezes_at.getTime() - Date.now()) / 3_600_000;

  test('says so only to the right password', async () => {
    const { username, email, password } = await makePerson(testApp);
    await freeze(username, 'link');
    expect(refused(await logIn({ email, password: 'wrong horse' })).error).toBe('InvalidCredentials');
    expect(refused(await logIn({ email, password }))).toMatchObject({ status: 403, error: 'AccountFrozen' });
  });

  test('of a link opens a day after the reset, not sooner', async () => {
    const { username, email } = await makePerson(testApp);
    await freeze(username, 'link');
    const { token } = await askForReset(testApp, email);
    succeeded(endpoints.resetPassword, await resetWith(testApp, token));
    expect(await hoursUntilOpen(username)).toBeCloseTo(24, 1);
    const credentials = { email, password: newPassword };
    expect(refused(await logIn(credentials)).error).toBe('AccountFrozen');
    await testApp.db.pool.query('update app_user set unfreezes_at = now() where username = $1', [username]);
    const { token: session } = signedIn(await logIn(credentials));
    expect(await isSignedIn(testApp, session)).toBe(true);
  });

  test('waits a day from its latest reset', async () => {
    const { username, email } = await makePerson(testApp);
    await freeze(username, 'link', '1 hour');
    const { token } = await askForReset(testApp, email);
    await resetWith(testApp, token);
    expect(await hoursUntilOpen(username)).toBeCloseTo(24, 1);
  });

  test('that opened already stays open', async () => {
    const { username, email } = await makePerson(testApp);
    await freeze(username, 'link', '-1 hour');
    const { token } = await askForReset(testApp, email);
    await resetWith(testApp, token);
    expect((await logIn({ email, password: newPassword })).status).toBe(200);
  });

  test('of the operator stays frozen', async () => {
    const { username, email } = await makePerson(testApp);
    await freeze(username, 'operator');
    const { token } = await askForReset(testApp, email);
    await resetWith(testApp, token);
    expect((await rowOf(username)).unfreezes_at).toBeNull();
    expect(refused(await logIn({ email, password: newPassword })).error).toBe('AccountFrozen');
  });
});
