import { listWatchedCoins, unwatchCoin, watchCoin } from '@mercury/contract/api/watchlist.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { liveQueryOptions } from '../../api/live.ts';
import { askAgain, topicKey } from '../../api/query-client.ts';
import { toast } from '../../ui/toast.ts';

/** The ids of the coins that the person watches, in the order in which they were added. */
export const watchlistQuery = queryOptions({
  queryKey: topicKey('watchlist'),
  queryFn: async ({ signal }): Promise<readonly string[]> => (await call(listWatchedCoins, { signal })).coins,
  ...liveQueryOptions,
});

const setWatchedKey = ['set watched'] as const;

interface Wanted {
  coin: string;
  isWatched: boolean;
}

export function withCoin(coins: readonly string[], { coin, isWatched }: Wanted): readonly string[] {
  const others = coins.filter((other) => other !== coin);
  return isWatched ? [...others, coin] : others;
}

/** The star changes at the press. If the server refuses, a toast says so and the list is fetched as it is. */
export function useSetWatched() {
  const queryClient = useQueryClient();
  const { t } = useTranslation();
  const { queryKey } = watchlistQuery;
  return useMutation({
    mutationKey: setWatchedKey,
    // One after another, so that the last press counts.
    scope: { id: 'watchlist' },
    mutationFn: ({ coin, isWatched }: Wanted) =>
      call(isWatched ? watchCoin : unwatchCoin, { params: { coin } }),
    onMutate: async (wanted) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (shown) => shown && withCoin(shown, wanted));
    },
    onError: (error) => toast.error(errorMessage(error, t)),
    onSettled: async () => {
      // An answer between two presses would show a list without the second.
      if (queryClient.isMutating({ mutationKey: setWatchedKey }) === 1) await askAgain(queryClient, queryKey);
    },
  });
}
