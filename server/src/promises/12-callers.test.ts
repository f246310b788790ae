import type { ApiKeyKind } from '@mercury/contract/api/api-keys.ts';
import { keyErrors, keyScopes, type Endpoint, type KeyScope } from '@mercury/contract/api/endpoint.ts';
import { eventStream } from '@mercury/contract/api/events.ts';
import { streamPath } from '@mercury/contract/api/stream.ts';
import { endpoints, type EndpointName } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../db/database.ts';
import { startSession } from '../identity/sessions/start-session.ts';
import { startChallenge } from '../identity/sign-in/challenge.ts';
import { makeApiKey, signedHeaders, type TestKey } from '../test/api-keys.ts';
import { createTestApp, refused, type TestApp, type TestReply } from '../test/app.ts';
import { listenForStreams, type EventStreams } from '../test/event-streams.ts';
import { makePerson, signedIn, type SignedInPerson } from '../test/person.ts';
import { codeOf, giveAuthenticator, turnOnTwoFactor } from '../test/two-factor.ts';
import { allEndpoints, pathOf, queryString, validInputsOf, type ValidInput } from '../test/valid-input.ts';

let testApp: TestApp;
let streams: EventStreams;
let verified: SignedInPerson;
let frozenId: string;
let deletedId: string;
let unverifiedId: string;
let programs: Awaited<ReturnType<typeof makePrograms>>;

// The password of what counts as valid input is another, or a cell would delete the account of the next.
const password = 'another horse 8';

beforeAll(async () => {
  testApp = await createTestApp({ RATE_LIMIT_FACTOR: '1000000' });
  streams = await listenForStreams(testApp);
  verified = await makePerson(testApp, { password });
  frozenId = await makeAnd(`frozen_at = now(), frozen_by = 'link'`);
  deletedId = await makeAnd('deleted_at = now()');
  unverifiedId = (await makePerson(testApp, { isVerified: false })).user.id;
  programs = await makePrograms();
});
afterAll(() => testApp.close());

async function makeAnd(change: string): Promise<string> {
  const { user } = await makePerson(testApp, { password });
  await testApp.db.pool.query(`update app_user set ${change} where id = $1`, [user.id]);
  return user.id;
}

function newSession(userId: string, isProved = false): Promise<string> {
  const context = { networkAddress: '127.0.0.1', userAgent: '' };
  return inTransaction(testApp.db, (trx) =>
    startSession(trx, { userId, isRemembered: false, context, isProved }),
  );
}

async function newTempToken(userId: string): Promise<string> {
  return (await inTransaction(testApp.db, (trx) => startChallenge(trx, { userId, isRemembered: false })))
    .tempToken;
}

async function changedSession(change: string): Promise<string> {
  const token = await newSession(verified.user.id, true);
  await testApp.db.pool.query(`${change} where token_hash = sha256($1::bytea)`, [Buffer.from(token)]);
  return token;
}

