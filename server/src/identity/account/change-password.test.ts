import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventKinds, isSignedIn, signInAgain } from '../../test/account-security.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { addPasskey } from '../../test/passkey-authenticator.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { codeOf, giveAuthenticator } from '../../test/two-factor.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const newPassword = 'Another horse 8!';

function change(person: SignedInPerson, body: object = {}) {
  return testApp.call('PUT', '/users/password', {
    token: person.token,
    body: { currentPassword: person.password, newPassword, confirmPassword: newPassword, ...body },
  });
}

function logIn({ username }: SignedInPerson, password: string) {
  return testApp.call('POST', '/auth/login', { body: { username, password } });
}

test('replaces the password, ends every other session, and tells the person by mail', async () => {
  const person = await makePerson(testApp);
  const elsewhere = await signInAgain(testApp, person);
  const reply = succeeded(endpoints.changePassword, await change(person));
  expect(reply.message).toBe('Password updated successfully');
  expect(await isSignedIn(testApp, person.token)).toBe(true);
  expect(await isSignedIn(testApp, elsewhere)).toBe(false);
  expect(refused(await logIn(person, person.password)).status).toBe(401);
  expect((await logIn(person, newPassword)).status).toBe(200);
  expect(await eventKinds(testApp, person.user.id)).toContain('password_changed');
  const told = (await testApp.mailsTo(person.email)).find((mail) => mail.subject.includes('was changed'));
  expect(told?.text).toContain('/freeze-account#token=');
});

test('counts as a fresh proof of the session that did it', async () => {
  const person = await makePerson(testApp);
  const setPhrase = () =>
    testApp.call('PUT', '/users/phrase', { token: person.token, body: { phrase: 'blue heron' } });
  expect(refused(await setPhrase()).error).toBe('ProofRequired');
  succeeded(endpoints.changePassword, await change(person));
  succeeded(endpoints.setPhrase, await setPhrase());
});

test('removes every passkey that it does not name, and knows no browser but this one', async () => {
  const person = await makePerson(testApp);
  await signInAgain(testApp, person);
  const known = await addPasskey(testApp, person);
  await addPasskey(testApp, person);
  const reply = await change(person, { keepPasskeyIds: [known.passkeyId] });
  succeeded(endpoints.changePassword, reply);
  const listed = await testApp.call('GET', '/users/passkeys', { token: person.token });
  expect(succeeded(endpoints.listPasskeys, listed).passkeys.map(({ id }) => id)).toEqual([known.passkeyId]);
  expect(
    (await eventKinds(testApp, person.user.id)).filter((kind) => kind === 'passkey_removed'),
  ).toHaveLength(1);
  const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? '';
  const { rows } = await testApp.db.pool.query(
    'select token_hash = sha256($2::bytea) as is_this_browser from known_device where user_id = $1',
    [person.user.id, Buffer.from(cookie.replace('device=', ''))],
  );
  expect(rows).toEqual([{ is_this_browser: true }]);
});

test('says by name which passkeys it removed', async () => {
  const person = await makePerson(testApp);
  const ids = [
    await addPasskey(testApp, person),
    await addPasskey(testApp, person),
    await addPasskey(testApp, person),
  ].map(({ passkeyId }) => passkeyId);
  const names = ['Laptop', 'كمبيوتر', 'Phone'];
  for (const [place, name] of names.entries()) {
    await testApp.db.pool.query('update passkey set name = $2 where id = $1', [ids[place], name]);
  }
  const { message } = succeeded(endpoints.changePassword, await change(person, { keepPasskeyIds: [ids[2]] }));
  expect(message.split('. ')).toEqual([
    'Password updated successfully',
    expect.stringMatching(/^Removed passkeys: /),
  ]);
  expect(message.match(/\u2068[^\u2069]+\u2069/g)?.toSorted()).toEqual([
    '\u2068Laptop\u2069',
    '\u2068كمبيوتر\u2069',
  ]);
});

test('removes all passkeys where it names none, and leaves those of others', async () => {
  const [person, other] = await Promise.all([makePerson(testApp), makePerson(testApp)]);
  await addPasskey(testApp, person);
  const theirs = await addPasskey(testApp, other);
  succeeded(endpoints.changePassword, await change(person, { keepPasskeyIds: [theirs.passkeyId] }));
  const { rows } = await testApp.db.pool.query('select id from passkey where user_id = any($1)', [
    [person.user.id, other.user.id],
  ]);
  expect(rows).toEqual([{ id: theirs.passkeyId }]);
});

