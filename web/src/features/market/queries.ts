import { getMarketHistory, type MarketCoin, type MarketRange } from '@mercury/contract/api/market.ts';
import { queryOptions } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/client.ts';
import { pricesRefreshMs } from '../../domain/market-query.ts';
import { courseOf } from '../../domain/prices.ts';

export function historyQuery(id: string, range: MarketRange) {
  return queryOptions({
    queryKey: ['market', 'history', id, range],
    queryFn: ({ signal }) => call(getMarketHistory, { params: { id }, query: { range }, signal }),
    staleTime: pricesRefreshMs,
    // In a longer range a minute makes no visible difference.
    refetchInterval: range === 'day' ? pricesRefreshMs : false,
  });
}

/**
 * What a chart says in words. The change of a day is the one that the market tells, which every list shows: computed from the
 * points, which are fewer and of another moment, it would contradict them.
 */
export function courseOver(range: MarketRange, { change24h }: MarketCoin, prices: readonly number[]) {
  const course = courseOf(prices);
  const isToldByMarket = range === 'day' && change24h !== null;
  return course && isToldByMarket ? { ...course, changePercent: Number(change24h) } : course;
}

/** Logs a price failure once per request: each failed request brings its own error object. */
export function useLogFailure(error: Error | null) {
  useEffect(() => {
    // For developers who look for the reason.
    // oxlint-disable-next-line no-console
    if (error) console.warn('The market prices could not be loaded', error);
  }, [error]);
}