/** Every kind of caller: the header that it sends. */
const callers = {
  none: async () => undefined,
  garbage: async () => 'Bearer garbage',
  'a well-formed token that was never given out': async () => `Bearer ${'A'.repeat(43)}`,
  'another scheme': async () => `Basic ${await newSession(verified.user.id, true)}`,
  'no scheme': async () => newSession(verified.user.id, true),
  'the temporary token of a sign-in': async () => `Bearer ${await newTempToken(verified.user.id)}`,
  'signed out': async () => `Bearer ${await changedSession('delete from session')}`,
  idle: async () => `Bearer ${await changedSession('update session set idle_expires_at = now()')}`,
  expired: async () =>
    `Bearer ${await changedSession('update session set idle_expires_at = now(), absolute_expires_at = now()')}`,
  frozen: async () => `Bearer ${await newSession(frozenId, true)}`,
  deleted: async () => `Bearer ${await newSession(deletedId, true)}`,
  unverified: async () => `Bearer ${await newSession(unverifiedId, true)}`,
  'verified, without a proof': async () => `Bearer ${await newSession(verified.user.id)}`,
  'verified, with a proof that is not fresh': async () =>
    `Bearer ${await changedSession(`update session set proved_at = now() - interval '5 minutes'`)}`,
  'verified, with a fresh proof': async () => `Bearer ${await newSession(verified.user.id, true)}`,
} as const;
/** Every kind of key, of a person who has two-factor on and nothing else to lose by a call. */
async function makePrograms() {
  const owner = await makePerson(testApp, { password });
  const frozen = await makePerson(testApp, { password });
  const change = (key: TestKey, sql: string) =>
    testApp.db.pool.query(`update api_key set ${sql} where id = $1`, [key.id]);
  const allowedNetworks = ['127.0.0.1'];
  await giveAuthenticator(testApp, owner);
  const key = (scope: KeyScope) => makeApiKey(testApp, owner, { scopes: [scope], allowedNetworks });
  const every = (kind: ApiKeyKind, person = owner) =>
    makeApiKey(testApp, person, { kind, scopes: person === owner ? keyScopes : ['read'], allowedNetworks });
  const [ended, elsewhere] = [await every('hmac'), await every('ed25519')];
  const expired = await makeApiKey(testApp, owner, { scopes: ['read', 'trade'] });
  const ofFrozen = await every('ed25519', frozen);
  await testApp.db.pool.query('delete from api_key where id = $1', [ended.id]);
  await change(elsewhere, `allowed_networks = '{192.0.2.0/24}'`);
  await change(expired, 'expires_at = now()');
  await testApp.db.pool.query(`update app_user set frozen_at = now(), frozen_by = 'link' where id = $1`, [
    frozen.user.id,
  ]);
  return {
    'a key that reads': await key('read'),
    'a key that trades': await key('trade'),
    'a key that withdraws': await key('withdraw'),
    'an ed25519 key with every scope': await every('ed25519'),
    'an hmac key with every scope': await every('hmac'),
    'a key with the signature of another': { ...(await every('hmac')), id: (await every('hmac')).id },
    'a key that was ended': ended,
    'a key of somebody frozen': ofFrozen,
    'a key that ran out': expired,
    'a key from a foreign network': elsewhere,
  } satisfies Record<ProgramKind, TestKey>;
}

const programKinds = [
  'a key that reads',
  'a key that trades',
  'a key that withdraws',
  'an ed25519 key with every scope',
  'an hmac key with every scope',
  'a key with the signature of another',
  'a key that was ended',
  'a key of somebody frozen',
  'a key that ran out',
  'a key from a foreign network',
] as const;
type ProgramKind = (typeof programKinds)[number];

type SessionKind = keyof typeof callers;
type CallerKind = SessionKind | ProgramKind;
// Object.keys forgets the literal names.
const sessionKinds = Object.keys(callers) as SessionKind[];
const callerKinds: readonly CallerKind[] = [...sessionKinds, ...programKinds];

const isProgram = (caller: CallerKind): caller is ProgramKind => programKinds.some((kind) => kind === caller);

/** The headers by which somebody calls. */
async function headersOf(
  caller: CallerKind,
  call: Parameters<typeof signedHeaders>[1],
): Promise<Readonly<Record<string, string>>> {
  if (isProgram(caller)) return signedHeaders(programs[caller], call);
  const authorization = await callers[caller]();
  return authorization === undefined ? {} : { authorization };
}

/** A key is refused for itself before anything is asked about the call. */
function expectedOfProgram({ keyScope }: Endpoint, caller: ProgramKind): string {
  switch (caller) {
    case 'a key with the signature of another':
    case 'a key that was ended':
    case 'a key of somebody frozen':
      return '401 SignatureRefused';
    case 'a key that ran out':
      return '401 ApiKeyExpired';
    case 'a key from a foreign network':
      return '403 NetworkNotAllowed';
    case 'a key that reads':
    case 'a key that trades':
    case 'a key that withdraws':
    case 'an ed25519 key with every scope':
    case 'an hmac key with every scope': {
      const scopes: readonly KeyScope[] = programs[caller].scopes;
      return keyScope !== undefined && scopes.includes(keyScope) ? letThrough : '403 ScopeMissing';
    }
  }
}

const letThrough = 'let through';

/** What the guard has to say. Whatever rule then refuses a call is another test's matter. */
function expectedAnswer(endpoint: Endpoint, caller: CallerKind): string {
  if (endpoint.caller === 'anyone') return letThrough;
  if (isProgram(caller)) return expectedOfProgram(endpoint, caller);
  if (!isLive(caller)) return '401 Unauthenticated';
  if (caller === 'unverified') return endpoint.caller === 'signedIn' ? letThrough : '403 EmailNotVerified';
  const isRefused = endpoint.needsProof === true && caller !== 'verified, with a fresh proof';
  return isRefused ? '403 ProofRequired' : letThrough;
}

