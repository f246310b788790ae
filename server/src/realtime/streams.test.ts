import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { limits } from '@mercury/contract/limits.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStreams } from './streams.ts';

let server: Server;
let sockets: Socket[];

beforeEach(async () => {
  sockets = [];
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** The server's side of a connection whose other side reads nothing. */
async function stalledResponse(): Promise<ServerResponse> {
  // Listening on an address and a port, the server has that shape of address.
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [, response] = await once(server, 'request');
  response.writeHead(200);
  return response;
}

describe('streams', () => {
  it('let a browser go that does not read, instead of keeping for it what it will never take', async () => {
    const streams = createStreams();
    const response = await stalledResponse();
    streams.add({ userId: 'ada', sessionId: 'one' }, response);
    // What the network takes first is some megabytes; after that it piles up here.
    for (let count = 0; count < 2_000_000 && streams.sessionIds().length > 0; count += 1) {
      streams.send(['balance', 'transactions', 'contacts']);
    }
    expect(streams.sessionIds()).toEqual([]);
    expect(response.destroyed).toBe(true);
  });

  it('are never written to after their end, even where the end has not got through', async () => {
    const streams = createStreams();
    const response = await stalledResponse();
    const problems = vi.fn<(error: Error) => void>();
    streams.add({ userId: 'ada', sessionId: 'one' }, response);
    response.on('error', problems);
    streams.end(({ sessionId }) => sessionId === 'one');
    streams.send(['balance'], 'ada');
    streams.beat();
    await new Promise(setImmediate);
    expect(problems).not.toHaveBeenCalled();
  });

  it('are as many for a person as the limit says, the newest, also where nobody reads', async () => {
    const streams = createStreams();
    for (let count = 0; count < limits.eventStreamsPerPersonMax + 3; count += 1) {
      streams.add({ userId: 'ada', sessionId: `session ${count}` }, await stalledResponse());
    }
    expect(streams.sessionIds()).toHaveLength(limits.eventStreamsPerPersonMax);
    expect(streams.sessionIds()[0]).toBe('session 3');
  });
});
