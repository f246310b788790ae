import {
  type Candle,
  type CandleInterval,
  getBook,
  getMarket,
  listCandles,
  listTrades,
  type Market,
} from '@mercury/contract/api/markets.ts';
import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import type { Book } from './estimate.ts';

export type PublicTrade = ReplyOf<typeof listTrades>['trades'][number];

/** reconnecting: what is shown may be old. */
export type FeedStatus = 'loading' | 'live' | 'reconnecting';

interface MarketFeed {
  market: Market | undefined;
  marketError: Error | null;
  askMarketAgain: () => void;
  book: Book | undefined;
  trades: readonly PublicTrade[] | undefined;
  candles: readonly Candle[] | undefined;
  status: FeedStatus;
}

const refreshMs = { book: 1000, trades: 3000, market: 10_000, candles: 10_000 } as const;
/** No market stands still without a word for so long: several answers are missing. */
const bookOldAfterMs = 5000;
const levelsShown = '100';
const tradesShown = '50';

/** Nothing is asked while the page is hidden; back in view, all of it at once. */
const feedOptions = { retry: false, staleTime: 0, refetchOnWindowFocus: 'always' } as const;

/**
 * All that is live about a market, asked again and again. Nothing else knows where it comes from, so another source replaces this
 * file alone.
 */
export function useMarketFeed(symbol: string, interval: CandleInterval): MarketFeed {
  const params = { market: symbol };
  const market = useQuery({
    queryKey: ['order-book', symbol, 'market'],
    queryFn: async ({ signal }) => (await call(getMarket, { params, signal })).market,
    refetchInterval: refreshMs.market,
    ...feedOptions,
  });
  const isThere = market.data !== undefined;
  const book = useQuery({
    queryKey: ['order-book', symbol, 'book'],
    queryFn: ({ signal }) => call(getBook, { params, query: { levels: levelsShown }, signal }),
    refetchInterval: refreshMs.book,
    enabled: isThere,
    ...feedOptions,
  });
  const trades = useQuery({
    queryKey: ['order-book', symbol, 'trades'],
    queryFn: async ({ signal }) =>
      (await call(listTrades, { params, query: { limit: tradesShown }, signal })).trades,
    refetchInterval: refreshMs.trades,
    enabled: isThere,
    ...feedOptions,
  });
  const candles = useQuery({
    queryKey: ['order-book', symbol, 'candles', interval],
    queryFn: async ({ signal }) => (await call(listCandles, { params, query: { interval }, signal })).candles,
    refetchInterval: refreshMs.candles,
    enabled: isThere,
    ...feedOptions,
  });
  const isOld = useIsOlderThan(book.dataUpdatedAt, bookOldAfterMs);
  return {
    market: market.data,
    marketError: market.error,
    askMarketAgain: () => void market.refetch(),
    book: book.data,
    trades: trades.data,
    candles: candles.data,
    status: statusOf(book.data !== undefined, book.error !== null, isOld),
  };
}

function statusOf(hasBook: boolean, hasFailed: boolean, isOld: boolean): FeedStatus {
  if (hasFailed) return 'reconnecting';
  if (!hasBook) return 'loading';
  return isOld ? 'reconnecting' : 'live';
}

/** An answer that never comes is no error: only the clock notices. */
function useIsOlderThan(updatedAtMs: number, ageMs: number): boolean {
  const [oldSinceUpdate, setOldSinceUpdate] = useState(0);
  useEffect(() => {
    if (updatedAtMs === 0) return;
    const timer = setTimeout(() => setOldSinceUpdate(updatedAtMs), updatedAtMs + ageMs - Date.now());
    return () => clearTimeout(timer);
  }, [updatedAtMs, ageMs]);
  return updatedAtMs !== 0 && oldSinceUpdate === updatedAtMs;
}

const hourMs = 60 * 60 * 1000;

export interface DayFigures {
  changePercent: number | null;
  high: string | null;
  low: string | null;
  /** In the base. */
  volume: number;
}

/** Of the last 24 hours. Floating point is fine: nothing is paid by it. */
export function useDayFigures(symbol: string): DayFigures | undefined {
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
  return data && dayFiguresOf(data);
}

function dayFiguresOf(candles: readonly Candle[]): DayFigures {
  const [first] = candles;
  const last = candles.at(-1);
  const byPrice = (of: 'high' | 'low') => candles.toSorted((a, b) => Number(a[of]) - Number(b[of]));
  return {
    changePercent:
      first && last && Number(first.open) > 0
        ? ((Number(last.close) - Number(first.open)) / Number(first.open)) * 100
        : null,
    high: byPrice('high').at(-1)?.high ?? null,
    low: byPrice('low')[0]?.low ?? null,
    volume: candles.reduce((sum, { volume }) => sum + Number(volume), 0),
  };
}