function isLive(caller: CallerKind): boolean {
  return caller === 'unverified' || caller.startsWith('verified, ');
}

/** Where a proof is wanted in some cases only, its use case says so, and not the guard. */
function answerOf(reply: TestReply, { mayNeedProof }: Endpoint): string {
  const guards = [
    'Unauthenticated',
    'EmailNotVerified',
    ...keyErrors,
    ...(mayNeedProof ? [] : ['ProofRequired']),
  ];
  const isLetThrough = !guards.includes(reply.body.error) && reply.status < 500;
  return isLetThrough ? letThrough : `${reply.status} ${reply.body.error}`;
}

async function callAs(endpoint: Endpoint, input: ValidInput, caller: CallerKind): Promise<TestReply> {
  const { method } = endpoint;
  const path = `${pathOf(endpoint)}${queryString(input.query)}`;
  const headers = await headersOf(caller, { method, path, body: input.body });
  return testApp.call(method, path, { body: input.body, headers });
}

const counts = { cells: 0, calls: 0, 'let through': 0, refused: 0 };

describe.each(allEndpoints)('%s', (name, endpoint) => {
  test.each(callerKinds)('called by: %s', async (caller) => {
    for (const input of validInputsOf(name)) {
      const answer = answerOf(await callAs(endpoint, input, caller), endpoint);
      expect(answer).toBe(expectedAnswer(endpoint, caller));
      counts.calls += 1;
      counts[answer === letThrough ? letThrough : 'refused'] += 1;
    }
    counts.cells += 1;
  });

  test('is bound', () => {
    expect(testApp.app.hasRoute({ method: endpoint.method, url: `/v1${endpoint.path}` })).toBe(true);
  });
});

test('no cell of the matrix is left out', () => {
  process.stdout.write(
    `Promise 12: ${allEndpoints.length} endpoints × ${callerKinds.length} callers = ${counts.cells} cells; ` +
      `${counts.calls} calls attempted, ${counts['let through']} let through, ${counts.refused} refused\n`,
  );
  expect(counts.cells).toBe(allEndpoints.length * callerKinds.length);
});

/**
 * Each line is a route, "├── /v1/users/profile (GET, HEAD, PUT)", four characters further in than the route that it continues. A
 * path may have several lines.
 */
function routesOf(tree: string): string[] {
  const paths: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part, methods = ''] = /^(.*)[├└]── (\S*) \(([A-Z, ]+)\)/.exec(line) ?? [];
    if (part === undefined) return [];
    const depth = indent.length / 4;
    const path = `${depth === 0 ? '' : (paths[depth - 1] ?? '')}${part}`;
    paths[depth] = path;
    return path.startsWith('/v1/') ? methods.split(', ').map((method) => `${method} ${path}`) : [];
  });
}

test('every route below /v1 is of the contract, but the two streams, the documents of the API, and what browsers and rails tell', () => {
  const found = routesOf(testApp.app.printRoutes({ commonPrefix: false }));
  const known = new Set(
    allEndpoints.flatMap(([, { method, path }]) => [
      `${method} /v1${path}`,
      // Fastify answers HEAD wherever it answers GET, by the same handler and so with the same guard.
      ...(method === 'GET' ? [`HEAD /v1${path}`] : []),
    ]),
  );
  expect(found.length).toBeGreaterThanOrEqual(allEndpoints.length);
  expect(found.filter((route) => !known.has(route)).toSorted()).toEqual([
    'GET /v1/asyncapi.json',
    `GET /v1${eventStream.path}`,
    'GET /v1/openapi.json',
    `GET /v1${streamPath}`,
    'HEAD /v1/asyncapi.json',
    'HEAD /v1/openapi.json',
    'POST /v1/csp-reports',
    'POST /v1/rails/:name/webhook',
  ]);
});

test.each(callerKinds)('the stream of events has the guard of every call, called by: %s', async (caller) => {
  const { method, path } = eventStream;
  const stream = await streams.openWith(await headersOf(caller, { method, path }));
  stream.close();
  const answer = stream.error === undefined ? letThrough : `${stream.status} ${stream.error}`;
  expect(answer).toBe(expectedAnswer(eventStream, caller));
});

