import type { Endpoint } from '@mercury/contract/api/endpoint.ts';
import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../db/database.ts';
import { startSession } from '../features/auth/start-session.ts';
import { createTestApp, type TestApp, type TestReply } from '../test/app.ts';
import { registerPerson, registerVerifiedPerson } from '../test/person.ts';
import { allEndpoints, pathOf, queryString, validInputsOf, type ValidInput } from '../test/valid-input.ts';

let testApp: TestApp;
let verifiedId: string;
let unverifiedId: string;

beforeAll(async () => {
  testApp = await createTestApp({ RATE_LIMIT_FACTOR: '1000000' });
  verifiedId = (await registerVerifiedPerson(testApp)).user.id;
  const { email } = await registerPerson(testApp);
  unverifiedId = (await testApp.db.pool.query('select id from app_user where email = $1', [email])).rows[0]
    .id;
});
afterAll(() => testApp.close());

function newSession(userId: string): Promise<string> {
  const context = { requestId: '', locale: 'en', networkAddress: '127.0.0.1', userAgent: '' } as const;
  return inTransaction(testApp.db, (trx) => startSession(trx, { userId, isRemembered: false, context }));
}

async function changedSession(change: string): Promise<string> {
  const token = await newSession(verifiedId);
  await testApp.db.pool.query(`${change} where token_hash = sha256($1::bytea)`, [Buffer.from(token)]);
  return token;
}

/** Every kind of caller: the header that it sends. */
const callers = {
  none: async () => undefined,
  garbage: async () => 'Bearer garbage',
  'a well-formed token that was never given out': async () => `Bearer ${'A'.repeat(43)}`,
  'another scheme': async () => `Basic ${await newSession(verifiedId)}`,
  'no scheme': async () => newSession(verifiedId),
  'signed out': async () => `Bearer ${await changedSession('delete from session')}`,
  idle: async () => `Bearer ${await changedSession('update session set idle_expires_at = now()')}`,
  expired: async () =>
    `Bearer ${await changedSession('update session set idle_expires_at = now(), absolute_expires_at = now()')}`,
  unverified: async () => `Bearer ${await newSession(unverifiedId)}`,
  verified: async () => `Bearer ${await newSession(verifiedId)}`,
} as const;
type CallerKind = keyof typeof callers;
// Object.keys forgets the literal names.
const callerKinds = Object.keys(callers) as CallerKind[];

const letThrough = 'let through';

/** What the guard has to say. Whatever rule then refuses a call is another test's matter, but its input is right. */
function expectedAnswer(endpoint: Endpoint, caller: CallerKind): string {
  if (endpoint.caller === 'anyone' || caller === 'verified') return letThrough;
  if (caller !== 'unverified') return '401 Unauthenticated';
  return endpoint.caller === 'signedIn' ? letThrough : '403 EmailNotVerified';
}

function answerOf(reply: TestReply): string {
  const isLetThrough =
    !['Unauthenticated', 'EmailNotVerified', 'ValidationFailed'].includes(reply.body.error) &&
    reply.status < 500;
  return isLetThrough ? letThrough : `${reply.status} ${reply.body.error}`;
}

async function callAs(endpoint: Endpoint, input: ValidInput, caller: CallerKind): Promise<TestReply> {
  const authorization = await callers[caller]();
  return testApp.call(endpoint.method, `${pathOf(endpoint)}${queryString(input.query)}`, {
    body: input.body,
    headers: authorization === undefined ? {} : { authorization },
  });
}

describe.each(allEndpoints)('%s', (name, endpoint) => {
  test.each(callerKinds)('called by: %s', async (caller) => {
    for (const input of validInputsOf(name)) {
      expect(answerOf(await callAs(endpoint, input, caller))).toBe(expectedAnswer(endpoint, caller));
    }
  });

  test('is bound', () => {
    expect(testApp.app.hasRoute({ method: endpoint.method, url: `/v1${endpoint.path}` })).toBe(true);
  });
});

test.each(['listTransactions', 'listContacts', 'getBalance', 'getProfile', 'updateProfile'] as const)(
  '%s succeeds for a verified person, with every valid input',
  async (name) => {
    for (const input of validInputsOf(name)) {
      const reply = await callAs(endpoints[name], input, 'verified');
      expect(reply.status).toBe(endpoints[name].status);
    }
  },
);
