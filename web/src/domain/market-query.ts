import { listAssetPrices, listMarketCoins } from '@mercury/contract/api/market.ts';
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

/** The coins that can be held here, with their prices: also those that are not among the market's largest. */
export const assetPricesQuery = queryOptions({
  queryKey: ['market', 'assets'],
  queryFn: ({ signal }) => call(listAssetPrices, { signal }),
  ...pricesRefreshing,
});
