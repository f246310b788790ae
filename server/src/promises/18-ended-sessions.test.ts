import { createHash } from 'node:crypto';
import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { features } from '../features/features.ts';
import { freezeByOperator } from '../identity/account/freeze.ts';
import { isSignedIn, mailWithLink, signInAgain, tokenIn } from '../test/account-security.ts';
import { createTestApp, succeeded, type TestApp, type TestReply } from '../test/app.ts';
import { listenForStreams, type EventStreams, type OpenStream } from '../test/event-streams.ts';
import { codeIn, makePerson, type SignedInPerson } from '../test/person.ts';
import { codeOf, forgetTimeSteps, turnOnTwoFactor, type Authenticator } from '../test/two-factor.ts';

/**
 * Promise 18: what ends sessions ends exactly those it should, with their streams and the sign-ins that wait for a second
 * factor, by the time it answers; and nobody else's.
 */

let testApp: TestApp;
let streams: EventStreams;
const counted = {
  ways: 0,
  ended: 0,
  kept: 0,
  streamsEnded: 0,
  streamsKept: 0,
  streamsRefused: 0,
  challengesEnded: 0,
};

beforeAll(async () => {
  testApp = await createTestApp();
  streams = await listenForStreams(testApp);
});
afterAll(async () => {
  process.stdout.write(`promise 18: ${JSON.stringify(counted)}\n`);
  await testApp.close();
});

