import type { Endpoint } from '@mercury/contract/api/endpoint.ts';
import type { EndpointName } from '@mercury/contract/api/index.ts';
import { errorReply } from '@mercury/contract/api/shapes.ts';
import { limits } from '@mercury/contract/limits.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { registerVerifiedPerson } from '../test/person.ts';
import { allEndpoints, paramNamesOf, pathOf, validBodyOf, validQueryOf } from '../test/valid-input.ts';

let testApp: TestApp;
let token: string;

beforeAll(async () => {
  testApp = await createTestApp({ RATE_LIMIT_FACTOR: '1000000' });
  token = (await registerVerifiedPerson(testApp)).token;
});
afterAll(() => testApp.close());

interface BadInput {
  readonly what: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: string;
}

const json = { 'content-type': 'application/json' };

// What is wrong for any field: no field of ours is a number, an object or a list, and none holds such a text.
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
  'x'.repeat(5000),
];

function badBodies(name: EndpointName, endpoint: Endpoint): BadInput[] {
  if (endpoint.method === 'GET') return [];
  const path = `${pathOf(endpoint)}${queryString(validQueryOf(name))}`;
  const body = validBodyOf(name) ?? {};
  const send = (what: string, payload: string, headers = json): BadInput => ({
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
      wrongValues.map((value) =>
        send(`${field} = ${JSON.stringify(value).slice(0, 30)}`, JSON.stringify({ ...body, [field]: value })),
      ),
    ),
  ];
}

function badQueries(name: EndpointName, endpoint: Endpoint): BadInput[] {
  const valid = validQueryOf(name);
  const body = validBodyOf(name);
  const rest = body === undefined ? {} : { headers: json, payload: JSON.stringify(body) };
  const ask = (what: string, query: string): BadInput => ({
    what,
    path: `${pathOf(endpoint)}${query}`,
    ...rest,
  });
  const fields = new Set([
    ...Object.keys(valid),
    ...(name === 'listTransactions' ? ['cursor', 'page', 'from', 'to'] : []),
  ]);
  // Any text may be searched for, and any may be a token that was never given out.
  const restricted = [...fields].filter((field) => field !== 'search' && field !== 'token');
  return [
    ask('an unknown parameter', queryString({ ...valid, isAdmin: '1' })),
    ask('a prototype in the query', '?__proto__[isAdmin]=1'),
    ...[...fields].flatMap((field) => [
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
];

function badParams(name: EndpointName, endpoint: Endpoint): BadInput[] {
  const body = validBodyOf(name);
  const rest = body === undefined ? {} : { headers: json, payload: JSON.stringify(body) };
  const put = (param: string, value: string): BadInput => ({
    what: `${param} = ${value.slice(0, 20)}`,
    path: pathOf(endpoint, { [param]: value }),
    ...rest,
  });
  return paramNamesOf(endpoint).flatMap((param) => wrongParams.map((value) => put(param, value)));
}

function badKeys(name: EndpointName, endpoint: Endpoint): BadInput[] {
  if (endpoint.isIdempotent !== true) return [];
  return ['', 'short', 'x'.repeat(129), 'with space in', 'tab\tinside', 'ключ-ключ'].map((key) => ({
    what: `the key ${key.slice(0, 20)}`,
    path: pathOf(endpoint),
    headers: { ...json, 'idempotency-key': key },
    payload: JSON.stringify(validBodyOf(name)),
  }));
}

function queryString(query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
}

async function answersInEnvelope(
  endpoint: Endpoint,
  input: BadInput,
  session: string | undefined,
): Promise<string> {
  const reply = await testApp.app.inject({
    method: endpoint.method,
    url: `/v1${input.path}`,
    headers: { ...input.headers, ...(session === undefined ? {} : { authorization: `Bearer ${session}` }) },
    ...(input.payload === undefined ? {} : { payload: input.payload }),
  });
  const envelope = errorReply.safeParse(
    reply.headers['content-type']?.toString().startsWith('application/json') ? reply.json() : {},
  );
  const isRefused = reply.statusCode >= 400 && reply.statusCode < 500 && reply.statusCode !== 429;
  return isRefused && envelope.success
    ? 'refused'
    : `${input.what}: ${reply.statusCode} ${reply.body.slice(0, 200)}`;
}

describe.each(allEndpoints)('%s', (name, endpoint) => {
  const inputs = [
    ...badBodies(name, endpoint),
    ...badQueries(name, endpoint),
    ...badParams(name, endpoint),
    ...badKeys(name, endpoint),
  ];

  test.each(['with', 'without'] as const)(
    `refuses ${inputs.length} bad inputs %s a session`,
    async (which) => {
      const answers = [];
      for (const input of inputs) {
        answers.push(await answersInEnvelope(endpoint, input, which === 'with' ? token : undefined));
      }
      expect(answers.filter((answer) => answer !== 'refused')).toEqual([]);
    },
  );
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
