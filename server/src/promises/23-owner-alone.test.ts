import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inTransaction } from '../db/database.ts';
import { createVerification, registrationPurpose } from '../identity/email/issue-verification.ts';
import { createFreezeToken } from '../identity/events/account-links.ts';
import { createToken, hashToken } from '../identity/secrets/tokens.ts';
import { isKnownDevice } from '../identity/sessions/known-device.ts';
import { isSignedIn, mailWithLink, signInAgain, tokenIn } from '../test/account-security.ts';
import { createTestApp, refused, succeeded, type TestApp, type TestReply } from '../test/app.ts';
import { listenForStreams, type EventStreams } from '../test/event-streams.ts';
import { addPasskey, type PasskeyAuthenticator } from '../test/passkey-authenticator.ts';
import { askForReset, newPassword, resetWith } from '../test/password-reset.ts';
import { makePerson, registerPerson, signedIn, type SignedInPerson } from '../test/person.ts';
import { codeOf, forgetTimeSteps, giveAuthenticator } from '../test/two-factor.ts';

/**
 * Promise 23: a person who proves the email, or resets or changes the password, owns the account alone. Nothing that a stranger
 * made before opens it; only passkeys that were named stay.
 */

let testApp: TestApp;
let streams: EventStreams;
const counted = { ways: 0, tried: 0, opened: 0, passkeysKept: 0 };

beforeAll(async () => {
  testApp = await createTestApp();
  streams = await listenForStreams(testApp);
});
afterAll(async () => {
  process.stdout.write(`promise 23: ${JSON.stringify(counted)}\n`);
  await testApp.close();
});

/** Whether something still opens the account, or changes who can. */
type Try = (after: After) => Promise<boolean>;

interface After {
  /** The present one. */
  readonly password: string;
  /** Of a session that lives on; a stranger may have its token too. */
  readonly token: string;
}

interface Scene {
  readonly person: SignedInPerson;
  /** Of a stranger who knows the password and was in the account, but reads none of its mail. */
  readonly tries: Readonly<Record<string, Try>>;
  readonly known: Passkey;
  readonly twoFactorCode: () => Promise<string>;
}

interface Passkey {
  readonly authenticator: PasskeyAuthenticator;
  readonly passkeyId: string;
}

const isOk = ({ status }: TestReply) => status === 200 || status === 201;
const post = (path: string, body: object, token?: string) => testApp.call('POST', path, { body, token });
const logIn = ({ username }: SignedInPerson, password: string) => post('/auth/login', { username, password });

async function signsIn({ authenticator }: Passkey): Promise<boolean> {
  const reply = await testApp.call('POST', '/auth/passkey-options');
  const { options, challengeToken } = succeeded(endpoints.passkeySignInOptions, reply);
  return isOk(await post('/auth/passkey', { challengeToken, credential: authenticator.get(options) }));
}

async function makeScene(): Promise<Scene> {
  const person = await makePerson(testApp);
  const strangers = { ...person, token: await signInAgain(testApp, person) };
  const known = await addPasskey(testApp, strangers);
  const inSession = await triesOfSession(strangers);
  const byMail = await triesByMail(person, strangers.token);
  // Later than the rest, which would need its codes.
  const authenticator = await giveAuthenticator(testApp, person);
  const twoFactorCode = async () => {
    await forgetTimeSteps(testApp, person.user.id);
    return codeOf(authenticator);
  };
  const { tempToken } = (await logIn(person, person.password)).body;
  const tries = {
    ...inSession,
    'a sign-in that waits for its second factor': async () =>
      isOk(await post('/auth/2fa/verify', { tempToken, twoFactorCode: await twoFactorCode() })),
    'an authenticator and recovery codes': async ({ password }: After) =>
      'tempToken' in (await logIn(person, password)).body,
    ...byMail,
  };
  return { person, tries, known, twoFactorCode };
}