interface Scene {
  readonly person: SignedInPerson;
  /** Only where the way needs two-factor to be on. */
  readonly authenticator: Authenticator | undefined;
  /** As the person, in the session that asks. */
  readonly call: (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => Promise<TestReply>;
}

type Survivors = 'none' | 'the one that asks' | 'all but the one that asks';

interface Way {
  readonly survivors: Survivors;
  /** A sign-in that waits for its second factor stays where nothing changed but who is signed in here. */
  readonly keepsChallenge?: true;
  readonly hasTwoFactor?: true;
  readonly prepare?: (scene: Scene) => Promise<string>;
  /** `prepared` is what `prepare` answered. */
  readonly act: (scene: Scene, prepared: string) => Promise<TestReply | boolean>;
}

async function askForEmail({ person, call, authenticator }: Scene): Promise<string> {
  const newEmail = `new.${person.email}`;
  const twoFactorCode = authenticator && { twoFactorCode: codeOf(authenticator) };
  const reply = await call('PUT', '/users/email', { newEmail, password: person.password, ...twoFactorCode });
  succeeded(endpoints.changeEmail, reply);
  return newEmail;
}

async function changeEmail(scene: Scene): Promise<string> {
  const code = codeIn((await testApp.mailsTo(await askForEmail(scene)))[0]);
  succeeded(endpoints.verifyNewEmail, await scene.call('POST', '/users/email/verify', { code }));
  const mail = await mailWithLink(testApp, scene.person.email, '/undo-email-change');
  return tokenIn(mail, '/undo-email-change');
}

const newPassword = 'Another horse 8!';
const newPasswords = { confirmPassword: newPassword };

const ways: Readonly<Record<string, Way>> = {
  'signing out': {
    survivors: 'all but the one that asks',
    keepsChallenge: true,
    act: ({ call }) => call('POST', '/auth/logout'),
  },
  'signing out by the hash of its token': {
    survivors: 'all but the one that asks',
    keepsChallenge: true,
    act: ({ person }) => {
      const tokenHash = createHash('sha256').update(person.token).digest('hex');
      return testApp.call('POST', '/auth/logout-by-hash', { body: { tokenHash } });
    },
  },
  'ending the other sessions': {
    survivors: 'the one that asks',
    act: ({ call }) => call('DELETE', '/users/sessions'),
  },
  'changing the password': {
    survivors: 'the one that asks',
    act: ({ call, person }) =>
      call('PUT', '/users/password', { currentPassword: person.password, newPassword, ...newPasswords }),
  },
  'changing the email by code': {
    survivors: 'the one that asks',
    prepare: async (scene) => codeIn((await testApp.mailsTo(await askForEmail(scene)))[0]),
    act: ({ call }, code) => call('POST', '/users/email/verify', { code }),
  },
  'changing the email by link': {
    survivors: 'none',
    prepare: async (scene) => tokenIn((await testApp.mailsTo(await askForEmail(scene)))[0], '/verify-email'),
    act: (_scene, token) => testApp.call('GET', `/auth/verify-email?token=${token}`),
  },
  'turning two-factor on': {
    survivors: 'the one that asks',
    async prepare({ call, person }) {
      const reply = await call('POST', '/users/2fa/setup', { password: person.password });
      return succeeded(endpoints.setUpTwoFactor, reply).data.secretKey;
    },
    act: ({ call }, secretKey) => call('POST', '/users/2fa/verify', { token: codeOf({ secretKey }) }),
  },
  'turning two-factor off': {
    survivors: 'the one that asks',
    hasTwoFactor: true,
    act: ({ call, person, authenticator }) =>
      call('POST', '/users/2fa/disable', {
        password: person.password,
        token: authenticator && codeOf(authenticator),
      }),
  },
  'resetting the password': {
    survivors: 'none',
    async prepare({ person }) {
      await testApp.call('POST', '/auth/forgot-password', { body: { email: person.email } });
      return vi.waitFor(async () =>
        tokenIn(await mailWithLink(testApp, person.email, '/reset-password'), '/reset-password'),
      );
    },
    act: (_scene, token) =>
      testApp.call('POST', '/auth/reset-password', {
        body: { token, password: newPassword, ...newPasswords },
      }),
  },
  'freezing by link': {
    survivors: 'none',
    async prepare(scene) {
      await askForEmail(scene);
      const mail = await mailWithLink(testApp, scene.person.email, '/freeze-account');
      return tokenIn(mail, '/freeze-account');
    },
    act: (_scene, token) => testApp.call('POST', '/auth/freeze', { body: { token } }),
  },
  'freezing by the operator': {
    survivors: 'none',
    act: ({ person }) =>
      freezeByOperator(
        { db: testApp.db, accountParts: features },
        { userId: person.user.id, actor: { kind: 'operator', name: 'Grace' } },
      ),
  },
  'undoing an email change': {
    survivors: 'none',
    prepare: changeEmail,
    act: (_scene, token) => testApp.call('POST', '/auth/undo-email-change', { body: { token } }),
  },
  'deleting the account': {
    survivors: 'none',
    act: ({ call, person }) => call('DELETE', '/users/account', { password: person.password }),
  },
};

test.each(Object.entries(ways))('%s ends the sessions that it should, and no other', async (_name, way) => {
  const [person, stranger] = await Promise.all([makePerson(testApp), makePerson(testApp)]);
  const authenticator = way.hasTwoFactor && (await turnOnTwoFactor(testApp, person));
  const scene: Scene = {
    person,
    authenticator,
    call: (method, path, body) => testApp.call(method, path, { token: person.token, body }),
  };
  const prepared = (await way.prepare?.(scene)) ?? '';
  const others = await withoutTwoFactor(person, async () => [
    await signInAgain(testApp, person),
    await signInAgain(testApp, person),
  ]);
  const sessions = [
    { token: person.token, isKept: way.survivors === 'the one that asks' },
    ...others.map((token) => ({ token, isKept: way.survivors === 'all but the one that asks' })),
    { token: stranger.token, isKept: true },
  ];
  const opened = await Promise.all(
    sessions.map(async (session) => ({
      token: session.token,
      isKept: session.isKept,
      stream: await streams.open(session.token),
    })),
  );
  await startWaitingSignIn(person);
  if (authenticator !== undefined) await forgetTimeSteps(testApp, person.user.id);

  const outcome = await way.act(scene, prepared);
  expect(typeof outcome === 'boolean' ? outcome : outcome.status === 200).toBe(true);
  for (const { token, isKept } of opened) {
    expect(await isSignedIn(testApp, token)).toBe(isKept);
    counted[isKept ? 'kept' : 'ended'] += 1;
  }
  await expectStreams(opened);
  const { rowCount: waitingCount } = await testApp.db.pool.query(
    'select from sign_in_challenge where user_id = $1',
    [person.user.id],
  );
  expect(waitingCount).toBe(way.keepsChallenge === true ? 1 : 0);
  if (way.keepsChallenge !== true) counted.challengesEnded += 1;
  counted.ways += 1;
});

/** Every stream of an ended session ends, its token opens no other, and the kept ones stay open. */
async function expectStreams(
  opened: readonly { isKept: boolean; stream: OpenStream; token: string }[],
): Promise<void> {
  await vi.waitFor(() => {
    expect(opened.filter(({ stream, isKept }) => stream.isEnded() && !isKept)).toHaveLength(
      opened.filter(({ isKept }) => !isKept).length,
    );
  }, 5000);
  for (const { isKept, stream, token } of opened) {
    expect(stream.isEnded()).toBe(!isKept);
    counted[isKept ? 'streamsKept' : 'streamsEnded'] += 1;
    stream.close();
    if (isKept) continue;
    expect((await streams.open(token)).status).toBe(401);
    counted.streamsRefused += 1;
  }
}

/** As if two-factor were off for a moment, so that a scene can be set without its codes. */
async function withoutTwoFactor<Result>(
  { user }: SignedInPerson,
  work: () => Promise<Result>,
): Promise<Result> {
  const { rows } = await testApp.db.pool.query<{ two_factor_enabled_at: Date | null }>(
    'select two_factor_enabled_at from app_user where id = $1',
    [user.id],
  );
  const set = (at: Date | null) =>
    testApp.db.pool.query('update app_user set two_factor_enabled_at = $2 where id = $1', [user.id, at]);
  await set(null);
  const result = await work();
  await set(rows[0]?.two_factor_enabled_at ?? null);
  return result;
}

/** A sign-in whose password was right and that waits for its second factor. */
async function startWaitingSignIn({ user }: SignedInPerson): Promise<void> {
  await testApp.db.pool.query(
    `insert into sign_in_challenge (token_hash, user_id, is_remembered, expires_at)
     values (sha256($1::text::bytea), $2, false, now() + interval '5 minutes')`,
    [`waiting ${user.id}`, user.id],
  );
}
