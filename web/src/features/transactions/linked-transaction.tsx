import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { listTransactions, Transaction } from '@mercury/contract/api/transactions.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { transactionQuery } from '../../domain/transactions.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { transactionPagesKey } from './queries.ts';

const TransactionDialog = lazyPart(async () => (await import('./transaction-dialog.tsx')).TransactionDialog);

interface LinkedTransactionProps {
  id: string;
  nameOf: (address: string | null) => string | undefined;
  isOpen: boolean;
  onClose: () => void;
  /** A withdrawal waits for its code. */
  onEnterCode: (transaction: Transaction) => void;
}

/** The details of the transaction in the address, at once if a list has it. Another person's transaction counts as missing. */
export function LinkedTransaction({ id, nameOf, isOpen, onClose, onEnterCode }: LinkedTransactionProps) {
  const queryClient = useQueryClient();
  const [listed] = useState(() => findListed(queryClient, id));
  const { data, error } = useQuery({ ...transactionQuery(id), enabled: isOpen });
  const transaction = data?.transaction ?? listed;
  const isRefused = error instanceof ApiError && error.isRefusal;
  const isMissing = isOpen && isRefused && transaction === undefined;
  useEffect(() => {
    if (isMissing) onClose();
  }, [isMissing, onClose]);
  if (!transaction) return null;
  return (
    <TransactionDialog
      transaction={transaction}
      counterpartyName={nameOf(transaction.counterparty)}
      isOpen={isOpen}
      onClose={onClose}
      onEnterCode={onEnterCode}
      onGiveUp={onClose}
    />
  );
}

/** The list's version, which is there at once. */
function findListed(queryClient: QueryClient, id: string): Transaction | undefined {
  return queryClient
    .getQueriesData<ReplyOf<typeof listTransactions>>({ queryKey: transactionPagesKey })
    .flatMap(([, page]) => page?.transactions ?? [])
    .find((transaction) => transaction.id === id);
}
