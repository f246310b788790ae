import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { transactionQuery } from './queries.ts';

const TransactionDialog = lazyPart(async () => (await import('./transaction-dialog.tsx')).TransactionDialog);

interface LinkedTransactionProps {
  id: string;
  nameOf: (address: string | null) => string | undefined;
  onEnterCode: (transaction: Transaction) => void;
  /** It has been looked at: the address need not name it any more. */
  onClose: () => void;
}

/** The details of the transaction that the address names. One that is not the person's own is not there. */
export function LinkedTransaction({ id, nameOf, onEnterCode, onClose }: LinkedTransactionProps) {
  const { data } = useQuery(transactionQuery(id));
  const [isOpen, setIsOpen] = useState(true);
  if (!data) return null;
  const { transaction } = data;
  const close = () => {
    setIsOpen(false);
    onClose();
  };
  return (
    <TransactionDialog
      transaction={transaction}
      counterpartyName={nameOf(transaction.counterparty)}
      isOpen={isOpen}
      onClose={close}
      onEnterCode={(waiting) => {
        close();
        onEnterCode(waiting);
      }}
      onGiveUp={close}
    />
  );
}
