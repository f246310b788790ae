import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
  await testApp.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => testApp.close());

/** Sends bytes as they are, and answers all that comes back. */
function sendRaw(bytes: string): Promise<string> {
  // Listening on an address and a port, the server has that shape of address.
  const socket = connect((testApp.app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.end(bytes);
  return text(socket);
}

describe('the web app', () => {
  it.each([
    '/',
    '/dashboard',
    '/dashboard/transactions',
    '/markets',
    '/market/bitcoin',
    '/trade/BTC-USD',
    '/login?ref=example.com',
    '/verify-email?token=a.b',
    '/pay/abc',
    '/request/sara',
  ])('has its page at %s', async (url) => {
    const reply = await testApp.app.inject(url);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toContain('text/html');
  });

  it.each(['/nothing', '/dashboard/anything', '/pay', '/pay/abc/def'])(
    'says at %s with its page and its status that there is none',
    async (url) => {
      const reply = await testApp.app.inject(url);
      expect(reply.statusCode).toBe(404);
      expect(reply.headers['content-type']).toContain('text/html');
    },
  );

  it.each([
    '/assets/none.js',
    '/none.png',
    '/v1/none',
    '/dev/none',
    '/docs/none',
    '/v1',
    '/.well-known/none',
  ])('has none at %s, where something else belongs', async (url) => {
    const reply = await testApp.app.inject(url);
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toMatchObject({ success: false, error: 'NotFound' });
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it('is guarded by a policy without any exception for inline code', async () => {
    const { headers } = await testApp.app.inject('/');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
    expect(headers['content-security-policy']).toMatch(/trusted-types service-worker(;|$)/);
    expect(headers['content-security-policy']).toContain("worker-src 'self'");
    expect(headers['content-security-policy']).toMatch(/connect-src 'self' ws:\/\/[^ ;]+(;|$)/);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['x-frame-options']).toBe('DENY');
  });

  it('may use passkeys, copy and the camera, and is denied the other powers of the browser', async () => {
    const policy = String((await testApp.app.inject('/')).headers['permissions-policy']).split(', ');
    const allowed = policy.filter((feature) => !feature.endsWith('=()'));
    expect(allowed.toSorted()).toEqual([
      'camera=(self)',
      'clipboard-write=(self)',
      'publickey-credentials-create=(self)',
      'publickey-credentials-get=(self)',
    ]);
    expect(policy).toEqual(
      expect.arrayContaining(['microphone=()', 'geolocation=()', 'payment=()', 'usb=()']),
    );
    // Chromium does not know it, and would warn on every page.
    expect(policy).not.toContain('bluetooth=()');
  });
});

it.each([
  ['/v1/users/profile', 401],
  ['/v1/payments/none', 404],
])('nobody on the way keeps what %s is refused with: %i', async (url, status) => {
  const reply = await testApp.app.inject(url);
  expect([reply.statusCode, reply.headers['cache-control']]).toEqual([status, 'no-store']);
});

describe('what is no request at all', () => {
  it.each([
    ['a line that is no header', 'GET / HTTP/1.1\r\nno header\r\n\r\n', 400, 'ValidationFailed'],
    ['no method', 'GRAB / HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'ValidationFailed'],
    [
      'headers without end',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      413,
      'PayloadTooLarge',
    ],
  ])('is answered in the same envelope: %s', async (_what, bytes, status, error) => {
    const answer = await sendRaw(bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(JSON.parse(body)).toMatchObject({ success: false, error, requestId: expect.any(String) });
  });
});