test('ends a second factor that was being set up with the former password', async () => {
  const person = await makePerson(testApp);
  const { token, password } = person;
  const setUp = await testApp.call('POST', '/users/2fa/setup', { token, body: { password } });
  const { secretKey } = succeeded(endpoints.setUpTwoFactor, setUp).data;
  succeeded(endpoints.changePassword, await change(person));
  const body = { token: codeOf({ secretKey }) };
  const verified = await testApp.call('POST', '/users/2fa/verify', { token, body });
  expect(refused(verified).error).toBe('TwoFactorNotEnabled');
});

test('kills a reset that was asked for before', async () => {
  const person = await makePerson(testApp);
  await testApp.db.pool.query(
    `insert into password_reset (user_id, token_hash, code_hash, expires_at)
     values ($1, sha256('a'), sha256('b'), now() + interval '30 minutes')`,
    [person.user.id],
  );
  succeeded(endpoints.changePassword, await change(person));
  const { rowCount } = await testApp.db.pool.query('select from password_reset where user_id = $1', [
    person.user.id,
  ]);
  expect(rowCount).toBe(0);
});

test('refuses a wrong present password with 422, so that no browser signs out, and changes nothing', async () => {
  const person = await makePerson(testApp);
  const elsewhere = await signInAgain(testApp, person);
  const reply = refused(await change(person, { currentPassword: 'wrong horse 7' }));
  expect(reply).toMatchObject({ status: 422, error: 'WrongPassword' });
  expect(await isSignedIn(testApp, elsewhere)).toBe(true);
  expect((await logIn(person, person.password)).status).toBe(200);
});

test.each([
  ['is the present one', 'correct horse 7', 'newPassword'],
  ['is a common one', 'Password1!', 'newPassword'],
  ['has no special character', 'AnotherHorse8', 'newPassword'],
  ['has no uppercase letter', 'another horse 8!', 'newPassword'],
])('refuses a new password that %s', async (_why, password, field) => {
  const person = await makePerson(testApp);
  const reply = refused(await change(person, { newPassword: password, confirmPassword: password }));
  expect(reply).toMatchObject({ status: 400, error: 'ValidationFailed' });
  expect(reply.errors?.map((each) => each.field)).toContain(field);
});

test('says of the present password, sent as the new one, that it is that', async () => {
  const person = await makePerson(testApp, { password: 'Correct horse 7!' });
  const same = { newPassword: person.password, confirmPassword: person.password };
  expect(refused(await change(person, same)).errors).toEqual([
    { field: 'newPassword', message: 'The new password must be different from the current one.' },
  ]);
});

test("refuses the person's own username as a password", async () => {
  const person = await makePerson(testApp, { username: 'ada_lovelace' });
  const own = { newPassword: 'Ada_Lovelace1!', confirmPassword: 'Ada_Lovelace1!' };
  expect(refused(await change(person, own)).errors?.[0]?.field).toBe('newPassword');
});

test('asks for the code where two-factor is on, and spends none on a password that is refused', async () => {
  const person = await makePerson(testApp);
  const authenticator = await giveAuthenticator(testApp, person);
  expect(refused(await change(person)).error).toBe('TwoFactorCodeRequired');
  const twoFactorCode = codeOf(authenticator);
  const common = { newPassword: 'Password1!', confirmPassword: 'Password1!', twoFactorCode };
  expect(refused(await change(person, common)).error).toBe('ValidationFailed');
  expect(refused(await change(person, { twoFactorCode: '000000' })).error).toBe('InvalidTwoFactorCode');
  succeeded(endpoints.changePassword, await change(person, { twoFactorCode }));
});

test('of two changes at once from one password, one is made', async () => {
  const person = await makePerson(testApp);
  const passwords = ['First horse 8!', 'Second horse 9!'];
  const replies = await Promise.all(
    passwords.map((each) => change(person, { newPassword: each, confirmPassword: each })),
  );
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
  const winner = passwords[replies.findIndex(({ status }) => status === 200)] ?? '';
  expect((await logIn(person, winner)).status).toBe(200);
});