test('the stream of events takes no token from its address', async () => {
  const token = await newSession(verified.user.id);
  const reply = await testApp.call('GET', `${eventStream.path}?token=${token}`);
  expect(refused(reply)).toMatchObject({ status: 401, error: 'Unauthenticated' });
});

test.each(callerKinds)(
  'a rail’s webhook is taken from nobody but the rail, called by: %s',
  async (caller) => {
    const call = {
      method: 'POST',
      path: '/rails/sandbox/webhook',
      body: { kind: 'topup', externalId: 'anything' },
    } as const;
    const headers = await headersOf(caller, call);
    const reply = await testApp.call(call.method, call.path, { headers, body: call.body });
    expect(refused(reply)).toMatchObject({ status: 403, error: 'WebhookForged' });
  },
);

describe('the temporary token of a sign-in', () => {
  const isSecondStep = (path: string) => path.startsWith('/auth/2fa/');
  const isToken = (field: string) => /^token$|Token$/.test(field);
  // Six digits, in spite of its name.
  const takesCode = (name: EndpointName) => endpoints[name].path.startsWith('/users/2fa/');
  const tokensOf = (fields: Readonly<Record<string, unknown>>, tempToken: string) =>
    Object.fromEntries(
      Object.keys(fields)
        .filter(isToken)
        .map((field) => [field, tempToken]),
    );
  const takers = allEndpoints.filter(([name, { path }]) => {
    const fields = validInputsOf(name).flatMap(({ body = {}, query }) => Object.keys({ ...body, ...query }));
    return !isSecondStep(path) && !takesCode(name) && (fields.some(isToken) || path.includes(':token'));
  });

  test.each(takers)('opens nothing in the place of another token: %s', async (name, endpoint) => {
    const tempToken = await newTempToken(verified.user.id);
    const token = await newSession(verified.user.id, true);
    for (const { body, query } of validInputsOf(name)) {
      const search = queryString({ ...query, ...tokensOf(query, tempToken) });
      const path = `${pathOf(endpoint, { token: tempToken })}${search}`;
      const reply = await testApp.call(endpoint.method, path, {
        body: body && { ...body, ...tokensOf(body, tempToken) },
        token,
      });
      expect(reply.status >= 400 || reply.body.valid === false).toBe(true);
    }
  });

  test('opens its own four calls, after it was tried everywhere else', async () => {
    const person = await makePerson(testApp, { password });
    const authenticator = await turnOnTwoFactor(testApp, person);
    const tempToken = await newTempToken(person.user.id);
    const others = allEndpoints.filter(([, { path }]) => !isSecondStep(path));
    for (const [, endpoint] of others) {
      await testApp.call(endpoint.method, pathOf(endpoint, { token: tempToken }), { token: tempToken });
    }
    const options = await testApp.call('POST', '/auth/2fa/passkey-options', { body: { tempToken } });
    expect(options.status).toBe(200);
    const twoFactorCode = codeOf(authenticator);
    signedIn(await testApp.call('POST', '/auth/2fa/verify', { body: { tempToken, twoFactorCode } }));
    expect(allEndpoints.length - others.length).toBe(4);
    expect(takers.map(([name]) => name).toSorted()).toEqual([
      'cancelWithdrawalByLink',
      'createPasskey',
      'freezeAccount',
      'getSandboxPayment',
      'passkeySignIn',
      'paySandboxPayment',
      'resetPassword',
      'undoEmailChange',
      'validateResetToken',
      'verifyEmail',
    ]);
  });
});

test.each([
  'listTransactions',
  'listContacts',
  'getBalance',
  'getPortfolio',
  'getProfile',
  'listPasskeys',
  'listRecurringBuys',
  'listPriceAlerts',
  'listNotices',
  'getNoticeChoices',
] as const satisfies readonly EndpointName[])(
  '%s succeeds for a verified person, with every valid input',
  async (name) => {
    for (const input of validInputsOf(name)) {
      const reply = await callAs(endpoints[name], input, 'verified, with a fresh proof');
      expect(reply.status).toBe(endpoints[name].status);
    }
  },
);