async function triesOfSession(strangers: SignedInPerson): Promise<Record<string, Try>> {
  const { token, user, password } = strangers;
  const added = await addPasskey(testApp, strangers);
  const offered = succeeded(
    endpoints.createPasskeyOptions,
    await post('/users/passkeys/options', { password }, token),
  );
  const device = createToken();
  await testApp.db.pool.query('insert into known_device (user_id, token_hash) values ($1, $2)', [
    user.id,
    hashToken(device),
  ]);
  const stream = await streams.open(token);
  return {
    'a session': () => isSignedIn(testApp, token),
    async 'a live stream'() {
      const isOver = () => expect(stream.isEnded()).toBe(true);
      const isOpen = await vi.waitFor(isOver, 1000).then(
        () => false,
        () => true,
      );
      stream.close();
      return isOpen;
    },
    async 'another live stream'() {
      const opened = await streams.open(token);
      opened.close();
      return opened.status === 200;
    },
    'a passkey': () => signsIn(added),
    async 'a passkey that is being made'(after) {
      const credential = added.authenticator.create(offered.options);
      const body = { challengeToken: offered.challengeToken, name: 'Phone', credential };
      const replies = [
        await post('/users/passkeys', body, token),
        await post('/users/passkeys', body, after.token),
      ];
      // Only a right challenge gets the answer that this passkey exists.
      return replies.some((reply) => isOk(reply) || refused(reply).error === 'PasskeyExists');
    },
    'a known browser': () => isKnownDevice(testApp.db.pool, [user.id], { deviceToken: device }),
  };
}

/** By mails to an address that the stranger read, or by a request of their session. */
async function triesByMail(person: SignedInPerson, token: string): Promise<Record<string, Try>> {
  const { email, password } = person;
  const newEmail = `stranger.${email}`;
  succeeded(
    endpoints.changeEmail,
    await testApp.call('PUT', '/users/email', { token, body: { newEmail, password } }),
  );
  const change = tokenIn(await mailWithLink(testApp, newEmail, '/verify-email'), '/verify-email');
  const reset = await askForReset(testApp, email);
  const isValid = async (shown: string) =>
    (await post('/auth/validate-reset-token', { token: shown })).body.valid === true;
  return {
    'a reset by link': () => isValid(reset.token),
    'a reset by code': () => isValid(reset.code),
    'a change of the email': async () =>
      isOk(await testApp.call('GET', `/auth/verify-email?token=${change}`)),
  };
}

/** Only a first proof ends these links. Afterwards their person stops a thief with them, so no thief's reset may end them. */
async function triesByAccountLink({ user, email }: SignedInPerson): Promise<Record<string, Try>> {
  const freezeToken = await inTransaction(testApp.db, (trx) =>
    createFreezeToken(trx, { id: user.id, email }),
  );
  const undoToken = createToken();
  await testApp.db.pool.query(
    `insert into account_link (token_hash, user_id, purpose, email, expires_at)
     values ($1, $2, 'undo-email-change', $3, now() + interval '1 day')`,
    [hashToken(undoToken), user.id, `former.${email}`],
  );
  return {
    'a freeze link': async () => isOk(await post('/auth/freeze', { token: freezeToken })),
    'a link that undoes a change of the email': async () =>
      isOk(await post('/auth/undo-email-change', { token: undoToken })),
  };
}

async function expectOpened(tries: Readonly<Record<string, Try>>, after: After, expected: string[]) {
  const opened: string[] = [];
  for (const [name, attempt] of Object.entries(tries)) {
    counted.tried += 1;
    if (await attempt(after)) opened.push(name);
  }
  counted.opened += opened.length;
  expect(opened).toEqual(expected);
}

test('all of it opens the account as long as nothing ends it', async () => {
  const { person, tries } = await makeScene();
  const all = { ...tries, ...(await triesByAccountLink(person)) };
  await expectOpened(all, { password: person.password, token: person.token }, Object.keys(all));
});

/** Answers the password from now on. */
type Proof = (scene: Scene, mailed: { code: string; token: string }) => Promise<string>;

const firstProofs: Readonly<Record<string, Proof>> = {
  async 'by link'({ person }, { token }) {
    succeeded(endpoints.verifyEmail, await testApp.call('GET', `/auth/verify-email?token=${token}`));
    expect(await isSignedIn(testApp, person.token)).toBe(false);
    return person.password;
  },
  async 'by link, in the browser where the account is signed in'({ person }, { token }) {
    const reply = await testApp.call('GET', `/auth/verify-email?token=${token}`, { token: person.token });
    succeeded(endpoints.verifyEmail, reply);
    expect(await isSignedIn(testApp, person.token)).toBe(true);
    return person.password;
  },
  async 'by code'({ person }, { code }) {
    const reply = await post('/auth/verify-code', { email: person.email, code }, person.token);
    const { token } = succeeded(endpoints.verifyCode, reply);
    expect(await isSignedIn(testApp, token)).toBe(true);
    expect(await isSignedIn(testApp, person.token)).toBe(false);
    return person.password;
  },
  async 'by reset, whatever passkeys it names'({ person, known }) {
    const { token } = await askForReset(testApp, person.email);
    const reply = await resetWith(testApp, token, { keepPasskeyIds: [known.passkeyId] });
    succeeded(endpoints.resetPassword, reply);
    expect(await isSignedIn(testApp, person.token)).toBe(false);
    return newPassword;
  },
};

