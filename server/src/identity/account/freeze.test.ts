import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventKinds, isSignedIn, mailWithLink, signInAgain, tokenIn } from '../../test/account-security.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { codeIn, makePerson, type SignedInPerson } from '../../test/person.ts';

let testApp: TestApp;
let person: SignedInPerson;
let addressCount = 0;

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  person = await makePerson(testApp);
});
afterAll(() => testApp.close());

const freeze = (token: string) => testApp.call('POST', '/auth/freeze', { body: { token } });
const undo = (token: string) => testApp.call('POST', '/auth/undo-email-change', { body: { token } });

function logIn({ username, password }: SignedInPerson) {
  return testApp.call('POST', '/auth/login', { body: { username, password } });
}

/** A mail that carries a freeze link: that the email is about to change. */
async function freezeToken(email = person.email): Promise<string> {
  await askForEmail(person, newAddress());
  return tokenIn(await mailWithLink(testApp, email, '/freeze-account'), '/freeze-account');
}

function newAddress(): string {
  addressCount += 1;
  return `other_${addressCount}@example.com`;
}

async function askForEmail({ token, password }: SignedInPerson, newEmail: string): Promise<void> {
  const reply = await testApp.call('PUT', '/users/email', { token, body: { newEmail, password } });
  succeeded(endpoints.changeEmail, reply);
}

/** Answers the token of the link that undoes it. */
async function changeEmail(newEmail: string, formerEmail: string): Promise<string> {
  await askForEmail(person, newEmail);
  const code = codeIn((await testApp.mailsTo(newEmail))[0]);
  const reply = await testApp.call('POST', '/users/email/verify', { token: person.token, body: { code } });
  succeeded(endpoints.verifyNewEmail, reply);
  return tokenIn(await mailWithLink(testApp, formerEmail, '/undo-email-change'), '/undo-email-change');
}

async function rowOf({ user }: SignedInPerson) {
  const { rows } = await testApp.db.pool.query('select * from app_user where id = $1', [user.id]);
  return rows[0];
}

async function countOf(table: string): Promise<number> {
  const { rowCount } = await testApp.db.pool.query(`select from ${table} where user_id = $1`, [
    person.user.id,
  ]);
  return rowCount ?? 0;
}

