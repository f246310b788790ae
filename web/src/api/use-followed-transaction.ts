import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { getTransaction, Transaction } from '@mercury/contract/api/transactions.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { askAgain } from './ask-again.ts';
import { useIsLive } from './live-state.ts';
import { moneyActions } from './money-actions.ts';
import { topicKey } from './topic-key.ts';

/** While the live stream is down, what is under way is asked for now and then. */
const checkWithoutStreamMs = 3000;

function oneTransactionQuery(id: string) {
  return queryOptions({
    queryKey: [...topicKey('transactions'), 'one', id],
    queryFn: async ({ signal, client }) => (await moneyActions(client)).getTransaction(id, signal),
  });
}

/** A transaction as it becomes what it is going to be; as it was known, until more is heard. */
export function useFollowedTransaction(known: Transaction): Transaction {
  const isLive = useIsLive();
  const { data } = useQuery({
    ...oneTransactionQuery(known.id),
    refetchInterval: ({ state }) => {
      const { status } = state.data?.transaction ?? known;
      return status === 'PENDING' && !isLive ? checkWithoutStreamMs : false;
    },
  });
  return data?.transaction ?? known;
}

/** A command's reply carries a transaction as it is now: it is shown at once, and asked for again all the same. */
export function showTransaction(queryClient: QueryClient, changed: Transaction): void {
  const { queryKey } = oneTransactionQuery(changed.id);
  queryClient.setQueryData<ReplyOf<typeof getTransaction>>(
    queryKey,
    (shown) => shown && { ...shown, transaction: changed },
  );
  void askAgain(queryClient, topicKey('transactions'));
}
