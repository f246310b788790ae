import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { productName } from '@mercury/contract/product.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { liveQueryOptions } from '../../api/live.ts';
import { PaymentList } from '../../domain/payment-list.tsx';
import { timelineSteps, TransactionTimeline } from '../../domain/transaction-timeline.tsx';
import { transactionQuery } from '../../domain/transactions.ts';
import { Badge } from '../../ui/badge.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Money } from '../../ui/money.tsx';
import { PrintSheet } from '../../ui/print-sheet.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { LedgerEntries } from './ledger-entries.tsx';
import { TransactionActions } from './transaction-actions.tsx';
import { TransactionDetails, withoutStrangersNote } from './transaction-details.tsx';
import styles from './transaction-dialog.module.css';
import { attentionText, signedAmount, signsOf, statusWord, toneOf, transactionTitle } from './words.ts';

interface TransactionDialogProps {
  /** The list's version at the time of opening. The newest version follows. */
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

interface TransactionSummaryProps {
  transaction: Transaction;
  /** The state as a sentence, in the reader's language. */
  message: string | undefined;
}

/** The amount, the status and the path so far. */
function TransactionSummary({ transaction, message }: TransactionSummaryProps) {
  const { t } = useTranslation();
  const attention = attentionText(transaction, t);
  return (
    <>
      <div className={styles.summary}>
        <Money
          amount={signedAmount(transaction)}
          asset={transaction.currency}
          signs={signsOf(transaction)}
          precision="exact"
          size="large"
          isPending={transaction.status === 'PENDING'}
        />
        <Badge tone={toneOf(transaction)}>{statusWord(transaction, t)}</Badge>
        {attention && <Badge tone="warning">{attention}</Badge>}
        {message && transaction.status !== 'COMPLETED' && <p className={styles.message}>{message}</p>}
      </div>
      {timelineSteps(transaction).length > 1 && (
        <div className={styles.timeline}>
          <TransactionTimeline label={t('transaction.timeline')} of={transaction} />
        </div>
      )}
    </>
  );
}

interface ReceiptProps {
  transaction: Transaction;
  counterpartyName: string | undefined;
  message: string | undefined;
}

/** A transaction as it is printed. */
function Receipt({ transaction, counterpartyName, message }: ReceiptProps) {
  const { t } = useTranslation();
  const [printedAt] = useState(() => new Date().toISOString());
  return (
    <article className={styles.receipt}>
      <header className={styles.header}>
        <p className={styles.product}>{productName}</p>
        <h1 className={styles.title}>{t('transaction.receipt')}</h1>
      </header>
      <p className={styles.what}>
        {transactionTitle(transaction, t)} · {statusWord(transaction, t)}
      </p>
      <p className={styles.amount}>
        <Money
          amount={signedAmount(transaction)}
          asset={transaction.currency}
          signs={signsOf(transaction)}
          precision="exact"
          size="large"
        />
      </p>
      {message && transaction.status !== 'COMPLETED' && <p>{message}</p>}
      <TransactionDetails
        transaction={withoutStrangersNote(transaction)}
        counterpartyName={counterpartyName}
      />
      <p className={styles.printedAt}>
        {t('transaction.printedAt')} <DateText at={printedAt} />
      </p>
    </article>
  );
}
