import { streamCloseCodes, type StreamMessage, type StreamNews } from '@mercury/contract/api/stream.ts';
import { WebSocket } from 'ws';
import { coalesce, type Waiting } from './coalesce.ts';
import type { StreamLimits } from './stream-limits.ts';

/** Written once, however many watch. */
export interface EncodedNews {
  readonly news: StreamNews;
  readonly bytes: Buffer;
}

export function encodeNews(news: StreamNews): EncodedNews {
  return { news, bytes: encode(news) };
}

function encode(message: StreamMessage): Buffer {
  return Buffer.from(JSON.stringify(message));
}

/** The sending half of a socket. A client that reads too slowly gets fewer, larger messages, and then none. */
export interface Connection {
  readonly isOpen: boolean;
  /** An answer to what the client asked. */
  send(message: StreamMessage): void;
  /** News of a subscription, which wait while the client is busy. */
  tell(news: EncodedNews): void;
  /** What waits for a subscription that has ended. */
  forget(subscription: string): void;
  /** A ping, where its turn has come; or the end, if the last ones were not answered. */
  beat(): void;
  /** At each beat from now on: it matters to somebody when this connection is lost. */
  pingOften(): void;
  close(code: number, reason: string): void;
}

export type ConnectionLimits = Pick<
  StreamLimits,
  | 'missedPingsMax'
  | 'beatsPerPing'
  | 'unsentBytesBusy'
  | 'unsentBytesMax'
  | 'busyMsMax'
  | 'tradesWaitingMax'
  | 'closeMs'
>;

export function subscriptionOf({ channel, market }: Pick<StreamNews, 'channel' | 'market'>): string {
  return `${channel} ${market}`;
}

export function createConnection(socket: WebSocket, limits: ConnectionLimits): Connection {
  const waiting = new Map<string, Waiting>();
  let busySince: number | undefined;
  const pings = createPings(socket, limits);
  /** Of a snapshot on its way, which may be as large as it must: what waits beside it counts. */
  let snapshotBytes = 0;
  // What is too large, or no WebSocket at all: the library then closes it.
  socket.on('error', () => undefined);

  function write(bytes: Buffer): void {
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(bytes, { binary: false }, sendWaiting);
    if (socket.bufferedAmount > limits.unsentBytesMax + snapshotBytes) cutOff();
  }

  /** After each message that the network took. */
  function sendWaiting(): void {
    if (socket.bufferedAmount <= limits.unsentBytesMax) snapshotBytes = 0;
    if (isFull()) return;
    for (const [subscription, messages] of waiting) {
      waiting.delete(subscription);
      for (const message of messages) write(encode(message));
      if (isFull()) return;
    }
    busySince = undefined;
  }

  function isFull(): boolean {
    return socket.bufferedAmount > limits.unsentBytesBusy;
  }

  function keep(news: StreamNews): void {
    busySince ??= performance.now();
    const subscription = subscriptionOf(news);
    const messages = coalesce(waiting.get(subscription) ?? [], news);
    waiting.set(subscription, messages);
    const last = messages.at(-1);
    const isTooMuch = last?.channel === 'trades' && last.trades.length > limits.tradesWaitingMax;
    if (isTooMuch || isTooLongBusy()) cutOff();
  }

  function isTooLongBusy(): boolean {
    return busySince !== undefined && performance.now() - busySince > limits.busyMsMax;
  }

  function cutOff(): void {
    close(streamCloseCodes.tooSlow, 'too slow');
  }

  function close(code: number, reason: string): void {
    waiting.clear();
    socket.close(code, reason);
    // One that does not read never answers.
    setTimeout(() => socket.terminate(), limits.closeMs).unref();
  }

  return {
    get isOpen() {
      return socket.readyState === WebSocket.OPEN;
    },
    send(message) {
      const bytes = encode(message);
      if (message.type === 'snapshot') snapshotBytes = bytes.length;
      write(bytes);
    },
    tell({ news, bytes }) {
      if (socket.readyState !== WebSocket.OPEN) return;
      if (waiting.size > 0 || isFull()) keep(news);
      else write(bytes);
    },
    forget: (subscription) => void waiting.delete(subscription),
    beat() {
      if (isTooLongBusy()) cutOff();
      else pings.beat();
    },
    pingOften: () => pings.setOften(),
    close,
  };
}

/** A ping and its answer cost as much as news do, so those who only watch are pinged more seldom, and not all at once. */
function createPings(
  socket: WebSocket,
  { missedPingsMax, beatsPerPing }: Pick<StreamLimits, 'missedPingsMax' | 'beatsPerPing'>,
) {
  let beatCount = Math.floor(Math.random() * beatsPerPing);
  let missedPings = 0;
  let isOften = false;
  socket.on('pong', () => {
    missedPings = 0;
  });
  return {
    setOften: () => void (isOften = true),
    beat() {
      beatCount += 1;
      if (!isOften && beatCount % beatsPerPing !== 0) return;
      missedPings += 1;
      if (missedPings > missedPingsMax) socket.terminate();
      else if (socket.readyState === WebSocket.OPEN) socket.ping();
    },
  };
}
