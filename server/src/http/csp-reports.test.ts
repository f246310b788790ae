import Fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { DomainError } from '../errors.ts';
import { cspReportPath, installCspReports } from './csp-reports.ts';
import { installErrorReplies } from './error-reply.ts';
import type { RateLimiter } from './rate-limit.ts';
import { installSecurityHeaders } from './security-headers.ts';

let app: FastifyInstance;
let logged: Record<string, unknown>[];
const consume = vi.fn<RateLimiter['consume']>();

beforeEach(async () => {
  logged = [];
  consume.mockReset();
  app = Fastify();
  installErrorReplies(app);
  installSecurityHeaders(app, readConfig({}));
  const log = pino({ level: 'warn', base: null }, { write: (line) => logged.push(JSON.parse(line)) });
  await installCspReports(app, { log, rateLimiter: { consume } });
});
afterEach(() => app.close());

const send = (payload: unknown, type = 'application/csp-report') =>
  app.inject({
    method: 'POST',
    url: cspReportPath,
    headers: { 'content-type': type },
    payload: JSON.stringify(payload),
  });

const single = {
  'csp-report': {
    'document-uri': 'https://wallet.example/reset-password?token=secret',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example/a.js?secret',
    'original-policy': 'x',
  },
};
const listed = (body: object, type = 'csp-violation') => ({ age: 1, type, url: 'x', user_agent: 'x', body });

test('every reply tells browsers where to tell of what the policy refused', async () => {
  const { headers } = await send(single);
  expect(headers['content-security-policy']).toMatch(/;report-uri \/v1\/csp-reports(;|$)/);
  expect(headers['content-security-policy']).toMatch(/;report-to csp(;|$)/);
  expect(headers['reporting-endpoints']).toBe('csp="/v1/csp-reports"');
});

test.each([
  [single, 'application/csp-report'],
  [
    [
      listed({
        documentURL: 'https://wallet.example/reset-password?token=secret#x',
        effectiveDirective: 'script-src-elem',
        blockedURL: 'https://evil.example/a.js?secret',
      }),
      listed({}, 'deprecation'),
    ],
    'application/reports+json',
  ],
])('what was refused is logged, without what a query may hold', async (report, type) => {
  const reply = await send(report, type);
  expect([reply.statusCode, reply.headers['cache-control']]).toEqual([204, 'no-store']);
  expect(logged).toEqual([
    expect.objectContaining({
      part: 'csp',
      page: 'https://wallet.example/reset-password',
      directive: 'script-src-elem',
      blocked: 'https://evil.example/a.js',
      count: 1,
    }),
  ]);
  expect(JSON.stringify(logged)).not.toContain('secret');
});

test('of a list the first is logged, cut, and how many there are', async () => {
  const long = 'x'.repeat(300);
  const others = Array(11).fill(listed({ effectiveDirective: 'img-src' }));
  await send([listed({ effectiveDirective: long }), ...others], 'application/reports+json');
  expect(logged).toEqual([expect.objectContaining({ page: '', directive: 'x'.repeat(200), count: 12 })]);
});

test('a list of other reports is taken, and nothing logged', async () => {
  expect((await send([listed({}, 'deprecation')], 'application/reports+json')).statusCode).toBe(204);
  expect(logged).toEqual([]);
});

test.each([
  ['no report', {}, 400],
  ['a list of none', [{}], 400],
  ['more than a browser says', { ...single, more: 'x'.repeat(8 * 1024) }, 413],
])('refuses %s, and logs nothing', async (_what, payload, status) => {
  expect((await send(payload)).statusCode).toBe(status);
  expect(logged).toEqual([]);
});

test('takes reports in no other form', async () => {
  expect((await send(single, 'application/json')).statusCode).toBe(415);
});

test('is limited by network, and for all together', async () => {
  await send(single);
  expect(consume.mock.calls).toEqual([
    ['cspReport', '127.0.0.1'],
    ['cspReportOfAll', 'all'],
  ]);
  consume.mockRejectedValue(new DomainError('RateLimitExceeded'));
  expect((await send(single)).statusCode).toBe(429);
  expect(logged).toHaveLength(1);
});
