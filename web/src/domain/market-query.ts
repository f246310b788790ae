import { listMarketCoins } from '@mercury/contract/api/market.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';

/** How often prices are asked for again while somebody looks at them. */
export const pricesRefreshMs = 60_000;

/**
 * The interval begins anew with every answer and rests while the tab is hidden; whoever comes back when it is over has
 * the prices asked for at once, since they are stale by then.
 */
export const pricesRefreshing = {
  staleTime: pricesRefreshMs,
  refetchInterval: pricesRefreshMs,
  refetchOnWindowFocus: true,
} as const;

/** The coins of the market with their prices. */
export const marketQuery = queryOptions({
  queryKey: ['market', 'coins'],
  queryFn: ({ signal }) => call(listMarketCoins, { signal }),
  ...pricesRefreshing,
});
