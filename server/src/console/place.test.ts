import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as access from '@mercury/contract/console/access.ts';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installErrorReplies } from '../http/error-reply.ts';
import { createTestApp, type TestApp } from '../test/app.ts';
import { guardPlace } from './place.ts';
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

  it('leads from its bare name to its home, for whoever may be there', async () => {
    const ask = (host: string, networkAddress = inside) =>
      testApp.app.inject({ url: '/', headers: { host }, remoteAddress: networkAddress });
    const there = await ask('console.example');
    expect([there.statusCode, there.headers.location]).toEqual([302, '/console']);
    expect((await ask('console.example', '192.0.2.7')).statusCode).toBe(404);
    expect((await ask('wallet.example')).headers.location).toBeUndefined();
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

it('no spelling of an address gets around its host or its networks', async () => {
  const spellings = ['/%63onsole/api/me', '/console/%61pi/me', '/conso%6ce/api/me?x', '/console/api/me#x'];
  for (const path of spellings) {
    expect(await statusOf('console.example', path, '192.0.2.7'), `${path} from outside`).toBe(404);
    expect(await statusOf('wallet.example', path), `${path} elsewhere`).toBe(404);
  }
});

it('its files are where it is too, however they are asked for', async () => {
  const files = Fastify();
  installErrorReplies(files);
  guardPlace(files, testApp.config);
  files.get('/*', () => 'a file');
  const ask = async (url: string, host: string) =>
    (await files.inject({ url, headers: { host }, remoteAddress: inside })).statusCode;
  for (const url of [
    '/console/boot.js',
    '/%63onsole/boot.js',
    '/%2563onsole/boot.js',
    '/console%2fboot.js',
    '/assets/..%2fconsole/boot.js',
    '//console/boot.js',
  ]) {
    expect(await ask(url, 'console.example'), `${url} there`).toBe(200);
    expect(await ask(url, 'wallet.example'), `${url} elsewhere`).toBe(404);
  }
  expect(await ask('/assets/main.js', 'wallet.example')).toBe(200);
  await files.close();
});

/** What it answers to a request line that no HTTP client of ours would send. */
async function answerTo(requestLine: string, host: string): Promise<string> {
  const { port } = testApp.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write(`${requestLine}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  const answer = await text(socket);
  return answer.split('\r\n', 1)[0] ?? '';
}

it('an address in the form that proxies get is judged like any other', async () => {
  await testApp.app.listen({ host: '127.0.0.1', port: 0 });
  // RFC 9112, 3.2.2. The router takes it, too. The caller's address, 127.0.0.1, is outside.
  const line = 'GET http://console.example/console/api/me HTTP/1.1';
  expect(await answerTo(line, 'console.example')).toContain('404');
  expect(await answerTo(line, 'wallet.example')).toContain('404');
  expect(await answerTo('GET http://wallet.example/v1/markets HTTP/1.1', 'wallet.example')).toContain('200');
});

it('a console behind networks answers others as if there were none', async () => {
  for (const address of ['10.2.0.1', '192.0.2.7', '2001:db9::1']) {
    expect(await statusOf('console.example', '/console/api/me', address), `from ${address}`).toBe(404);
  }
  expect(await statusOf('console.example', '/console/api/me', '2001:db8::7')).toBe(401);
  expect(await statusOf('wallet.example', '/v1/markets', '192.0.2.7')).toBe(200);
});
