import { getMarketHistory, type MarketRange } from '@mercury/contract/api/market.ts';
import { queryOptions } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/client.ts';
import { pricesRefreshMs } from '../../domain/market-query.ts';

export function historyQuery(id: string, range: MarketRange) {
  return queryOptions({
    queryKey: ['market', 'history', id, range],
    queryFn: ({ signal }) => call(getMarketHistory, { params: { id }, query: { range }, signal }),
    staleTime: pricesRefreshMs,
    // In a longer range a minute makes no visible difference.
    refetchInterval: range === 'day' ? pricesRefreshMs : false,
  });
}

/** Logs a price failure once per request: each failed request brings its own error object. */
export function useLogFailure(error: Error | null) {
  useEffect(() => {
    // For developers who look for the reason.
    // oxlint-disable-next-line no-console
    if (error) console.warn('The market prices could not be loaded', error);
  }, [error]);
}
