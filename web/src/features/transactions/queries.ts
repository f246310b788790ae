import type { QueryOf } from '@mercury/contract/api/endpoint.ts';
import type { listTransactions } from '@mercury/contract/api/transactions.ts';
import { limits } from '@mercury/contract/limits.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { keepList } from '../../api/last-known.ts';
import { topicKey } from '../../api/query-client.ts';
import { moneyActions } from '../../domain/money-actions.ts';

export type TransactionsAsked = Omit<QueryOf<typeof listTransactions>, 'cursor'>;

export const transactionPagesKey = [...topicKey('transactions'), 'page'];

/** A page of the history. The former page stays on screen until it arrives. The first one is shown without a connection too. */
export function transactionsQuery(asked: TransactionsAsked) {
  const { page, limit: _limit, ...filter } = asked;
  const isFirstPage = page === 1 && Object.keys(filter).length === 0;
  return queryOptions({
    queryKey: [...transactionPagesKey, asked],
    queryFn: async ({ signal, client, queryKey }) => {
      const money = await moneyActions(client);
      const found = await money.listTransactions(asked, signal);
      // What is simulated is lost with the page.
      if (isFirstPage && !money.isSimulated) keepList(queryKey, found);
      return found;
    },
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
