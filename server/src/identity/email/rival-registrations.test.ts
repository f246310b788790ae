import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { KeptMail } from '../../mail/outbox.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import {
  codeIn,
  linkIn,
  newRegistration,
  registerPerson,
  registerUnverifiedPerson,
  registerVerifiedPerson,
  type Registration,
  signedIn,
} from '../../test/person.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

interface Credentials {
  readonly email?: string;
  readonly username?: string;
  readonly password: string;
}

const logIn = (credentials: Credentials) =>
  testApp.call('POST', '/auth/login', { body: { ...credentials, rememberMe: true } });

async function signIn(credentials: Credentials) {
  return signedIn(await logIn(credentials));
}

const byEmail = ({ email, password }: Registration) => ({ email, password });
const byUsername = ({ username, password }: Registration) => ({ username, password });

const verifyCode = (email: string, code: string, token?: string) =>
  testApp.call('POST', '/auth/verify-code', { body: { email, code }, token });
const resend = (email: string, token?: string) =>
  testApp.call('POST', '/auth/resend-verification', { body: { email }, token });
const verifyLink = (mail: KeptMail | undefined) =>
  testApp.call('GET', `/auth/verify-email${linkIn(mail).search}`);
const profile = (token: string) => testApp.call('GET', '/users/profile', { token });

/** The newest mail to an address that is about an account: what its person reads. */
async function mailFor({ email, username }: Registration): Promise<KeptMail | undefined> {
  return (await testApp.mailsTo(email)).find((mail) => mail.text.includes(username));
}

/** A victim, and a stranger who registers with the victim's address; neither has yet. */
function newRivals(): { victim: Registration; stranger: Registration } {
  const victim = newRegistration({ password: "the victim's own" });
  return { victim, stranger: newRegistration({ email: victim.email, password: "the stranger's" }) };
}

/** That the victim's account is the victim's, and the stranger's password and token open nothing of it. */
async function expectVictimSafe(rivals: ReturnType<typeof newRivals>, strangersToken: string): Promise<void> {
  const { victim, stranger } = rivals;
  for (const credentials of [byEmail(victim), byUsername(victim)]) {
    const { user } = await signIn(credentials);
    expect(user).toMatchObject({ username: victim.username, emailVerified: true });
  }
  expect((await logIn({ username: victim.username, password: stranger.password })).status).toBe(401);
  for (const credentials of [byEmail(stranger), byUsername(stranger)]) {
    const { user } = await signIn(credentials);
    expect(user).toMatchObject({ username: stranger.username, emailVerified: false });
  }
  expect((await profile(strangersToken)).body.data.user).toMatchObject({
    username: stranger.username,
    emailVerified: false,
  });
  const balance = await testApp.call('GET', '/wallets/balance', { token: strangersToken });
  expect(refused(balance)).toMatchObject({ status: 403, error: 'EmailNotVerified' });
}

describe("a stranger who registered with the victim's address", () => {
  test('first, and stays signed in, has nothing of the account that the victim registers and proves', async () => {
    const rivals = newRivals();
    await registerPerson(testApp, rivals.stranger);
    const { token } = await signIn(byEmail(rivals.stranger));
    await registerPerson(testApp, rivals.victim);
    const mail = await mailFor(rivals.victim);
    const reply = succeeded(endpoints.verifyCode, await verifyCode(rivals.victim.email, codeIn(mail)));
    expect(reply.user.username).toBe(rivals.victim.username);
    await expectVictimSafe(rivals, token);
  });

  test('second, before the victim reads the mail, has nothing of it either', async () => {
    const rivals = newRivals();
    await registerPerson(testApp, rivals.victim);
    const mail = await mailFor(rivals.victim);
    await registerPerson(testApp, rivals.stranger);
    const { token } = await signIn(byEmail(rivals.stranger));
    succeeded(endpoints.verifyCode, await verifyCode(rivals.victim.email, codeIn(mail)));
    await expectVictimSafe(rivals, token);
  });

  test('and asks for another code in between, has nothing of it either', async () => {
    const rivals = newRivals();
    await registerPerson(testApp, rivals.stranger);
    const { token } = await signIn(byEmail(rivals.stranger));
    await registerPerson(testApp, rivals.victim);
    await resend(rivals.victim.email, token);
    await resend(rivals.victim.email);
    const mail = await mailFor(rivals.victim);
    succeeded(endpoints.verifyCode, await verifyCode(rivals.victim.email, codeIn(mail)));
    await expectVictimSafe(rivals, token);
  });

  test('has nothing of it where the victim proves it by the link', async () => {
    const rivals = newRivals();
    await registerPerson(testApp, rivals.stranger);
    const { token } = await signIn(byEmail(rivals.stranger));
    await registerPerson(testApp, rivals.victim);
    expect((await verifyLink(await mailFor(rivals.victim))).status).toBe(200);
    await expectVictimSafe(rivals, token);
  });

  test("can't prove it once the victim has, by no code or link, old or new", async () => {
    const { victim, stranger } = newRivals();
    await registerPerson(testApp, stranger);
    const strangersMail = await mailFor(stranger);
    const { token } = await signIn(byEmail(stranger));
    await registerPerson(testApp, victim);
    succeeded(endpoints.verifyCode, await verifyCode(victim.email, codeIn(await mailFor(victim))));

    const sentBefore = await testApp.mailsTo(victim.email);
    for (const sent of [undefined, token]) {
      expect((await resend(victim.email, sent)).status).toBe(200);
      expect((await verifyCode(victim.email, codeIn(strangersMail), sent)).status).toBe(422);
    }
    expect((await verifyLink(strangersMail)).status).toBe(422);
    expect(await testApp.mailsTo(victim.email)).toEqual(sentBefore);
    const waiting = await testApp.db.pool.query('select from email_verification where email = $1', [
      victim.email,
    ]);
    expect(waiting.rows).toEqual([]);
  });

  test.each([
    ['code', (mail: KeptMail | undefined, email: string) => verifyCode(email, codeIn(mail))],
    ['link', verifyLink],
  ] as const)(
    'loses every session where somebody proves the account all the same, by %s',
    async (_by, prove) => {
      const stranger = await registerUnverifiedPerson(testApp);
      const remembered = await signIn(byUsername(stranger));
      expect((await prove(await mailFor(stranger), stranger.email)).status).toBe(200);
      expect((await profile(stranger.token)).status).toBe(401);
      expect((await profile(remembered.token)).status).toBe(401);
    },
  );
});

