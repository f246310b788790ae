import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { liveQueryOptions } from '../../api/live-queries.ts';
import { Modal } from '../../ui/modal.tsx';
import { PaymentList } from '../../ui/payment-list.tsx';
import { PrintSheet } from '../../ui/print-sheet.tsx';
import { LedgerEntries } from './ledger-entries.tsx';
import { transactionQuery } from './queries.ts';
import { Receipt } from './receipt.tsx';
import { TransactionActions } from './transaction-actions.tsx';
import { TransactionDetails } from './transaction-details.tsx';
import styles from './transaction-dialog.module.css';
import { TransactionSummary } from './transaction-summary.tsx';
import { transactionTitle } from './words.ts';

interface TransactionDialogProps {
  /** As the list knew it when it was opened; the newest comes behind it. */
  transaction: Transaction;
  counterpartyName: string | undefined;
  isOpen: boolean;
  onClose: () => void;
  onEnterCode: (transaction: Transaction) => void;
}

export function TransactionDialog(props: TransactionDialogProps) {
  const { counterpartyName, isOpen, onClose } = props;
  const { t } = useTranslation();
  const { data, error } = useQuery({
    ...transactionQuery(props.transaction.id),
    ...liveQueryOptions,
    enabled: isOpen,
  });
  const transaction = data?.transaction ?? props.transaction;
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={transactionTitle(transaction, t)}>
      <div className={styles.body}>
        <TransactionSummary transaction={transaction} message={data?.message} />
        <TransactionActions transaction={transaction} onEnterCode={props.onEnterCode} />
        {data && <PaymentList payments={data.payments} />}
        <TransactionDetails transaction={transaction} counterpartyName={counterpartyName} />
        {data && <LedgerEntries entries={data.entries} />}
        {error && <p className={styles.stale}>{t('transaction.failedToLoadDetails')}</p>}
      </div>
      <PrintSheet>
        <Receipt transaction={transaction} counterpartyName={counterpartyName} message={data?.message} />
      </PrintSheet>
    </Modal>
  );
}
