import { getTransaction, listTransactions, type Transaction } from '@mercury/contract/api/transactions.ts';
import { limits } from '@mercury/contract/limits.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { topicKey } from '../../api/topic-key.ts';

/** While a payment is being confirmed the browser asks by itself, in case the live stream doesn't get through. */
const confirmationCheckMs = 3000;

function isBeingConfirmed(transaction: Transaction): boolean {
  return transaction.state === 'payment_seen';
}

/** A page of the history; the page before it stays on screen until the next has come. */
export function transactionsQuery(page: number) {
  return queryOptions({
    queryKey: [...topicKey('transactions'), 'page', page],
    queryFn: ({ signal }) =>
      call(listTransactions, { query: { limit: limits.transactionPageSize, page }, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) =>
      state.data?.transactions.some(isBeingConfirmed) ? confirmationCheckMs : false,
  });
}

export function transactionQuery(id: string) {
  return queryOptions({
    queryKey: [...topicKey('transactions'), 'one', id],
    queryFn: ({ signal }) => call(getTransaction, { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.data && isBeingConfirmed(state.data.transaction) ? confirmationCheckMs : false,
  });
}
