import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Asks again for whatever stands under the key: something has changed. A first answer that is still on its way may be from
 * before that, and the library would leave it at that: it is shown, and then asked for once more.
 */
export async function askAgain(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const firstAsked = queryClient
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
  await queryClient.invalidateQueries({ queryKey });
  if (firstAsked.length > 0)
    await queryClient.invalidateQueries({ predicate: (query) => firstAsked.includes(query) });
}
