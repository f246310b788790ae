import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { getTransaction, Transaction } from '@mercury/contract/api/transactions.ts';
import { limits } from '@mercury/contract/limits.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useIsLive } from '../api/live.ts';
import { askAgain, topicKey } from '../api/query-client.ts';
import { moneyActions } from './money-actions.ts';

/** Polling of pending transactions while the live stream is down. */
const checkWithoutStreamMs = 3000;

export function transactionQuery(id: string) {
  return queryOptions({
    queryKey: [...topicKey('transactions'), 'one', id],
    queryFn: async ({ signal, client }) => (await moneyActions(client)).getTransaction(id, signal),
  });
}

/** A transaction that updates itself. It shows the known version until the first answer. */
export function useFollowedTransaction(known: Transaction): Transaction {
  const isLive = useIsLive();
  const { data } = useQuery({
    ...transactionQuery(known.id),
    refetchInterval: ({ state }) => {
      const { status } = state.data?.transaction ?? known;
      return status === 'PENDING' && !isLive ? checkWithoutStreamMs : false;
    },
  });
  return data?.transaction ?? known;
}

/** A command's reply carries the present transaction. It is shown at once and still refetched. */
export function showTransaction(queryClient: QueryClient, changed: Transaction): void {
  const { queryKey } = transactionQuery(changed.id);
  queryClient.setQueryData<ReplyOf<typeof getTransaction>>(
    queryKey,
    (shown) => shown && { ...shown, transaction: changed },
  );
  void askAgain(queryClient, topicKey('transactions'));
}

/** The person's recent recipients. Senders do not count: an attacker sends a small gift so that their address looks familiar. */
export const recentRecipientsQuery = queryOptions({
  queryKey: [...topicKey('transactions'), 'recipients'],
  queryFn: async ({ client, signal }) => {
    const money = await moneyActions(client);
    return money.listTransactions({ type: 'TRANSFER', limit: limits.pageSizeMax }, signal);
  },
  select: ({ transactions }) => [
    ...new Set(
      transactions.flatMap(({ direction, counterparty }) =>
        direction === 'out' && counterparty !== null ? [counterparty] : [],
      ),
    ),
  ],
});

/** The counterparty's address in a list row. A deposit only knows the person's own address, which is not a counterparty. */
export function otherSideOf({
  type,
  counterparty,
}: Pick<Transaction, 'type' | 'counterparty'>): string | null {
  return type === 'DEPOSIT' ? null : counterparty;
}
