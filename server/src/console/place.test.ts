import * as access from '@mercury/contract/console/access.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { callConsole } from './test/console-client.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({
    PUBLIC_URL: 'http://wallet.example',
    CONSOLE_HOST: 'Console.example',
    CONSOLE_NETWORKS: '10.1.0.0/16, 2001:db8::/32',
  });
});
afterAll(() => testApp.close());

const inside = '10.1.2.3';

async function statusOf(host: string, path: string, networkAddress = inside): Promise<number> {
  const reply = await testApp.app.inject({ url: path, headers: { host }, remoteAddress: networkAddress });
  return reply.statusCode;
}

describe('a console with a host of its own', () => {
  it('answers there and nowhere else, and the customers’ product not there', async () => {
    expect(await statusOf('console.example', '/console/api/me')).toBe(401);
    expect(await statusOf('CONSOLE.example', '/console/api/me')).toBe(401);
    expect(await statusOf('wallet.example', '/console/api/me')).toBe(404);
    expect(await statusOf('wallet.example', '/v1/markets')).toBe(200);
    expect(await statusOf('console.example', '/v1/markets')).toBe(404);
    expect(await statusOf('console.example', '/healthz')).toBe(200);
  });

  it('takes writes of its own pages only', async () => {
    const call = (origin: string) =>
      callConsole(testApp, access.signOut, {
        networkAddress: inside,
        headers: { host: 'console.example', origin },
      });
    expect((await call('http://wallet.example')).body.error).toBe('OriginNotAllowed');
    expect((await call('http://console.example')).status).toBe(200);
  });
});

it('a console behind networks answers others as if there were none', async () => {
  for (const address of ['10.2.0.1', '192.0.2.7', '2001:db9::1']) {
    expect(await statusOf('console.example', '/console/api/me', address)).toBe(404);
  }
  expect(await statusOf('console.example', '/console/api/me', '2001:db8::7')).toBe(401);
  expect(await statusOf('wallet.example', '/v1/markets', '192.0.2.7')).toBe(200);
});
