import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventKinds, isSignedIn, signInAgain } from '../../test/account-security.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
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
  expect((await testApp.mailsTo(person.email))[0]?.text).toContain('/freeze-account?token=');
});

test('counts as a fresh proof of the session that did it', async () => {
  const person = await makePerson(testApp);
  const setPhrase = () =>
    testApp.call('PUT', '/users/phrase', { token: person.token, body: { phrase: 'blue heron' } });
  expect(refused(await setPhrase()).error).toBe('ProofRequired');
  succeeded(endpoints.changePassword, await change(person));
  succeeded(endpoints.setPhrase, await setPhrase());
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
    { field: 'newPassword', message: 'The new password must differ from the current one.' },
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
