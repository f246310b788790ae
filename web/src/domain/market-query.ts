import {
  getMarketCoin,
  listAssetPrices,
  listMarketCoins,
  type MarketCoin,
} from '@mercury/contract/api/market.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
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

export function coinQuery(id: string, queryClient: QueryClient) {
  return queryOptions({
    queryKey: ['market', 'coin', id],
    queryFn: ({ signal }) => call(getMarketCoin, { params: { id }, signal }),
    ...pricesRefreshing,
    // The list already has the coin.
    placeholderData: () => fromList(id, queryClient),
  });
}

function fromList(id: string, queryClient: QueryClient) {
  const list = queryClient.getQueryData(marketQuery.queryKey);
  const coin = list?.coins.find((candidate: MarketCoin) => candidate.id === id);
  if (list === undefined || coin === undefined) return undefined;
  const { coins: _coins, ...origin } = list;
  return { ...origin, coin };
}

/** The coins that can be held here, with their prices: also those that are not among the market's largest. */
export const assetPricesQuery = queryOptions({
  queryKey: ['market', 'assets'],
  queryFn: ({ signal }) => call(listAssetPrices, { signal }),
  ...pricesRefreshing,
});
