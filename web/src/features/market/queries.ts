import {
  getMarketCoin,
  getMarketHistory,
  listMarketCoins,
  type MarketCoin,
  type MarketRange,
} from '@mercury/contract/api/market.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** How often prices are asked for again while somebody looks at them. */
export const refreshMs = 60_000;

/**
 * The interval begins anew with every answer and rests while the tab is hidden; whoever comes back when it is over has
 * the prices asked for at once, since they are stale by then.
 */
const refreshing = { staleTime: refreshMs, refetchInterval: refreshMs, refetchOnWindowFocus: true } as const;

export const marketQuery = queryOptions({
  queryKey: ['market', 'coins'],
  queryFn: ({ signal }) => call(listMarketCoins, { signal }),
  ...refreshing,
});

export function coinQuery(id: string, queryClient: QueryClient) {
  return queryOptions({
    queryKey: ['market', 'coin', id],
    queryFn: ({ signal }) => call(getMarketCoin, { params: { id }, signal }),
    ...refreshing,
    // Whoever comes from the list has the coin already.
    placeholderData: () => fromList(id, queryClient),
  });
}

export function historyQuery(id: string, range: MarketRange) {
  return queryOptions({
    queryKey: ['market', 'history', id, range],
    queryFn: ({ signal }) => call(getMarketHistory, { params: { id }, query: { range }, signal }),
    staleTime: refreshMs,
    // In a longer range nobody sees what a minute changes.
    refetchInterval: range === 'day' ? refreshMs : false,
  });
}

function fromList(id: string, queryClient: QueryClient) {
  const list = queryClient.getQueryData(marketQuery.queryKey);
  const coin = list?.coins.find((candidate: MarketCoin) => candidate.id === id);
  if (list === undefined || coin === undefined) return undefined;
  const { coins: _coins, ...origin } = list;
  return { ...origin, coin };
}