describe('the freeze link', () => {
  test('removes the passkeys: a reset of the password would not keep out whoever added one', async () => {
    await testApp.db.pool.query(
      `insert into passkey (id, user_id, credential_id, public_key, signature_count, transports, name, is_synced)
       values (gen_random_uuid(), $1, 'an-id', 'a key', 0, '{}', 'A stranger’s', false)`,
      [person.user.id],
    );
    const token = await freezeToken();
    expect(await countOf('passkey')).toBe(1);
    succeeded(endpoints.freezeAccount, await freeze(token));
    expect(await countOf('passkey')).toBe(0);
  });

  test('ends every session, forgets every browser, and lets nobody sign in with the right password', async () => {
    const elsewhere = await signInAgain(testApp, person);
    const reply = succeeded(endpoints.freezeAccount, await freeze(await freezeToken()));
    expect(reply.message).toBe('Your account is frozen. All devices are signed out.');
    expect(await isSignedIn(testApp, person.token)).toBe(false);
    expect(await isSignedIn(testApp, elsewhere)).toBe(false);
    expect(refused(await logIn(person))).toMatchObject({ status: 403, error: 'AccountFrozen' });
    expect(await countOf('known_device')).toBe(0);
    expect((await eventKinds(testApp, person.user.id))[0]).toBe('account_frozen');
    expect((await testApp.mailsTo(person.email))[0]?.text).toContain(person.username);
  });

  test('forgets whom the account paid without a proof, and nobody whom it paid with one', async () => {
    await testApp.db.pool.query(
      `insert into paid_recipient (user_id, address, is_proved) values ($1, 'unproved', false), ($1, 'proved', true)`,
      [person.user.id],
    );
    succeeded(endpoints.freezeAccount, await freeze(await freezeToken()));
    const { rows } = await testApp.db.pool.query('select address from paid_recipient where user_id = $1', [
      person.user.id,
    ]);
    expect(rows).toEqual([{ address: 'proved' }]);
  });

  test('works once, and takes the other freeze links with it', async () => {
    const first = await freezeToken();
    const second = await freezeToken();
    expect(second).not.toBe(first);
    succeeded(endpoints.freezeAccount, await freeze(first));
    expect(refused(await freeze(first)).error).toBe('InvalidOrExpiredToken');
    expect(refused(await freeze(second)).error).toBe('InvalidOrExpiredToken');
    expect(await countOf('account_link')).toBe(0);
  });

  test('ends an email change that waits, and a reset', async () => {
    const newEmail = newAddress();
    const token = await freezeToken();
    await askForEmail(person, newEmail);
    await testApp.db.pool.query(
      `insert into password_reset (user_id, token_hash, code_hash, expires_at)
       values ($1, sha256('e'), sha256('f'), now() + interval '30 minutes')`,
      [person.user.id],
    );
    succeeded(endpoints.freezeAccount, await freeze(token));
    const link = tokenIn((await testApp.mailsTo(newEmail))[0], '/verify-email');
    expect(refused(await testApp.call('GET', `/auth/verify-email?token=${link}`)).error).toBe(
      'InvalidOrExpiredToken',
    );
    expect(await countOf('password_reset')).toBe(0);
  });

  test.each(['A'.repeat(43), 'no token of ours'.replaceAll(' ', '')])('refuses %s', async (token) => {
    expect(refused(await freeze(token))).toMatchObject({ status: 422, error: 'InvalidOrExpiredToken' });
  });

  test('from a former address undoes the change as well: a reset would go to whoever made it', async () => {
    const token = await freezeToken();
    const newEmail = newAddress();
    await changeEmail(newEmail, person.email);
    const reply = succeeded(endpoints.freezeAccount, await freeze(token));
    expect(reply.message).toMatch(/^Your previous email is back/);
    expect(await rowOf(person)).toMatchObject({ email: person.email, frozen_by: 'link' });
    expect((await testApp.mailsTo(newEmail))[0]?.subject).toBe(
      'Your Mercury account has its previous email again',
    );
    expect((await testApp.mailsTo(person.email))[0]?.subject).toBe(
      'The change of your Mercury email was undone',
    );
    expect(await countOf('account_link')).toBe(0);
  });

  test('from an address that was left twice undoes both changes: no later link takes the account away again', async () => {
    const token = await freezeToken();
    const [home, other, last] = [person.email, newAddress(), newAddress()];
    await changeEmail(other, home);
    const undoOfOther = await changeEmail(home, other);
    await changeEmail(last, home);
    succeeded(endpoints.freezeAccount, await freeze(token));
    expect(await rowOf(person)).toMatchObject({ email: home, frozen_by: 'link' });
    expect(refused(await undo(undoOfOther)).error).toBe('InvalidOrExpiredToken');
    expect(await rowOf(person)).toMatchObject({ email: home });
  });

  test('from a former address is of no use once the change can’t be undone', async () => {
    const token = await freezeToken();
    await changeEmail(newAddress(), person.email);
    await testApp.db.pool.query(
      `update account_link set expires_at = now() where user_id = $1 and purpose = 'undo-email-change'`,
      [person.user.id],
    );
    expect(refused(await freeze(token)).error).toBe('InvalidOrExpiredToken');
    expect(await rowOf(person)).toMatchObject({ frozen_at: null });
  });

  test('opens nothing else: it undoes no email change by itself', async () => {
    expect(refused(await undo(await freezeToken())).error).toBe('InvalidOrExpiredToken');
  });

  test('ends after thirty days', async () => {
    const token = await freezeToken();
    const { rows } = await testApp.db.pool.query<{ days: number }>(
      `select round(extract(epoch from expires_at - now()) / 86400)::integer as days from account_link where user_id = $1`,
      [person.user.id],
    );
    expect(rows[0]?.days).toBe(30);
    await testApp.db.pool.query('update account_link set expires_at = now() where user_id = $1', [
      person.user.id,
    ]);
    expect(refused(await freeze(token)).error).toBe('InvalidOrExpiredToken');
  });

  test('of five calls at once freezes once', async () => {
    const token = await freezeToken();
    const replies = await Promise.all(Array.from({ length: 5 }, () => freeze(token)));
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 422, 422, 422, 422,
    ]);
  });

  test('leaves to the operator what the operator froze', async () => {
    const token = await freezeToken();
    await testApp.db.pool.query(
      `update app_user set frozen_at = now(), frozen_by = 'operator' where id = $1`,
      [person.user.id],
    );
    succeeded(endpoints.freezeAccount, await freeze(token));
    expect(await rowOf(person)).toMatchObject({ frozen_by: 'operator', unfreezes_at: null });
  });

  test('freezes anew what was open again', async () => {
    const token = await freezeToken();
    await testApp.db.pool.query(
      `update app_user set frozen_at = now(), frozen_by = 'link', unfreezes_at = now() where id = $1`,
      [person.user.id],
    );
    succeeded(endpoints.freezeAccount, await freeze(token));
    expect(await rowOf(person)).toMatchObject({ frozen_by: 'link', unfreezes_at: null });
  });
});

