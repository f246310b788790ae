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

/** Details that are unique within this test file. */
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

/** A verified person with a session, inserted without registering, for tests about other things. */
export function makePerson(
  { db }: Pick<TestApp, 'db'>,
  overrides: Partial<PersonToInsert> = {},
): Promise<SignedInPerson> {
  return insertPerson(db, { ...overrides, ...newRegistration(overrides) });
}

/** The reply of a sign-in that opened a session instead of asking for a second factor. */
export function signedIn(reply: TestReply): SignedIn {
  return signedInReply.parse(succeeded(endpoints.login, reply));
}

/** A person who has registered without proving the email. */
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

/** A person with a session but without a proved email. */
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

export function codeIn(mail: KeptMail | undefined): string {
  const code = /^[A-Z0-9]{6}$/m.exec(mail?.text ?? '')?.[0];
  if (code === undefined) throw new Error(`there is no code in ${JSON.stringify(mail)}`);
  return code;
}

export function linkIn(mail: KeptMail | undefined): URL {
  const link = /^https?:\/\/\S+$/m.exec(mail?.text ?? '')?.[0];
  if (link === undefined) throw new Error(`there is no link in ${JSON.stringify(mail)}`);
  return new URL(link);
}