describe('who names their account', () => {
  test("can't be taken in by the code of a stranger who registered later, nor spend its tries", async () => {
    const { victim, stranger } = newRivals();
    await registerPerson(testApp, victim);
    await registerPerson(testApp, stranger);
    const { email, username } = victim;
    const verify = (code: string) =>
      testApp.call('POST', '/auth/verify-code', { body: { email, code, username } });
    const strangersCode = codeIn(await mailFor(stranger));

    expect(refused(await verify(strangersCode)).error).toBe('InvalidOrExpiredCode');
    const reply = succeeded(endpoints.verifyCode, await verify(codeIn(await mailFor(victim))));
    expect(reply.user.username).toBe(username);
  });

  test('is sent a code for that one, and none where it does not wait for that email', async () => {
    const { victim, stranger } = newRivals();
    await registerPerson(testApp, victim);
    await registerPerson(testApp, stranger);
    const { email, username } = victim;
    const ask = (name: string) =>
      testApp.call('POST', '/auth/resend-verification', { body: { email, username: name } });
    await ask(username);
    const mails = await testApp.mailsTo(email);
    expect(mails[0]?.text).toContain(username);
    for (const name of ['nobody_at_all', (await registerVerifiedPerson(testApp)).username]) {
      expect((await ask(name)).status).toBe(200);
    }
    expect(await testApp.mailsTo(email)).toHaveLength(mails.length);
  });
});

describe('who is signed in and waits for a proof', () => {
  test('proves their own account by its own code only, and goes on with a new token', async () => {
    const { victim, stranger } = newRivals();
    const own = await registerUnverifiedPerson(testApp, victim);
    await registerPerson(testApp, stranger);
    const [ownMail, strangersMail] = [await mailFor(victim), await mailFor(stranger)];
    expect((await verifyCode(victim.email, codeIn(strangersMail), own.token)).status).toBe(422);
    const reply = await verifyCode(victim.email, codeIn(ownMail), own.token);
    const { token, user } = succeeded(endpoints.verifyCode, reply);
    expect(user).toMatchObject({ username: victim.username, emailVerified: true });
    expect(token).not.toBe(own.token);
    expect((await profile(own.token)).status).toBe(401);
    expect((await profile(token)).status).toBe(200);
  });

  test("spends no try of anybody else's code", async () => {
    const { victim, stranger } = newRivals();
    await registerPerson(testApp, victim);
    const { token } = await registerUnverifiedPerson(testApp, stranger);
    const code = codeIn(await mailFor(victim));
    for (let attempt = 0; attempt < 5; attempt += 1) await verifyCode(victim.email, code, token);
    expect((await verifyCode(victim.email, code)).status).toBe(200);
  });

  test('is sent a code for their own account, and others for the latest', async () => {
    const { victim, stranger } = newRivals();
    const own = await registerUnverifiedPerson(testApp, victim);
    await registerPerson(testApp, stranger);
    await resend(victim.email.toUpperCase(), own.token);
    expect((await testApp.mailsTo(victim.email))[0]?.text).toContain(victim.username);
    await resend(victim.email);
    expect((await testApp.mailsTo(victim.email))[0]?.text).toContain(stranger.username);
  });

  test('counts as nobody for any other email, as a verified person does', async () => {
    const waiting = await registerUnverifiedPerson(testApp);
    const verified = await registerVerifiedPerson(testApp);
    for (const { token } of [waiting, verified, { token: 'garbage' }]) {
      const other = await registerPerson(testApp);
      await resend(other.email, token);
      expect(await testApp.mailsTo(other.email)).toHaveLength(2);
      expect((await verifyCode(other.email, codeIn(await mailFor(other)), token)).status).toBe(200);
    }
  });
});

