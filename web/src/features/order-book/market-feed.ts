import {
  type Candle,
  type CandleInterval,
  getBook,
  getMarket,
  listCandles,
  listTrades,
  type Market,
  type MarketTrade,
} from '@mercury/contract/api/markets.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { call } from '../../api/client.ts';
import { session } from '../../api/session.ts';
import type { Book } from './estimate.ts';
import { withMinutes } from './live-candles.ts';
import { createMarketStream, type MarketNews, type MarketStream } from './market-stream.ts';
import { useTakeExecutions } from './queries.ts';

/** reconnecting: what is shown may be old. asked: no stream can be had, and this is what the server answered last. */
export type FeedStatus = 'loading' | 'live' | 'reconnecting' | 'asked';

interface MarketFeed {
  market: Market | undefined;
  marketError: Error | null;
  askMarketAgain: () => void;
  book: Book | undefined;
  /** The newest first. */
  trades: readonly MarketTrade[] | undefined;
  candles: readonly Candle[] | undefined;
  status: FeedStatus;
  /** When the server was asked for what is shown; undefined while it tells by itself. */
  askedAtMs: number | undefined;
}

/** Back in view, what is not told by the stream is asked at once. */
const feedOptions = { retry: false, staleTime: 0, refetchOnWindowFocus: 'always' } as const;
/** Fills the minutes in which nobody traded, and sets right what trades on their way at the last answer added twice. */
const candlesEveryMs = 60_000;
const levelsAsked = '100';
const tradesAsked = '50';

/**
 * All that is live about a market. Nothing else knows where it comes from: the stream, and the server's answers where no stream can
 * be had and for what it does not tell.
 */
export function useMarketFeed(symbol: string, interval: CandleInterval): MarketFeed {
  const takeExecutions = useTakeExecutions(symbol);
  const [stream] = useState(() =>
    createMarketStream(symbol, { token: () => session.read().token, onExecutions: takeExecutions }),
  );
  const params = { market: symbol };
  const market = useQuery({
    queryKey: ['order-book', symbol, 'market'],
    queryFn: async ({ signal }) => (await call(getMarket, { params, signal })).market,
    ...feedOptions,
  });
  const isThere = market.data !== undefined;
  const news = useSyncExternalStore(isThere ? stream.subscribe : standStill, stream.read);
  const asked = useAsked(symbol, news);
  const candles = useCandles(symbol, { interval, stream, news, isThere });
  const terms = market.data;
  const { ticker } = news;
  const shownMarket = useMemo(
    () => terms && (ticker ? { ...terms, state: ticker.state, lastPrice: ticker.lastPrice } : terms),
    [terms, ticker],
  );
  const isAsked = news.status !== 'live' && asked !== undefined;
  const { book, trades } = isAsked ? asked : news;
  return {
    market: shownMarket,
    marketError: market.error,
    askMarketAgain: () => void market.refetch(),
    book,
    trades,
    candles,
    status: isAsked ? 'asked' : statuses[news.status],
    askedAtMs: isAsked ? asked.atMs : undefined,
  };
}

const statuses = { loading: 'loading', live: 'live', lost: 'reconnecting' } as const;
const standStill = () => () => undefined;

/** After each attempt in vain once: whoever has no stream sees a book that says how old it is. */
function useAsked(symbol: string, { status, failureCount, book }: MarketNews) {
  // One that was live is likely to be back at the first attempt.
  const isNeeded = status === 'lost' && failureCount > (book ? 1 : 0);
  const { data } = useQuery({
    queryKey: ['order-book', symbol, 'asked', failureCount],
    queryFn: async ({ signal }) => {
      const params = { market: symbol };
      const [{ seq, bids, asks }, { trades }] = await Promise.all([
        call(getBook, { params, query: { levels: levelsAsked }, signal }),
        call(listTrades, { params, query: { limit: tradesAsked }, signal }),
      ]);
      return { book: { seq, bids, asks }, trades, atMs: Date.now() };
    },
    enabled: isNeeded,
    placeholderData: keepPreviousData,
    ...feedOptions,
    refetchOnWindowFocus: false,
  });
  return isNeeded ? data : undefined;
}

interface CandleFacts {
  interval: CandleInterval;
  stream: MarketStream;
  news: MarketNews;
  isThere: boolean;
}

/** The past is asked for, the running candle follows from the minutes that the stream tells. */
function useCandles(symbol: string, { interval, stream, news, isThere }: CandleFacts) {
  const { data } = useQuery({
    queryKey: ['order-book', symbol, 'candles', interval],
    queryFn: async ({ signal }) => {
      const { candles } = await call(listCandles, {
        params: { market: symbol },
        query: { interval },
        signal,
      });
      return { candles, minutes: stream.read().minutes };
    },
    // What the stream tells later must be told from what the answer has.
    enabled: isThere && (news.minutes !== undefined || news.status === 'lost'),
    refetchInterval: candlesEveryMs,
    ...feedOptions,
  });
  const { minutes } = news;
  return useMemo(
    () => data && withMinutes(data.candles, { known: data.minutes, now: minutes, interval }),
    [data, minutes, interval],
  );
}

const hourMs = 60 * 60 * 1000;

export interface DayFigures {
  changePercent: number | null;
  high: string | null;
  low: string | null;
  /** In the base. */
  volume: number;
}

/** Of the last 24 hours, with the last price that is shown. Floating point is fine: nothing is paid by it. */
export function useDayFigures({
  market: symbol,
  lastPrice,
}: Pick<Market, 'market' | 'lastPrice'>): DayFigures | undefined {
  const { data } = useQuery({
    queryKey: ['order-book', symbol, 'day'],
    queryFn: async ({ signal }) => {
      const from = new Date(Date.now() - 24 * hourMs).toISOString();
      const query = { interval: '1h' as const, from };
      return (await call(listCandles, { params: { market: symbol }, query, signal })).candles;
    },
    refetchInterval: 60_000,
    ...feedOptions,
  });
  return data && dayFiguresOf(data, lastPrice);
}

function dayFiguresOf(candles: readonly Candle[], lastPrice: string | null): DayFigures {
  const [first] = candles;
  const last = lastPrice ?? candles.at(-1)?.close;
  // The stream tells a last price long before the candles are asked for again. Without a candle it is of an earlier day.
  const ofNow = first && lastPrice !== null ? [lastPrice] : [];
  const byPrice = (of: 'high' | 'low') =>
    [...candles.map((candle) => candle[of]), ...ofNow].toSorted((a, b) => Number(a) - Number(b));
  return {
    changePercent:
      first && last && Number(first.open) > 0
        ? ((Number(last) - Number(first.open)) / Number(first.open)) * 100
        : null,
    high: byPrice('high').at(-1) ?? null,
    low: byPrice('low')[0] ?? null,
    volume: candles.reduce((sum, { volume }) => sum + Number(volume), 0),
  };
}
