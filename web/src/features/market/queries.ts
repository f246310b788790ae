import {
  getMarketCoin,
  getMarketHistory,
  type MarketCoin,
  type MarketRange,
} from '@mercury/contract/api/market.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/client.ts';
import { marketQuery, pricesRefreshing, pricesRefreshMs } from '../../domain/market-query.ts';

export function coinQuery(id: string, queryClient: QueryClient) {
  return queryOptions({
    queryKey: ['market', 'coin', id],
    queryFn: ({ signal }) => call(getMarketCoin, { params: { id }, signal }),
    ...pricesRefreshing,
    // The list already has the coin.
    placeholderData: () => fromList(id, queryClient),
  });
}

export function historyQuery(id: string, range: MarketRange) {
  return queryOptions({
    queryKey: ['market', 'history', id, range],
    queryFn: ({ signal }) => call(getMarketHistory, { params: { id }, query: { range }, signal }),
    staleTime: pricesRefreshMs,
    // In a longer range a minute makes no visible difference.
    refetchInterval: range === 'day' ? pricesRefreshMs : false,
  });
}

function fromList(id: string, queryClient: QueryClient) {
  const list = queryClient.getQueryData(marketQuery.queryKey);
  const coin = list?.coins.find((candidate: MarketCoin) => candidate.id === id);
  if (list === undefined || coin === undefined) return undefined;
  const { coins: _coins, ...origin } = list;
  return { ...origin, coin };
}

/** Logs a price failure once per request: each failed request brings its own error object. */
export function useLogFailure(error: Error | null) {
  useEffect(() => {
    // For developers who look for the reason.
    // oxlint-disable-next-line no-console
    if (error) console.warn('The market prices could not be loaded', error);
  }, [error]);
}
