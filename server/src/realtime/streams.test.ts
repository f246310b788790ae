import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import { connect, Socket, type AddressInfo } from 'node:net';
import { eventTopics, type EventTopic } from '@mercury/contract/api/events.ts';
import { limits } from '@mercury/contract/limits.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStreams, type Streams } from './streams.ts';

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
      streams.send('ada', ['balance', 'transactions', 'contacts']);
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
    streams.send('ada', ['balance']);
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

describe('a stream that opens', () => {
  let nowMs: number;

  beforeEach(() => {
    nowMs = 1_000_000;
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  });
  afterEach(() => vi.restoreAllMocks());

  /** What it is told at once. */
  function topicsAtOpening(streams: Streams, userId: string): readonly EventTopic[] {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    const write = vi.spyOn(response, 'write');
    streams.add({ userId, sessionId: 'one' }, response);
    const text = write.mock.calls.map(([chunk]) => String(chunk)).join('');
    expect(text).toMatch(/: alive\n\n$/);
    return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '[]');
  }

  it('is told what changed for its person in the last 15 seconds, and for nobody else', () => {
    const streams = createStreams();
    streams.send('ada', ['transactions', 'balance']);
    streams.send('bob', ['contacts']);
    nowMs += limits.eventsReplayedMs;
    expect(topicsAtOpening(streams, 'ada')).toEqual(['balance', 'transactions']);
    expect(topicsAtOpening(streams, 'eve')).toEqual([]);
    nowMs += 1;
    expect(topicsAtOpening(streams, 'ada')).toEqual([]);
  });

  it('is told each topic by its own last time', () => {
    const streams = createStreams();
    streams.send('ada', ['balance', 'contacts']);
    nowMs += limits.eventsReplayedMs;
    streams.send('ada', ['balance']);
    nowMs += 1;
    expect(topicsAtOpening(streams, 'ada')).toEqual(['balance']);
  });

  it('is told that everything may have changed for 15 seconds after nothing was heard', () => {
    const streams = createStreams();
    streams.sendToEverybody(eventTopics);
    nowMs += limits.eventsReplayedMs;
    expect(topicsAtOpening(streams, 'ada')).toEqual(eventTopics);
    nowMs += 1;
    expect(topicsAtOpening(streams, 'ada')).toEqual([]);
  });

  it('is told what changed for everybody, beside what changed for its person', () => {
    const streams = createStreams();
    streams.sendToEverybody(['assets']);
    nowMs += limits.eventsReplayedMs;
    streams.send('ada', ['balance']);
    expect(new Set(topicsAtOpening(streams, 'ada'))).toEqual(new Set(['balance', 'assets']));
    expect(topicsAtOpening(streams, 'bob')).toEqual(['assets']);
    nowMs += 1;
    expect(topicsAtOpening(streams, 'ada')).toEqual(['balance']);
  });

  it('is told that everything may have changed after a rush of more people than are remembered', () => {
    const streams = createStreams();
    for (let person = 0; person < 100_000; person += 1) streams.send(`person ${person}`, ['balance']);
    expect(topicsAtOpening(streams, 'ada')).toEqual([]);
    streams.send('one too many', ['balance']);
    expect(topicsAtOpening(streams, 'ada')).toEqual(eventTopics);
  });

  it('costs no memory for changes that are too old to be told', () => {
    const streams = createStreams();
    for (let person = 0; person < 100_000; person += 1) streams.send(`person ${person}`, ['balance']);
    nowMs += limits.eventsReplayedMs + 1;
    streams.send('ada', ['balance']);
    // More than are remembered, had the old ones not been forgotten.
    expect(topicsAtOpening(streams, 'bob')).toEqual([]);
  });
});
