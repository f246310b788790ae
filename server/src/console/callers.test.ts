import { errorReply } from '@mercury/contract/api/error-reply.ts';
import type { ConsoleEndpoint } from '@mercury/contract/console/endpoint.ts';
import { consoleEndpoints } from '@mercury/contract/console/index.ts';
import {
  grantablePermissions,
  permissions,
  permissionsOf,
  staffRoles,
} from '@mercury/contract/console/permissions.ts';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import * as z from 'zod/mini';
import { createTestApp, type TestApp, type TestReply } from '../test/app.ts';
import { makePerson } from '../test/person.ts';
import { callConsole, makeStaff } from './test/console-client.ts';
import { makeOwnRole } from './test/proposal-client.ts';

let testApp: TestApp;
let customerToken: string;
/** Every other one, so that each call is opened by some roles and not by others. */
const ownPermissions = grantablePermissions.filter((_permission, at) => at % 2 === 0);
beforeAll(async () => {
  testApp = await createTestApp({ RATE_LIMIT_FACTOR: '1000000' });
  customerToken = (await makePerson(testApp)).token;
  await makeOwnRole(testApp, 'own', ownPermissions);
});
afterAll(() => testApp.close());

async function changed(role: string, change: string): Promise<string> {
  const { id, token } = await makeStaff(testApp, role);
  await testApp.db.pool.query(change, [id]);
  return token;
}

/** Who calls, with what in the cookie. All but the last two kinds are an owner otherwise. */
const strangers = {
  nobody: async () => undefined,
  garbage: async () => 'garbage',
  'a well-formed token that was never given out': async () => 'A'.repeat(43),
  'a customer': async () => customerToken,
  'signed out': () => changed('owner', 'delete from staff_session where staff_id = $1'),
  idle: () => changed('owner', 'update staff_session set idle_expires_at = now() where staff_id = $1'),
  removed: () =>
    changed(
      'owner',
      'update staff_member set removed_at = now(), password_hash = null, secret_sealed = null where id = $1',
    ),
} as const;
const strangerKinds = Object.keys(strangers) as (keyof typeof strangers)[];

const unknownId = '019a0000-0000-7000-8000-000000000000';

function pathOf({ path }: ConsoleEndpoint): `/${string}` {
  return path.replaceAll(/:\w+/g, unknownId) as `/${string}`;
}

/** What the guard says; 'admitted' whatever the call itself answers, which gets no input. */
function verdictOf({ body }: TestReply): string {
  const { error } = body as { error?: string };
  const refusals = ['Unauthenticated', 'PermissionMissing', 'ProofRequired'];
  return error !== undefined && refusals.includes(error) ? error : 'admitted';
}

async function call(endpoint: ConsoleEndpoint, token: string | undefined): Promise<string> {
  const reply = await callConsole(
    testApp,
    { method: endpoint.method, path: pathOf(endpoint) },
    { ...(token !== undefined && { token }), ...(endpoint.body && { body: {} }) },
  );
  return verdictOf(reply);
}

describe.each(consoleEndpoints)('$method $path', (endpoint) => {
  it.each(strangerKinds)('is opened by %s only if anyone may call', async (kind) => {
    const expected = endpoint.caller === 'anyone' ? 'admitted' : 'Unauthenticated';
    expect(await call(endpoint, await strangers[kind]())).toBe(expected);
  });

  it.each([...staffRoles, 'own'] as const)(
    'is opened by the role %s if it has the permission',
    async (role) => {
      const { token } = await makeStaff(testApp, role);
      const { caller } = endpoint;
      const had: readonly string[] = role === 'own' ? ownPermissions : permissionsOf(role);
      const isPermitted = caller === 'anyone' || caller === 'staff' || had.includes(caller);
      expect(await call(endpoint, token)).toBe(isPermitted ? 'admitted' : 'PermissionMissing');
    },
  );

  it('needs a fresh proof if it says so', async () => {
    const token = await changed(
      'owner',
      `update staff_session set proved_at = now() - interval '5 minutes' where staff_id = $1`,
    );
    expect(await call(endpoint, token)).toBe(endpoint.needsProof ? 'ProofRequired' : 'admitted');
  });

  it('writes only for a page of the console', async () => {
    const { token } = await makeStaff(testApp, 'owner');
    const reply = await callConsole(
      testApp,
      { method: endpoint.method, path: pathOf(endpoint) },
      { token, headers: { origin: 'https://evil.example' }, ...(endpoint.body && { body: {} }) },
    );
    expect(reply.body.error === 'OriginNotAllowed').toBe(endpoint.method !== 'GET');
  });
});

const oddValues = [0, null, {}, [], 'x'.repeat(100_000), '\u0000', 'a\u0000b', '\ud800', '__proto__', '1e5'];

test.each(consoleEndpoints)('odd input to $method $path is refused in the envelope', async (endpoint) => {
  const { token } = await makeStaff(testApp, 'owner');
  const fields = endpoint.body instanceof z.ZodMiniObject ? Object.keys(endpoint.body.def.shape) : [];
  const bodies: unknown[] = endpoint.body
    ? [
        null,
        [],
        'x',
        { unlisted: 1 },
        ...oddValues.map((value) => Object.fromEntries(fields.map((field) => [field, value]))),
      ]
    : [];
  const queries = endpoint.query instanceof z.ZodMiniObject ? Object.keys(endpoint.query.def.shape) : [];
  const paths = [
    pathOf(endpoint),
    endpoint.path.replaceAll(/:\w+/g, '%00'),
    ...queries.flatMap((name) =>
      ['%00', '%ED%A0%80', 'x'.repeat(5000), '0'].map((value) => `${pathOf(endpoint)}?${name}=${value}`),
    ),
  ];
  for (const path of paths) {
    for (const body of bodies.length === 0 ? [undefined] : bodies) {
      const called = { method: endpoint.method, path: path as `/${string}` };
      const { status, body: answer } = await callConsole(testApp, called, { token, body });
      expect(status, `${path} ${JSON.stringify(body)?.slice(0, 80)}`).toBeLessThan(500);
      expect(status < 400 || errorReply.safeParse(answer).success).toBe(true);
    }
  }
});

it('every permission is asked for by a call, and every role has what an auditor reads', () => {
  const asked = new Set(consoleEndpoints.map(({ caller }) => caller));
  expect(permissions.filter((permission) => !asked.has(permission))).toEqual([]);
  expect(permissionsOf('auditor').every((permission) => /\.read(_|$)/.test(permission))).toBe(true);
  const written = consoleEndpoints.filter(
    ({ method, caller }) => method !== 'GET' && permissionsOf('auditor').some((own) => own === caller),
  );
  // These change nothing that anybody works with: why one looks at a person is written down, a proof of the books runs, a visitor's
  // message is read.
  expect(written.map(({ path }) => path)).toEqual([
    '/people/:id/looks',
    '/books/check',
    '/messages/:id/opening',
  ]);
});
