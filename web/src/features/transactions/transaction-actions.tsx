import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { configQuery } from '../../domain/config-query.ts';
import { safePaymentUrl } from '../../domain/payment-url.ts';
import { useCancelWithdrawal } from '../../domain/use-cancel-withdrawal.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import styles from './transaction-dialog.module.css';
import { useClaim } from './use-claim.ts';

interface TransactionActionsProps {
  transaction: Transaction;
  onEnterCode: (transaction: Transaction) => void;
}

/** What the person can do about it now. */
export function TransactionActions({ transaction, onEnterCode }: TransactionActionsProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.actions}>
      {transaction.paymentUrl !== null && <ContinuePayment paymentUrl={transaction.paymentUrl} />}
      {transaction.state === 'awaiting_confirmation' && (
        <Button isFullWidth onClick={() => onEnterCode(transaction)}>
          {t('transaction.enterCode')}
        </Button>
      )}
      {transaction.canClaim && <Claim transaction={transaction} />}
      {transaction.canCancel && <Cancel transaction={transaction} />}
      {/* Only a completed transaction has a receipt. */}
      {transaction.status === 'COMPLETED' && (
        <Button
          variant="ghost"
          size="small"
          icon={<Printer size={16} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          {t('transaction.printReceipt')}
        </Button>
      )}
    </div>
  );
}

function ContinuePayment({ paymentUrl }: { paymentUrl: string }) {
  const { t } = useTranslation();
  const { data: config } = useQuery(configQuery);
  const safeUrl = safePaymentUrl(paymentUrl, {
    ownOrigin: location.origin,
    paymentOrigins: config?.rail.paymentOrigins ?? [],
  });
  if (safeUrl === undefined) return null;
  return (
    <OnlineButton isFullWidth onClick={() => location.assign(safeUrl)}>
      {t('transaction.continuePayment')}
    </OnlineButton>
  );
}

function Claim({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useClaim(transaction);
  return (
    <>
      <p className={styles.message}>{t('transaction.claim.text', { coin: transaction.currency })}</p>
      {error && (
        <Notice tone="failed">{errorMessage(error, t, { fallback: t('transaction.claim.failed') })}</Notice>
      )}
      <OnlineButton isFullWidth isBusy={isPending} onClick={() => mutate()}>
        {t('transaction.claim.button')}
      </OnlineButton>
    </>
  );
}

/** Asks for a confirmation in place: a cancelled transaction can't be resumed. */
function Cancel({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending, error } = useCancelWithdrawal(transaction);
  if (!isAsking) {
    return (
      <Button variant="secondary" isFullWidth onClick={() => setIsAsking(true)}>
        {t('transaction.cancel.button')}
      </Button>
    );
  }
  return (
    <div className={styles.asking} role="group" aria-label={t('transaction.cancel.button')}>
      <p className={styles.message}>{t('transaction.cancel.text')}</p>
      {error && (
        <Notice tone="failed">{errorMessage(error, t, { fallback: t('transaction.cancel.failed') })}</Notice>
      )}
      <div className={styles.choices}>
        <Button variant="secondary" onClick={() => setIsAsking(false)}>
          {t('transaction.cancel.keep')}
        </Button>
        <OnlineButton variant="danger" isBusy={isPending} onClick={() => mutate()}>
          {t('transaction.cancel.confirm')}
        </OnlineButton>
      </div>
    </div>
  );
}