test.each(Object.entries(firstProofs))(
  'after a first proof of the email %s nothing that was made before opens the account',
  async (_name, prove) => {
    const scene = await makeScene();
    const { person, tries, known } = scene;
    const byAccountLink = await triesByAccountLink(person);
    // As if nobody had proved it. The product never allows all this then; the rule holds all the same.
    await testApp.db.pool.query('update app_user set email_verified_at = null where id = $1', [
      person.user.id,
    ]);
    const binding = { userId: person.user.id, email: person.email, purpose: registrationPurpose } as const;
    const mailed = await inTransaction(testApp.db, (trx) => createVerification(trx, binding));
    const password = await prove(scene, mailed);
    const all = {
      ...tries,
      ...byAccountLink,
      'a named passkey': () => signsIn(known),
      'the code of the mail': async () =>
        isOk(await post('/auth/verify-code', { email: person.email, code: mailed.code })),
      'the link of the mail': async () =>
        isOk(await testApp.call('GET', `/auth/verify-email?token=${mailed.token}`)),
    };
    await expectOpened(all, { password, token: person.token }, []);
    expect(signedIn(await logIn(person, password)).user.emailVerified).toBe(true);
    counted.ways += 1;
  },
);

const newPasswords: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  async 'a reset'({ person, known }) {
    const { token } = await askForReset(testApp, person.email);
    const reply = await resetWith(testApp, token, { keepPasskeyIds: [known.passkeyId] });
    succeeded(endpoints.resetPassword, reply);
    expect(await isSignedIn(testApp, person.token)).toBe(false);
  },
  async 'a change of the password'({ person, known, twoFactorCode }) {
    const body = {
      currentPassword: person.password,
      newPassword,
      confirmPassword: newPassword,
      twoFactorCode: await twoFactorCode(),
      keepPasskeyIds: [known.passkeyId],
    };
    const reply = await testApp.call('PUT', '/users/password', { token: person.token, body });
    succeeded(endpoints.changePassword, reply);
    expect(await isSignedIn(testApp, person.token)).toBe(true);
  },
};

test.each(Object.entries(newPasswords))(
  'after %s nothing that a stranger had made opens the account, and passkeys that were named do',
  async (_name, setPassword) => {
    const scene = await makeScene();
    const { person, tries, known } = scene;
    await setPassword(scene);
    // The stranger knows the former password alone.
    await expectOpened(tries, { password: person.password, token: person.token }, []);
    expect(await signsIn(known)).toBe(true);
    counted.passkeysKept += 1;
    // The second factor alone opens nothing, and a reader of the mailbox must not remove it.
    expect((await logIn(person, newPassword)).body).toMatchObject({ requiresTwoFactor: true });
    counted.ways += 1;
  },
);

test('a stranger who registered first, and knows the password, has nothing left once the owner resets it', async () => {
  const stranger = await registerPerson(testApp);
  const early = signedIn(await post('/auth/login', { email: stranger.email, password: stranger.password }));
  const link = tokenIn(await mailWithLink(testApp, stranger.email, '/verify-email'), '/verify-email');
  succeeded(endpoints.verifyEmail, await testApp.call('GET', `/auth/verify-email?token=${link}`));
  expect(await isSignedIn(testApp, early.token)).toBe(false);
  // The link proves no password, so the stranger's own still works until the owner sets another.
  const late = { ...stranger, ...early, token: await signInAgain(testApp, { ...stranger, ...early }) };
  const added = await addPasskey(testApp, late);
  const { token } = await askForReset(testApp, stranger.email);
  succeeded(endpoints.resetPassword, await resetWith(testApp, token));
  expect(await isSignedIn(testApp, late.token)).toBe(false);
  expect(await signsIn(added)).toBe(false);
  expect((await logIn(late, stranger.password)).status).toBe(401);
  expect((await logIn(late, newPassword)).status).toBe(200);
});
