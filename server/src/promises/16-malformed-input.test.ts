import type { Endpoint } from '@mercury/contract/api/endpoint.ts';
import type { EndpointName } from '@mercury/contract/api/index.ts';
import { errorReply } from '@mercury/contract/api/error-reply.ts';
import { limits } from '@mercury/contract/limits.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { makePerson } from '../test/person.ts';
import {
  allEndpoints,
  paramNamesOf,
  pathOf,
  queryString,
  validBodiesOf,
  validInputsOf,
  validQueriesOf,
  type ValidInput,
} from '../test/valid-input.ts';

let testApp: TestApp;
let token: string;

let attemptedCount = 0;
let refusedCount = 0;

beforeAll(async () => {
  testApp = await createTestApp({ RATE_LIMIT_FACTOR: '1000000' });
  token = (await makePerson(testApp)).token;
  // With a fresh session: otherwise some calls would look at no input.
  await testApp.db.pool.query("update session set proved_at = now() + interval '1 hour'");
});
afterAll(async () => {
  await testApp.close();
  process.stdout.write(
    `promise 16: ${allEndpoints.length} endpoints, ${attemptedCount} malformed or odd calls, ${refusedCount} refused in the envelope\n`,
  );
});

interface OddCall {
  readonly what: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: string;
}

const json = { 'content-type': 'application/json' };

/** Null removes the phrase. */
const nullableFields: ReadonlySet<string> = new Set(['phrase']);

// Wrong for any field: too long, a number, a list, an empty object. A visitor's message is the longest.
const wrongValues: readonly unknown[] = [
  0,
  -1.5,
  1e300,
  {},
  [],
  ['a'],
  null,
  '\u0000',
  'x\u0000',
  'x'.repeat(limits.contactMessageLengthMax + 1),
];

// A careless check accepts these. Some are fine in a free text or a password; none may break anything.
const oddTexts = [
  'some\u0000thing',
  'some\ud800thing',
  '\ud800\ud800\ud800',
  '\udc00some1',
  '__proto__',
  '%s%n$1\\',
  '\u{1F4A9}'.repeat(8),
];
const oddTimes = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '-00001-01-01T00:00:00Z',
  '9999-12-31T23:59:60Z',
  '2026-02-30T00:00:00Z',
  `2026-01-01T00:00:00.${'1'.repeat(300)}Z`,
];
const oddQueryTexts = ['%00', 'some%00thing', '%ff', '%ed%a0%80', '%zz', ...oddTimes.map(encodeURIComponent)];

function badBodies(endpoint: Endpoint, { body = {}, query }: ValidInput): OddCall[] {
  if (endpoint.method === 'GET') return [];
  const path = `${pathOf(endpoint)}${queryString(query)}`;
  const send = (what: string, payload: string, headers = json): OddCall => ({
    what,
    path,
    payload,
    headers,
  });
  return [
    send('half an object', '{"email":'),
    send('no JSON', 'email=a@example.com'),
    send('a text', '"text"'),
    send('a number', '1'),
    send('a list', '[]'),
    send('a list of bodies', JSON.stringify([body])),
    send('a prototype', '{"__proto__": {"isAdmin": true}}'),
    send('a constructor', '{"constructor": {"prototype": {"isAdmin": true}}}'),
    send('an unknown field', JSON.stringify({ ...body, isAdmin: true })),
    send(
      'very many unknown fields',
      JSON.stringify(Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`f${i}`, 1]))),
    ),
    send('a deep nest', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
    send('too many bytes', JSON.stringify({ ...body, padding: 'x'.repeat(limits.bodyBytesMax) })),
    send('a plain text', JSON.stringify(body), { 'content-type': 'text/plain' }),
    send('a form', 'email=a', { 'content-type': 'application/x-www-form-urlencoded' }),
    send('a multipart form', '--x--', { 'content-type': 'multipart/form-data; boundary=x' }),
    send('XML', '<a/>', { 'content-type': 'application/xml' }),
    send('a nonsense type', JSON.stringify(body), { 'content-type': ';;;' }),
    ...Object.keys(body).flatMap((field) =>
      wrongValues
        .filter((value) => value !== null || !nullableFields.has(field))
        // An empty list is a right one.
        .filter((value) => !Array.isArray(value) || value.length > 0 || !Array.isArray(body[field]))
        .map((value) =>
          send(
            `${field} = ${JSON.stringify(value).slice(0, 30)}`,
            JSON.stringify({ ...body, [field]: value }),
          ),
        ),
    ),
  ];
}

