import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { features } from '../../features/features.ts';
import { signInAgain } from '../../test/account-security.ts';
import { createTestApp, succeeded, type TestApp } from '../../test/app.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { freezeByOperator } from '../account/freeze.ts';

let testApp: TestApp;
let person: SignedInPerson;
/** Of another browser of the same person. */
let otherToken: string;

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  person = await makePerson(testApp, { isProved: true });
  otherToken = await signInAgain(testApp, person);
});
afterAll(() => testApp.close());

async function refusalOf(token: string | undefined): Promise<unknown> {
  const { status, body } = await testApp.call('GET', '/users/profile', token === undefined ? {} : { token });
  expect(status).toBe(401);
  return body.message;
}

test('a browser that was signed out from elsewhere is told so', async () => {
  succeeded(
    endpoints.endOtherSessions,
    await testApp.call('DELETE', '/users/sessions', { token: person.token }),
  );
  expect(await refusalOf(otherToken)).toBe('You were signed out from another device. Please sign in again.');
});

test('a browser that was signed out by a change of the password is told so', async () => {
  const newPassword = 'Tidal-meadow 41';
  const body = { currentPassword: person.password, newPassword, confirmPassword: newPassword };
  succeeded(
    endpoints.changePassword,
    await testApp.call('PUT', '/users/password', { token: person.token, body }),
  );
  expect(await refusalOf(otherToken)).toMatch(/because your password was changed/);
});

test('a browser whose account was frozen is told so', async () => {
  await freezeByOperator(
    { db: testApp.db, accountParts: features },
    { userId: person.user.id, actor: { kind: 'operator', name: 'Ada' } },
  );
  expect(await refusalOf(otherToken)).toMatch(/because your account was frozen/);
});

test('who signed out, who shows any other token, and who shows none learn no reason', async () => {
  const over = 'Your session has ended. Please sign in again.';
  await testApp.call('POST', '/auth/logout', { token: otherToken });
  expect(await refusalOf(otherToken)).toBe(over);
  expect(await refusalOf('never-a-token')).toBe(over);
  expect(await refusalOf(undefined)).toBe('Please sign in.');
});

test('the reason goes with the account', async () => {
  await testApp.call('DELETE', `/users/sessions`, { token: person.token });
  const body = { password: person.password };
  succeeded(
    endpoints.deleteAccount,
    await testApp.call('DELETE', '/users/account', { token: person.token, body }),
  );
  expect(await refusalOf(otherToken)).toBe('Your session has ended. Please sign in again.');
});
