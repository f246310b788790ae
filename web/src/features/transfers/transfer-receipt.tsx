import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { useTranslation } from 'react-i18next';
import { AddressText } from '../../ui/address-text.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { Money } from '../../ui/money.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { SuccessMark } from '../../ui/state-mark.tsx';
import receiptStyles from './transfer-receipt.module.css';
import styles from './transfer-review.module.css';

interface TransferReceiptProps {
  transaction: Transaction;
  recipientName: string | undefined;
  onDone: () => void;
}

export function TransferReceipt({ transaction, recipientName, onDone }: TransferReceiptProps) {
  const { t } = useTranslation();
  const { amount, currency, counterparty, date, id } = transaction;
  return (
    <div className={styles.review} ref={focusOnMount} tabIndex={-1}>
      <div className={styles.success} role="status">
        <SuccessMark />
        <Money amount={amount} asset={currency} size="large" />
        <p className={styles.successText}>{t('transfer.completedText')}</p>
      </div>
      <DetailList>
        {counterparty !== null && (
          <Detail label={t('transfer.to')} isStacked>
            {recipientName && <bdi className={styles.name}>{recipientName}</bdi>}
            <AddressText address={counterparty} isWhole />
          </Detail>
        )}
        <Detail label={t('transaction.date')}>
          <DateText at={date} />
        </Detail>
        <Detail label={t('transfer.receipt')} isStacked>
          <span className={receiptStyles.copyable}>
            <AddressText address={id} isWhole />
            <CopyButton text={id} label={t('transaction.copyId')} />
          </span>
        </Detail>
      </DetailList>
      <Button size="large" isFullWidth onClick={onDone}>
        {t('transfer.done')}
      </Button>
    </div>
  );
}
