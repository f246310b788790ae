import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { productName } from '@mercury/contract/product.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../ui/money.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { TransactionDetails } from './transaction-details.tsx';
import { withoutStrangersNote } from './transaction-note.tsx';
import styles from './receipt.module.css';
import { signedAmount, signsOf, statusTone, transactionTitle } from './words.ts';

interface ReceiptProps {
  transaction: Transaction;
  counterpartyName: string | undefined;
  message: string | undefined;
}

/** One transaction as it comes out on paper. */
export function Receipt({ transaction, counterpartyName, message }: ReceiptProps) {
  const { t } = useTranslation();
  const [printedAt] = useState(() => new Date().toISOString());
  return (
    <article className={styles.receipt}>
      <header className={styles.header}>
        <p className={styles.product}>{productName}</p>
        <h1 className={styles.title}>{t('transaction.receipt')}</h1>
      </header>
      <p className={styles.what}>
        {transactionTitle(transaction, t)} · {t(`transaction.status.${statusTone(transaction.status)}`)}
      </p>
      <p className={styles.amount}>
        <Money
          amount={signedAmount(transaction)}
          asset={transaction.currency}
          signs={signsOf(transaction)}
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
