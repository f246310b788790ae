import type { Candle, MarketTrade } from '@mercury/contract/api/markets.ts';
import {
  type BookSnapshot,
  type BookUpdate,
  streamChannels,
  type StreamMessage,
  type StreamTicker,
} from '@mercury/contract/api/stream.ts';
import type { Book } from './estimate.ts';
import { createLiveBook } from './live-book.ts';
import { createOwnPart, type OwnHooks } from './own-part.ts';
import { connectStream, type StreamConnection } from './stream-connection.ts';

export type Minutes = ReadonlyMap<string, Candle>;

export interface MarketNews {
  /** lost: what is shown may be old. */
  status: 'loading' | 'live' | 'lost';
  /** Attempts in vain since it was live. */
  failureCount: number;
  book: Book | undefined;
  /** The newest first. */
  trades: readonly MarketTrade[] | undefined;
  ticker: StreamTicker | undefined;
  /** Of the last hour and since, by their beginning. */
  minutes: Minutes | undefined;
}

/** As `useSyncExternalStore` takes it: connected as long as somebody looks. */
export interface MarketStream {
  subscribe: (listener: () => void) => () => void;
  read: () => MarketNews;
}

/** Nobody reads faster. */
const drawnEveryMs = 100;
const tradesKept = 50;
/** A second hole within so long is no accident. */
const healedAfterMs = 10_000;

const nothingYet: MarketNews = {
  status: 'loading',
  failureCount: 0,
  book: undefined,
  trades: undefined,
  ticker: undefined,
  minutes: undefined,
};

export function createMarketStream(market: string, ownHooks: OwnHooks): MarketStream {
  const listeners = new Set<() => void>();
  const liveBook = createLiveBook();
  let connection: StreamConnection | undefined;
  let isWaitingForBook = true;
  let brokenAtMs = -Infinity;
  let [shown, next] = [nothingYet, nothingYet];
  const own = createOwnPart((request) => connection?.send(request), ownHooks);
  const drawing = createDrawing(() => {
    shown = next.status === 'live' ? { ...next, book: liveBook.read() } : next;
    for (const listener of listeners) listener();
  });

  function change(changes: Partial<MarketNews>): void {
    next = { ...next, ...changes };
    drawing.request();
  }

  function takeBook(message: BookSnapshot | BookUpdate): void {
    if (isWaitingForBook && message.type === 'update') return;
    if (liveBook.take(message)) {
      isWaitingForBook = false;
      return change({ status: 'live', failureCount: 0 });
    }
    lose(0);
    const nowMs = Date.now();
    if (message.type === 'snapshot' || nowMs - brokenAtMs < healedAfterMs) connection?.giveUp();
    else connection?.send({ type: 'subscribe', channel: 'book', market });
    brokenAtMs = nowMs;
  }

  /** What was right last stays in view, and says that it may be old. */
  function lose(failures: number): void {
    isWaitingForBook = true;
    const status = next.status === 'loading' && failures === 0 ? 'loading' : 'lost';
    change({ status, failureCount: next.failureCount + failures, book: shown.book });
  }

  function take(message: StreamMessage): void {
    if (own.take(message)) return;
    // One about anything else leaves what is public as it was.
    if (message.type === 'error' && isPublic(message.channel)) connection?.giveUp();
    if (message.type !== 'snapshot' && message.type !== 'update') return;
    if (message.channel === 'book') takeBook(message);
    else change(changesOf(message, next));
  }

  function start(): StreamConnection {
    return connectStream({
      onOpen: () => {
        for (const channel of streamChannels) connection?.send({ type: 'subscribe', channel, market });
        own.begin();
      },
      onMessage: take,
      onLost: (reason) => lose(reason === 'failed' ? 1 : 0),
    });
  }

  function stop(): void {
    connection?.stop();
    connection = undefined;
    lose(0);
    drawing.cancel();
    shown = next;
  }

  return {
    read: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      connection ??= start();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
  };
}

function isPublic(channel: string | undefined): boolean {
  return streamChannels.some((each) => each === channel);
}

type OtherNews = Exclude<Extract<StreamMessage, { type: 'snapshot' | 'update' }>, { channel: 'book' }>;

function changesOf(message: OtherNews, { trades = [], minutes }: MarketNews): Partial<MarketNews> {
  const isNew = message.type === 'snapshot';
  switch (message.channel) {
    case 'trades':
      return { trades: [...message.trades.toReversed(), ...(isNew ? [] : trades)].slice(0, tradesKept) };
    case 'ticker':
      return { ticker: message };
    case 'candles': {
      const known = new Map(isNew ? [] : (minutes ?? []));
      for (const candle of message.candles) known.set(candle.at, candle);
      return { minutes: known };
    }
    case 'executions':
    case 'balances':
      return {};
    default:
      // A newer server may have channels that this version does not know.
      message satisfies never;
      return {};
  }
}

/** At most ten times a second, all that has come since in one frame. */
function createDrawing(draw: () => void): { request: () => void; cancel: () => void } {
  let frame: number | undefined;
  let drawnAtMs = -Infinity;
  function onFrame(nowMs: number): void {
    frame = undefined;
    if (nowMs - drawnAtMs < drawnEveryMs) return request();
    drawnAtMs = nowMs;
    return draw();
  }
  function request(): void {
    frame ??= requestAnimationFrame(onFrame);
  }
  return {
    request,
    cancel: () => {
      if (frame !== undefined) cancelAnimationFrame(frame);
      frame = undefined;
    },
  };
}
