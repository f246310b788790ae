import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { getTransaction, Transaction } from '@mercury/contract/api/transactions.ts';
import { limits } from '@mercury/contract/limits.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useIsLive } from '../api/live.ts';
import { askAgain, topicKey } from '../api/query-client.ts';
import { moneyActions } from './money-actions.ts';

/** While the live stream is down, what is under way is asked for now and then. */
const checkWithoutStreamMs = 3000;

export function transactionQuery(id: string) {
  return queryOptions({
    queryKey: [...topicKey('transactions'), 'one', id],
    queryFn: async ({ signal, client }) => (await moneyActions(client)).getTransaction(id, signal),
  });
}

/** A transaction as it becomes what it is going to be; as it was known, until more is heard. */
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

/** A command's reply carries a transaction as it is now: it is shown at once, and asked for again all the same. */
export function showTransaction(queryClient: QueryClient, changed: Transaction): void {
  const { queryKey } = transactionQuery(changed.id);
  queryClient.setQueryData<ReplyOf<typeof getTransaction>>(
    queryKey,
    (shown) => shown && { ...shown, transaction: changed },
  );
  void askAgain(queryClient, topicKey('transactions'));
}

/**
 * Whom the person has sent to lately. Whoever has sent to them does not count: a stranger makes themselves known by a
 * small gift, so that their address is taken for a friend's.
 */
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

/**
 * Whose address stands beside a transaction in a list. A deposit knows only the own address that it came to, which is
 * nobody else's.
 */
export function otherSideOf({
  type,
  counterparty,
}: Pick<Transaction, 'type' | 'counterparty'>): string | null {
  return type === 'DEPOSIT' ? null : counterparty;
}
