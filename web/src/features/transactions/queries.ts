import type { QueryOf } from '@mercury/contract/api/endpoint.ts';
import type { listTransactions } from '@mercury/contract/api/transactions.ts';
import { limits } from '@mercury/contract/limits.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { topicKey } from '../../api/query-client.ts';
import { moneyActions } from '../../domain/money-actions.ts';

export type TransactionsAsked = Omit<QueryOf<typeof listTransactions>, 'cursor'>;

export const transactionPagesKey = [...topicKey('transactions'), 'page'];

/** A page of the history. The former page stays on screen until it arrives. */
export function transactionsQuery(asked: TransactionsAsked) {
  return queryOptions({
    queryKey: [...transactionPagesKey, asked],
    queryFn: async ({ signal, client }) => (await moneyActions(client)).listTransactions(asked, signal),
    placeholderData: keepPreviousData,
  });
}

/** The dashboard's pages. */
export function recentTransactionsQuery(page: number) {
  return transactionsQuery({ page, limit: limits.transactionPageSize });
}

/** Only pending top-ups have claimable money. There are hardly ever several, but they may be old. */
export const claimableQuery = queryOptions({
  ...transactionsQuery({ type: 'TOPUP', status: 'PENDING', limit: limits.pageSizeMax }),
  select: ({ transactions }) => transactions.filter(({ canClaim }) => canClaim),
});
