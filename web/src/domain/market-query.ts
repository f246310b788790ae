import { listMarketCoins } from '@mercury/contract/api/market.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';

/** Polling interval of prices while the page is visible. */
export const pricesRefreshMs = 60_000;

/**
 * Each answer restarts the interval, and a hidden tab pauses it. Prices are stale by then, so returning to the tab refetches at
 * once.
 */
export const pricesRefreshing = {
  staleTime: pricesRefreshMs,
  refetchInterval: pricesRefreshMs,
  refetchOnWindowFocus: true,
} as const;

/** The market's coins with their prices. */
export const marketQuery = queryOptions({
  queryKey: ['market', 'coins'],
  queryFn: ({ signal }) => call(listMarketCoins, { signal }),
  ...pricesRefreshing,
});
