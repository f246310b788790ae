import { AssertionError } from 'node:assert';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import {
  streamMessage,
  streamPath,
  type BookSnapshot,
  type BookUpdate,
  type StreamMessage,
} from '@mercury/contract/api/stream.ts';
import type { FastifyInstance } from 'fastify';
import { vi } from 'vitest';
import { WebSocket, type ClientOptions } from 'ws';

/** A client of the stream of markets, as a program would be one: it checks each number and each sum. */
export interface MarketWatcher {
  readonly socket: WebSocket;
  /** All that came, read by the contract. */
  readonly messages: readonly StreamMessage[];
  /** Text as it is, anything else as JSON. */
  send(request: unknown): void;
  /** As rebuilt from all that came; undefined before the first snapshot. */
  book(): WatchedBook | undefined;
  /** Resolves with the code when it was closed. */
  readonly closed: Promise<number>;
  /** At once, as if the network were gone. */
  cut(): void;
  /** Waits for such a message, also among those that came before. */
  until<Found extends StreamMessage>(isIt: (message: StreamMessage) => message is Found): Promise<Found>;
}

export interface WatchedBook {
  readonly seq: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

interface Level {
  readonly price: string;
  readonly quantity: string;
}

/** Where the app listens, which it does from now on. */
export async function listenForWatchers(app: FastifyInstance): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  // Listening on an address and a port, the server has that shape of address.
  const { port } = app.server.address() as AddressInfo;
  return `ws://127.0.0.1:${port}/v1${streamPath}`;
}

export async function watchMarket(
  url: string,
  requests: readonly unknown[] = [],
  options: ClientOptions = {},
): Promise<MarketWatcher> {
  const socket = new WebSocket(url, options);
  const messages: StreamMessage[] = [];
  let book: WatchedBook | undefined;
  let failure: Error | undefined;
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.on('message', (data: Buffer) => {
    try {
      const message = streamMessage.parse(JSON.parse(data.toString('utf8')));
      messages.push(message);
      if ('channel' in message && message.channel === 'book' && 'bids' in message)
        book = changeBook(book, message);
    } catch (error) {
      failure ??= error instanceof Error ? error : new Error(String(error));
    }
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const send = (request: unknown): void => {
    socket.send(typeof request === 'string' ? request : JSON.stringify(request));
  };
  requests.forEach(send);
  return {
    socket,
    messages,
    send,
    book() {
      if (failure !== undefined) throw failure;
      return book;
    },
    closed,
    cut: () => socket.terminate(),
    until: (isIt) =>
      vi.waitFor(
        () => {
          if (failure !== undefined) throw failure;
          const found = messages.find(isIt);
          if (found === undefined)
            throw new Error(`no such message among ${JSON.stringify(messages.slice(-5))}`);
          return found;
        },
        { timeout: 10_000, interval: 10 },
      ),
  };
}

/** What docs/trading.md tells programs to do. */
function changeBook(before: WatchedBook | undefined, message: BookSnapshot | BookUpdate): WatchedBook {
  if (message.type === 'update' && message.fromSeq !== before?.seq) {
    throw new AssertionError({
      message: `an update from ${message.fromSeq} does not follow on ${before?.seq}`,
    });
  }
  const known = message.type === 'update' ? before : undefined;
  const book = {
    seq: message.seq,
    bids: changeSide(known?.bids, message.bids).toSorted(
      (one, other) => Number(other.price) - Number(one.price),
    ),
    asks: changeSide(known?.asks, message.asks).toSorted(
      (one, other) => Number(one.price) - Number(other.price),
    ),
  };
  if (checksumOf(book) !== message.checksum)
    throw new AssertionError({ message: `the book of ${book.seq} has another checksum` });
  return book;
}

function changeSide(before: readonly Level[] = [], changes: readonly Level[]): Level[] {
  const levels = new Map(before.map(({ price, quantity }) => [price, quantity]));
  for (const { price, quantity } of changes) {
    if (Number(quantity) === 0) levels.delete(price);
    else levels.set(price, quantity);
  }
  return [...levels].map(([price, quantity]) => ({ price, quantity }));
}

function checksumOf({ bids, asks }: WatchedBook): number {
  const levels = Array.from({ length: 10 }, (_, index) => [bids[index], asks[index]]).flat();
  return crc32(
    levels.flatMap((level) => (level === undefined ? [] : [level.price, level.quantity])).join(':'),
  );
}