describe('of several who registered with one email', () => {
  test('a wrong code spends a try of each', async () => {
    const { victim, stranger } = newRivals();
    await registerPerson(testApp, victim);
    await registerPerson(testApp, stranger);
    for (let attempt = 0; attempt < 5; attempt += 1) await verifyCode(victim.email, '000000');
    for (const person of [victim, stranger])
      expect((await verifyCode(victim.email, codeIn(await mailFor(person)))).status).toBe(422);
  });

  test('the five latest are looked at', async () => {
    const { victim } = newRivals();
    await registerPerson(testApp, victim);
    const earliest = await registerPerson(testApp, { email: victim.email });
    for (let count = 0; count < 4; count += 1) await registerPerson(testApp, { email: victim.email });
    expect((await verifyCode(victim.email, codeIn(await mailFor(victim)))).status).toBe(422);
    expect((await verifyCode(victim.email, codeIn(await mailFor(earliest)))).status).toBe(200);
  });

  test('one proves it where two do at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { victim, stranger } = newRivals();
      await registerPerson(testApp, victim);
      await registerPerson(testApp, stranger);
      const [ownMail, strangersMail] = [await mailFor(victim), await mailFor(stranger)];
      const replies = await Promise.all([
        verifyCode(victim.email, codeIn(ownMail)),
        verifyCode(victim.email, codeIn(strangersMail)),
        verifyLink(ownMail),
        verifyLink(strangersMail),
      ]);
      expect(replies.map((reply) => reply.status).toSorted((one, other) => one - other)).toEqual([
        200, 422, 422, 422,
      ]);
      const { rows } = await testApp.db.pool.query(
        'select from app_user where email = $1 and email_verified_at is not null',
        [victim.email],
      );
      expect(rows).toHaveLength(1);
    }
  });

  test('none proves it whom the owner came before by another way', async () => {
    const { victim, stranger } = newRivals();
    await registerPerson(testApp, stranger);
    const mail = await mailFor(stranger);
    const owner = await registerVerifiedPerson(testApp);
    await testApp.db.pool.query('update app_user set email = upper($1) where id = $2', [
      victim.email,
      owner.user.id,
    ]);
    expect((await verifyCode(victim.email, codeIn(mail))).status).toBe(422);
    expect((await verifyLink(mail)).status).toBe(422);
  });
});

test('registering, and all that follows it, looks the same where the email is free, pending or taken', async () => {
  const pending = await registerPerson(testApp);
  const taken = await registerVerifiedPerson(testApp);
  const journeyWith = async (email: string) => {
    const person = newRegistration({ email, password: 'another horse 8' });
    const register = await testApp.call('POST', '/auth/register', {
      body: { ...person, confirmPassword: person.password },
    });
    const login = await logIn(byEmail(person));
    const token: string = login.body.token;
    const replies = [
      register,
      login,
      await logIn(byUsername(person)),
      await logIn({ email, password: 'wrong horse' }),
      await logIn({ username: person.username, password: 'wrong horse' }),
      await profile(token),
      await testApp.call('GET', '/wallets/balance', { token }),
      await verifyCode(email, '000000'),
      await verifyCode(email, '000000', token),
      await resend(email),
      await resend(email, token),
    ];
    return replies.map(({ status, body }) => ({ status, body: masked(body, person) }));
  };
  const free = await journeyWith(newRegistration().email);
  expect(free.map(({ status }) => status)).toEqual([201, 200, 200, 401, 401, 200, 403, 422, 422, 200, 200]);
  expect(await journeyWith(pending.email)).toEqual(free);
  expect(await journeyWith(taken.email)).toEqual(free);
});

/** What differs from one registration to the next in any case, replaced by its name. */
function masked(body: unknown, { username, email }: Registration): string {
  return JSON.stringify(body)
    .replaceAll(email, 'EMAIL')
    .replaceAll(username, 'USERNAME')
    .replaceAll(/"(id|requestId|token|walletAddress|createdAt)":"[^"]*"/g, '"$1":"..."');
}
