import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Asks again for whatever stands under the key: something has changed. A first answer that is still on its way may be from
 * before that, and the library would keep it: it is given up.
 */
export async function askAgain(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  await queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined });
  await queryClient.invalidateQueries({ queryKey });
}
