import type { Wallet } from '@mercury/contract/api/wallets.ts';
import type { TFunction } from 'i18next';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { joinedErrorMessage } from '../../api/error-message.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { Button } from '../../ui/button.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { remainingAfter } from './draft.ts';
import type { TransferEntry } from './entry.ts';
import styles from './transfer-review.module.css';

/** Transfers between accounts are free. */
const transferFee = '0';

interface TransferReviewProps {
  entry: TransferEntry;
  wallet: Wallet;
  recipientName: string | undefined;
  error: Error | null;
  isProcessing: boolean;
  onConfirm: () => void;
  onBack: () => void;
}

function failureText(error: Error, t: TFunction): string {
  if (error instanceof ApiError && error.status === null) return t('transfer.answerLost');
  return joinedErrorMessage(error, t, { fallback: t('transfer.processingTransaction') });
}

/** The last look before the money leaves: how much, for what fee, what arrives, and the whole address. */
export function TransferReview(props: TransferReviewProps) {
  const { t } = useTranslation();
  const { entry, wallet, error, isProcessing } = props;
  return (
    <div className={styles.review} ref={focusOnMount} tabIndex={-1}>
      <TransferSummary entry={entry} wallet={wallet} recipientName={props.recipientName} />
      {error ? (
        <Notice tone="failed">{failureText(error, t)}</Notice>
      ) : (
        <Notice tone="warning">{t('transfer.reviewText')}</Notice>
      )}
      <div className={styles.actions}>
        <Button size="large" isFullWidth isBusy={isProcessing} onClick={props.onConfirm}>
          {t('transfer.confirm')}
        </Button>
        <Button
          variant="ghost"
          isFullWidth
          disabled={isProcessing}
          icon={<ArrowLeft size={18} aria-hidden="true" className="flip-in-rtl" />}
          onClick={props.onBack}
        >
          {t('transfer.back')}
        </Button>
      </div>
      <span className="visually-hidden" role="status">
        {isProcessing ? t('transfer.processing') : ''}
      </span>
    </div>
  );
}

type TransferSummaryProps = Pick<TransferReviewProps, 'entry' | 'wallet' | 'recipientName'>;

function TransferSummary({ entry, wallet, recipientName }: TransferSummaryProps) {
  const { t } = useTranslation();
  const remaining = remainingAfter(entry.amount, {
    currency: wallet.currency,
    availableBalance: wallet.availableBalance,
    ownAddress: wallet.address,
  });
  return (
    <DetailList>
      <Detail label={t('transfer.youSend')} isStrong>
        <Money amount={entry.amount} asset={wallet.currency} />
      </Detail>
      <Detail label={t('transfer.fee')}>
        <Money amount={transferFee} asset={wallet.currency} />
      </Detail>
      <Detail label={t('transfer.recipientGets')} isStrong>
        <Money amount={entry.amount} asset={wallet.currency} />
      </Detail>
      <Detail label={t('transfer.to')} isStacked>
        {recipientName && <bdi className={styles.name}>{recipientName}</bdi>}
        <AddressText address={entry.recipientAddress.trim()} isWhole />
      </Detail>
      {entry.note.trim() !== '' && (
        <Detail label={t('transaction.note')} isStacked>
          <bdi>{entry.note.trim()}</bdi>
        </Detail>
      )}
      {remaining !== undefined && (
        <Detail label={t('transfer.balanceAfter')}>
          <Money amount={remaining} asset={wallet.currency} />
        </Detail>
      )}
    </DetailList>
  );
}