function isRepeated(field: string, body: object): boolean {
  return 'confirmPassword' in body && field === ('newPassword' in body ? 'newPassword' : 'password');
}

function oddBodies(endpoint: Endpoint, { body = {}, query }: ValidInput): OddCall[] {
  const textFields = Object.keys(body).filter((field) => typeof body[field] === 'string');
  return textFields.flatMap((field) =>
    oddTexts.map((text) => ({
      what: `${field} = ${JSON.stringify(text)}`,
      path: `${pathOf(endpoint)}${queryString(query)}`,
      headers: json,
      // A new password is repeated, or only that would be refused.
      payload: JSON.stringify({
        ...body,
        [field]: text,
        ...(isRepeated(field, body) ? { confirmPassword: text } : {}),
      }),
    })),
  );
}

// Valid input has no cursor: cursors come from replies.
const withCursor: ReadonlySet<EndpointName> = new Set(['listTransactions', 'listSecurityEvents']);

/** Every parameter of the endpoint's query. */
function queryFieldsOf(name: EndpointName): string[] {
  const fields = validQueriesOf(name).flatMap((query) => Object.keys(query));
  return [...new Set([...fields, ...(withCursor.has(name) ? ['cursor'] : [])])];
}

function callerOf(name: EndpointName, endpoint: Endpoint): (what: string, query: string) => OddCall {
  const [body] = validBodiesOf(name);
  const rest = body === undefined ? {} : { headers: json, payload: JSON.stringify(body) };
  return (what, query) => ({ what, path: `${pathOf(endpoint)}${query}`, ...rest });
}

function badQueries(name: EndpointName, endpoint: Endpoint): OddCall[] {
  const ask = callerOf(name, endpoint);
  const [valid = {}] = validQueriesOf(name);
  const fields = queryFieldsOf(name);
  // Any text may be searched for, or be an unknown token.
  const restricted = fields.filter((field) => field !== 'search' && field !== 'token');
  return [
    ask('an unknown parameter', queryString({ ...valid, isAdmin: '1' })),
    ask('a prototype in the query', '?__proto__[isAdmin]=1'),
    ...fields.flatMap((field) => [
      ask(`${field} twice`, `${queryString({ ...valid, [field]: 'a' })}&${field}=b`),
      ask(`${field} = NUL`, `?${field}=%00`),
      ask(`${field} too long`, `?${field}=${'x'.repeat(5000)}`),
    ]),
    ...restricted.flatMap((field) => [
      ask(`${field} = nonsense`, queryString({ ...valid, [field]: '-1e9' })),
      ask(`${field} = half a character`, `?${field}=%ff`),
    ]),
  ];
}

function oddQueries(name: EndpointName, endpoint: Endpoint): OddCall[] {
  const ask = callerOf(name, endpoint);
  return queryFieldsOf(name).flatMap((field) =>
    oddQueryTexts.map((text) => ask(`${field} = ${text.slice(0, 40)}`, `?${field}=${text}`)),
  );
}

const wrongParams = [
  'x',
  '%00',
  '%zz',
  '%ff',
  '..%2f..',
  '0',
  "'%20or%201=1",
  'x'.repeat(300),
  '%F0%9F%92%A9',
  '%ed%a0%80',
];

function badParams(name: EndpointName, endpoint: Endpoint): OddCall[] {
  const [body] = validBodiesOf(name);
  const rest = body === undefined ? {} : { headers: json, payload: JSON.stringify(body) };
  const put = (param: string, value: string): OddCall => ({
    what: `${param} = ${value.slice(0, 20)}`,
    path: pathOf(endpoint, { [param]: value }),
    ...rest,
  });
  return paramNamesOf(endpoint).flatMap((param) => wrongParams.map((value) => put(param, value)));
}

