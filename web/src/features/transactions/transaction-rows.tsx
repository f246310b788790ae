import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { TransactionRow } from './transaction-row.tsx';
import styles from './transaction-list.module.css';

const TransactionDialog = lazyPart(async () => (await import('./transaction-dialog.tsx')).TransactionDialog);

interface TransactionRowsProps {
  transactions: readonly Transaction[];
  /** The contact's name of an address, where it is a contact's. */
  nameOf: (address: string | null) => string | undefined;
  /** A withdrawal waits for its code: its dialog makes room for the one that takes it. */
  onEnterCode: (transaction: Transaction) => void;
  /** Others have been asked for, and these are about to go. */
  isStale: boolean;
}

/** Rows of history, and the dialog that each opens. */
export function TransactionRows({ transactions, nameOf, onEnterCode, isStale }: TransactionRowsProps) {
  const [opened, setOpened] = useState<Transaction | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ul className={styles.list} aria-busy={isStale}>
        {transactions.map((transaction) => (
          <TransactionRow
            key={transaction.id}
            transaction={transaction}
            counterpartyName={nameOf(transaction.counterparty)}
            onOpen={() => {
              setOpened(transaction);
              setIsOpen(true);
            }}
          />
        ))}
      </ul>
      {opened && (
        <TransactionDialog
          key={opened.id}
          transaction={opened}
          counterpartyName={nameOf(opened.counterparty)}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
          onEnterCode={(transaction) => {
            setIsOpen(false);
            onEnterCode(transaction);
          }}
          onGiveUp={() => setOpened(null)}
        />
      )}
    </>
  );
}
