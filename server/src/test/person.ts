import { signedInReply, type SignedIn } from '@mercury/contract/api/auth.ts';
import { endpoints } from '@mercury/contract/api/index.ts';
import type { KeptMail } from '../mail/outbox.ts';
import { succeeded, type TestApp, type TestReply } from './app.ts';
import {
  insertPerson,
  type PersonToInsert,
  type Registration,
  type SignedInPerson,
} from './insert-person.ts';

export type { Registration, SignedInPerson };

let personCount = 0;

/** Details that nobody else of this test file has. */
export function newRegistration(overrides: Partial<Registration> = {}): Registration {
  personCount += 1;
  const username = overrides.username ?? `person_${personCount}`;
  return {
    username,
    email: `${username.toLowerCase()}@example.com`,
    password: 'correct horse 7',
    ...overrides,
  };
}

/** Somebody verified and signed in, without registering: for tests that are not about it. */
export function makePerson(
  { db }: Pick<TestApp, 'db'>,
  overrides: Partial<PersonToInsert> = {},
): Promise<SignedInPerson> {
  return insertPerson(db, { ...overrides, ...newRegistration(overrides) });
}

/** A sign-in that must have opened a session, rather than asked for a second factor. */
export function signedIn(reply: TestReply): SignedIn {
  return signedInReply.parse(succeeded(endpoints.login, reply));
}

/** Somebody who has registered and not proved their email. */
export async function registerPerson(
  testApp: TestApp,
  overrides: Partial<Registration> = {},
): Promise<Registration> {
  const registration = newRegistration(overrides);
  const reply = await testApp.call('POST', '/auth/register', {
    body: { ...registration, confirmPassword: registration.password },
  });
  succeeded(endpoints.register, reply);
  return registration;
}

/** Somebody who registered, typed the code of the mail, and so is signed in. */
export async function registerVerifiedPerson(
  testApp: TestApp,
  overrides: Partial<Registration> = {},
): Promise<SignedInPerson> {
  const registration = await registerPerson(testApp, overrides);
  const code = codeIn((await testApp.mailsTo(registration.email))[0]);
  const reply = await testApp.call('POST', '/auth/verify-code', {
    body: { email: registration.email, code },
  });
  const { token, user } = succeeded(endpoints.verifyCode, reply);
  return { ...registration, token, user };
}

/** Somebody signed in whose email is not proved. */
export async function registerUnverifiedPerson(
  testApp: TestApp,
  overrides: Partial<Registration> = {},
): Promise<SignedInPerson> {
  const registration = await registerPerson(testApp, overrides);
  const { email, password } = registration;
  const reply = await testApp.call('POST', '/auth/login', { body: { email, password } });
  const { token, user } = signedIn(reply);
  return { ...registration, token, user };
}

/** The code, alone on its line. */
export function codeIn(mail: KeptMail | undefined): string {
  const code = /^[A-Z0-9]{6}$/m.exec(mail?.text ?? '')?.[0];
  if (code === undefined) throw new Error(`there is no code in ${JSON.stringify(mail)}`);
  return code;
}

/** The link, alone on its line. */
export function linkIn(mail: KeptMail | undefined): URL {
  const link = /^https?:\/\/\S+$/m.exec(mail?.text ?? '')?.[0];
  if (link === undefined) throw new Error(`there is no link in ${JSON.stringify(mail)}`);
  return new URL(link);
}
