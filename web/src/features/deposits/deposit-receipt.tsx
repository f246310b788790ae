import type { Transaction } from '@mercury/contract/api/transactions.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFollowedTransaction } from '../../api/use-followed-transaction.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { Money } from '../../ui/money.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { FailedMark, SuccessMark, WaitingMark } from '../../ui/state-mark.tsx';
import { DateText } from '../../ui/time-text.tsx';
import styles from './deposits.module.css';

const marks: Readonly<Record<Transaction['status'], ReactNode>> = {
  COMPLETED: <SuccessMark />,
  PENDING: <WaitingMark />,
  FAILED: <FailedMark />,
};

interface DepositReceiptProps {
  deposited: Transaction;
  onDone: () => void;
}

/** What became of the payment: it goes on from seen to credited while somebody looks. */
export function DepositReceipt({ deposited, onDone }: DepositReceiptProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { amount, currency, status, date, confirmations } = useFollowedTransaction(deposited);
  const texts = {
    COMPLETED: { title: t('deposit.completed'), text: t('deposit.completedText') },
    PENDING: { title: t('deposit.pending'), text: t('deposit.pendingText') },
    FAILED: { title: t('deposit.failed'), text: t('deposit.failedText') },
  };
  return (
    <div className={styles.receipt} ref={focusOnMount} tabIndex={-1}>
      <Outcome mark={marks[status]} title={texts[status].title} text={texts[status].text}>
        <Money amount={amount} asset={currency} size="large" isPending={status === 'PENDING'} />
      </Outcome>
      <DetailList>
        {status === 'PENDING' && confirmations && (
          <Detail label={t('deposit.confirmedSoFar')}>
            {t('deposit.confirmationsOf', {
              seen: formatCount(confirmations.seen, formatTag),
              needed: formatCount(confirmations.needed, formatTag),
            })}
          </Detail>
        )}
        <Detail label={t('deposit.date')}>
          <DateText at={date} />
        </Detail>
      </DetailList>
      <Button size="large" isFullWidth onClick={onDone}>
        {t('deposit.done')}
      </Button>
    </div>
  );
}
