import type { Candle, MarketTrade } from '@mercury/contract/api/markets.ts';
import {
  type BookSnapshot,
  type BookUpdate,
  streamChannels,
  type StreamCandles,
  type StreamMessage,
  type StreamTicker,
  type StreamTrades,
} from '@mercury/contract/api/stream.ts';
import type { Book } from './estimate.ts';
import { createLiveBook } from './live-book.ts';
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

export function createMarketStream(market: string): MarketStream {
  const listeners = new Set<() => void>();
  const liveBook = createLiveBook();
  let connection: StreamConnection | undefined;
  let isWaitingForBook = true;
  let brokenAtMs = -Infinity;
  let shown: MarketNews = {
    status: 'loading',
    failureCount: 0,
    book: undefined,
    trades: undefined,
    ticker: undefined,
    minutes: undefined,
  };
  let next = shown;
  let frame: number | undefined;
  let drawnAtMs = -Infinity;

  /** At most ten times a second, all that has come since in one frame. */
  function draw(nowMs: number): void {
    if (nowMs - drawnAtMs < drawnEveryMs) {
      frame = requestAnimationFrame(draw);
      return;
    }
    frame = undefined;
    drawnAtMs = nowMs;
    shown = next.status === 'live' ? { ...next, book: liveBook.read() } : next;
    for (const listener of listeners) listener();
  }

  function change(changes: Partial<MarketNews>): void {
    next = { ...next, ...changes };
    frame ??= requestAnimationFrame(draw);
  }

  function takeBook(message: BookSnapshot | BookUpdate): void {
    if (isWaitingForBook && message.type === 'update') return;
    if (liveBook.take(message)) {
      isWaitingForBook = false;
      change({ status: 'live', failureCount: 0 });
      return;
    }
    lose();
    const nowMs = Date.now();
    if (message.type === 'snapshot' || nowMs - brokenAtMs < healedAfterMs) connection?.giveUp();
    else connection?.send({ type: 'subscribe', channel: 'book', market });
    brokenAtMs = nowMs;
  }

  /** What was right last stays in view, and says that it may be old. */
  function lose(failures = 0): void {
    isWaitingForBook = true;
    const isFirst = next.status === 'loading' && failures === 0;
    change({
      status: isFirst ? 'loading' : 'lost',
      failureCount: next.failureCount + failures,
      book: shown.book,
    });
  }

  function takeTrades({ type, trades }: StreamTrades): void {
    const before = type === 'snapshot' ? [] : (next.trades ?? []);
    change({ trades: [...trades.toReversed(), ...before].slice(0, tradesKept) });
  }

  function takeMinutes({ type, candles }: StreamCandles): void {
    const minutes = new Map(type === 'snapshot' ? [] : (next.minutes ?? []));
    for (const candle of candles) minutes.set(candle.at, candle);
    change({ minutes });
  }

  function take(message: StreamMessage): void {
    if (message.type === 'error') connection?.giveUp();
    if (message.type !== 'snapshot' && message.type !== 'update') return;
    // Only where somebody is signed in.
    if (message.channel === 'executions' || message.channel === 'balances') return;
    switch (message.channel) {
      case 'book':
        return takeBook(message);
      case 'trades':
        return takeTrades(message);
      case 'ticker':
        return change({ ticker: message });
      case 'candles':
        return takeMinutes(message);
      default:
        // A newer server may have channels that this version does not know.
        message satisfies never;
    }
  }

  function start(): StreamConnection {
    return connectStream({
      onOpen: () => {
        for (const channel of streamChannels) connection?.send({ type: 'subscribe', channel, market });
      },
      onMessage: take,
      onLost: (reason) => lose(reason === 'failed' ? 1 : 0),
    });
  }

  return {
    read: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      connection ??= start();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        connection?.stop();
        connection = undefined;
        lose();
        if (frame !== undefined) cancelAnimationFrame(frame);
        frame = undefined;
        shown = next;
      };
    },
  };
}