describe('the link that undoes an email change', () => {
  test('gives the former email back, freezes the account and ends every session', async () => {
    const newEmail = newAddress();
    const token = await changeEmail(newEmail, person.email);
    succeeded(endpoints.undoEmailChange, await undo(token));
    expect(await rowOf(person)).toMatchObject({
      email: person.email,
      email_verified_at: expect.any(Date),
      frozen_by: 'link',
      unfreezes_at: null,
    });
    expect(await isSignedIn(testApp, person.token)).toBe(false);
    expect(await countOf('known_device')).toBe(0);
    expect((await eventKinds(testApp, person.user.id)).slice(0, 2)).toEqual([
      'email_change_undone',
      'account_frozen',
    ]);
    expect((await testApp.mailsTo(person.email))[0]?.text).toContain(person.username);
    expect(refused(await undo(token)).error).toBe('InvalidOrExpiredToken');
  });

  test('undoes whatever the email was changed to after, and leaves no way back to it', async () => {
    const [second, third] = [newAddress(), newAddress()];
    const toFirst = await changeEmail(second, person.email);
    const toSecond = await changeEmail(third, second);
    succeeded(endpoints.undoEmailChange, await undo(toFirst));
    expect(await rowOf(person)).toMatchObject({ email: person.email });
    expect(refused(await undo(toSecond)).error).toBe('InvalidOrExpiredToken');
  });

  test('still works after its holder of the later address undid the later change', async () => {
    const [second, third] = [newAddress(), newAddress()];
    const toFirst = await changeEmail(second, person.email);
    const toSecond = await changeEmail(third, second);
    succeeded(endpoints.undoEmailChange, await undo(toSecond));
    expect(await rowOf(person)).toMatchObject({ email: second });
    succeeded(endpoints.undoEmailChange, await undo(toFirst));
    expect(await rowOf(person)).toMatchObject({ email: person.email });
  });

  test('still works on an account that was frozen from the new address first', async () => {
    const newEmail = newAddress();
    const token = await changeEmail(newEmail, person.email);
    await askForEmail(person, newAddress());
    const mail = await mailWithLink(testApp, newEmail, '/freeze-account');
    const reply = succeeded(endpoints.freezeAccount, await freeze(tokenIn(mail, '/freeze-account')));
    expect(reply.message).toMatch(/^Your account is frozen/);
    succeeded(endpoints.undoEmailChange, await undo(token));
    expect(await rowOf(person)).toMatchObject({ email: person.email });
  });

  test('ends after 72 hours', async () => {
    const token = await changeEmail(newAddress(), person.email);
    const { rows } = await testApp.db.pool.query<{ hours: number }>(
      `select round(extract(epoch from expires_at - now()) / 3600)::integer as hours
       from account_link where user_id = $1 and purpose = 'undo-email-change'`,
      [person.user.id],
    );
    expect(rows[0]?.hours).toBe(72);
    await testApp.db.pool.query('update account_link set expires_at = now() where user_id = $1', [
      person.user.id,
    ]);
    expect(refused(await undo(token)).error).toBe('InvalidOrExpiredToken');
  });
});
