import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { errorReply } from '@mercury/contract/api/error-reply.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { connectionSettings, refuseWhileClosing } from './connections.ts';
import { answerClientError, installErrorReplies } from './error-reply.ts';
import { installSecurityHeaders } from './security-headers.ts';

let app: FastifyInstance;
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

/** An app on a port of its own, put together as the product is. */
async function listen(routes: (started: FastifyInstance) => void): Promise<void> {
  app = Fastify({ ...connectionSettings(300), clientErrorHandler: answerClientError });
  installErrorReplies(app);
  installSecurityHeaders(app, readConfig({}));
  refuseWhileClosing(app);
  routes(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
}

/** A connection that stays open on our side until it is destroyed, and what has come over it. */
async function open(): Promise<{ socket: Socket; received: () => string }> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  sockets.push(socket);
  let received = '';
  socket.on('data', (chunk) => (received += String(chunk)));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return { socket, received: () => received };
}

const postHead = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n';

test.each([
  ['body', `${postHead}\r\n{`],
  ['head', postHead],
])(
  'a request whose %s comes byte by byte holds its connection no longer than it may',
  async (_part, begin) => {
    await listen((started) => started.post('/', async () => 'read'));
    const held = once(app.server, 'connection').then(([socket]: Socket[]) => socket && once(socket, 'close'));
    const { socket, received } = await open();
    socket.write(begin);
    // Some byte always came just now.
    const dripping = setInterval(() => socket.write('x'), 50);
    await held.finally(() => clearInterval(dripping));
    expect(received()).toMatch(/^HTTP\/1.1 400 /);
  },
  5000,
);

test('a call that comes while the process ends is told to come again, in the words and with the headers of any other', async () => {
  const { promise: slow, resolve: finish } = Promise.withResolvers<string>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  await listen((started) =>
    started.get('/', () => {
      begin();
      return slow;
    }),
  );
  const { socket, received } = await open();
  const call = 'GET / HTTP/1.1\r\nHost: a\r\nAccept-Language: ru\r\n\r\n';
  socket.write(call);
  await begun;
  const closing = app.close();
  const second = once(app.server, 'request');
  socket.write(call);
  await second;
  finish('done');
  await once(socket, 'end');
  await closing;
  const [, , refusal = ''] = received().split(/HTTP\/1.1 (?=[0-9])/);
  const [head = '', body = ''] = refusal.split('\r\n\r\n');
  expect(head).toMatch(/^503 /);
  for (const header of [
    /^connection: close$/im,
    /^retry-after: 1$/im,
    /^content-language: ru$/im,
    /^cache-control: no-store$/im,
    /^x-content-type-options: nosniff$/im,
    /^content-security-policy: default-src/im,
  ]) {
    expect(head).toMatch(header);
  }
  expect(errorReply.parse(JSON.parse(body)).error).toBe('Busy');
});