function badKeys(name: EndpointName, endpoint: Endpoint): OddCall[] {
  if (endpoint.isIdempotent === undefined) return [];
  return ['', 'short', 'x'.repeat(129), 'with space in', 'tab\tinside', 'ключ-ключ'].map((key) => ({
    what: `the key ${key.slice(0, 20)}`,
    path: pathOf(endpoint),
    headers: { ...json, 'idempotency-key': key },
    payload: JSON.stringify(validBodiesOf(name)[0]),
  }));
}

type Outcome = 'refused' | 'succeeded' | 'failed';

/** A refusal has the envelope. A rate limit would hide the result. */
async function outcomeOf(
  endpoint: Endpoint,
  { path, headers, payload }: OddCall,
  session: string | undefined,
): Promise<{ outcome: Outcome; reply: string }> {
  const reply = await testApp.app.inject({
    method: endpoint.method,
    url: `/v1${path}`,
    headers: { ...headers, ...(session === undefined ? {} : { authorization: `Bearer ${session}` }) },
    ...(payload === undefined ? {} : { payload }),
  });
  const { statusCode } = reply;
  const isJson = reply.headers['content-type']?.toString().startsWith('application/json') === true;
  const isRefusal = statusCode >= 400 && statusCode < 500 && statusCode !== 429;
  const outcome = () => {
    if (statusCode < 300) return 'succeeded';
    return isRefusal && isJson && errorReply.safeParse(reply.json()).success ? 'refused' : 'failed';
  };
  return { outcome: outcome(), reply: `${statusCode} ${reply.body.slice(0, 200)}` };
}

/** Replies whose outcome is not expected. */
async function surprisesOf(
  endpoint: Endpoint,
  { calls, session, expected }: { calls: OddCall[]; session: string | undefined; expected: Outcome[] },
): Promise<string[]> {
  const surprises = [];
  for (const call of calls) {
    const { outcome, reply } = await outcomeOf(endpoint, call, session);
    attemptedCount += 1;
    if (outcome === 'refused') refusedCount += 1;
    if (!expected.includes(outcome)) surprises.push(`${call.what}: ${reply}`);
  }
  return surprises;
}

describe.each(allEndpoints)('%s', (name, endpoint) => {
  const valid = validInputsOf(name);
  const bad = [
    ...valid.flatMap((input) => badBodies(endpoint, input)),
    ...badQueries(name, endpoint),
    ...badParams(name, endpoint),
    ...badKeys(name, endpoint),
  ];
  const odd = [...valid.flatMap((input) => oddBodies(endpoint, input)), ...oddQueries(name, endpoint)];

  test.each(['with', 'without'] as const)(`%s a session refuses ${bad.length} bad inputs`, async (which) => {
    const session = which === 'with' ? token : undefined;
    expect(await surprisesOf(endpoint, { calls: bad, session, expected: ['refused'] })).toEqual([]);
  });

  test(`fails for none of ${odd.length} odd inputs`, async () => {
    const expected: Outcome[] = ['refused', 'succeeded'];
    expect(await surprisesOf(endpoint, { calls: odd, session: token, expected })).toEqual([]);
  });
});

test.each([
  ['GET', '/v1'],
  ['GET', '/v1/nothing'],
  ['POST', '/v1/users/profile'],
  ['GET', '/v1/auth/login'],
  ['GET', '/v1/wallets/'],
  ['GET', '/v1/USERS/profile'],
  ['GET', '/v1/%zz'],
] as const)('answers %s %s, which there is not, in the envelope', async (method, url) => {
  const reply = await testApp.app.inject({ method, url });
  expect(reply.statusCode).toBeGreaterThanOrEqual(404);
  expect(reply.statusCode).toBeLessThanOrEqual(405);
  expect(errorReply.safeParse(reply.json()).success).toBe(true);
});
