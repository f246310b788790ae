import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { safePaymentUrl } from '../../api/payment-url.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Money } from '../../ui/money.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { transactionQuery } from './queries.ts';
import { timelineSteps } from '../../api/timeline-steps.ts';
import styles from './transaction-dialog.module.css';
import { signedAmount, signsOf, statusTone, transactionTitle } from './words.ts';

interface TransactionDialogProps {
  /** As the list knew it when it was opened; the newest comes behind it. */
  transaction: Transaction;
  counterpartyName: string | undefined;
  isOpen: boolean;
  onClose: () => void;
}

export function TransactionDialog(props: TransactionDialogProps) {
  const { t } = useTranslation();
  const { data, error } = useQuery({ ...transactionQuery(props.transaction.id), enabled: props.isOpen });
  const transaction = data?.transaction ?? props.transaction;
  return (
    <Modal isOpen={props.isOpen} onClose={props.onClose} title={transactionTitle(transaction, t)}>
      <Summary transaction={transaction} message={data?.message} />
      <Details transaction={transaction} counterpartyName={props.counterpartyName} />
      {error && <p className={styles.stale}>{t('transaction.failedToLoadDetails')}</p>}
      <ContinuePayment paymentUrl={transaction.paymentUrl} />
    </Modal>
  );
}

interface SummaryProps {
  transaction: Transaction;
  /** The state as a sentence, in the reader's language. */
  message: string | undefined;
}

function Summary({ transaction, message }: SummaryProps) {
  const { t } = useTranslation();
  const tone = statusTone(transaction.status);
  const steps = timelineSteps(transaction);
  return (
    <>
      <div className={styles.summary}>
        <Money
          amount={signedAmount(transaction)}
          asset={transaction.currency}
          signs={signsOf(transaction)}
          size="large"
          isPending={transaction.status === 'PENDING'}
        />
        <Badge tone={tone}>{t(`transaction.status.${tone}`)}</Badge>
        {message && transaction.status !== 'COMPLETED' && <p className={styles.message}>{message}</p>}
      </div>
      {steps.length > 1 && (
        <div className={styles.timeline}>
          <Timeline
            label={t('transaction.timeline')}
            steps={steps.map(({ state, at, progress }) => ({
              key: state,
              // What is over is told as what happened, not as what is waited for.
              label:
                state === 'awaiting_payment' && progress === 'done'
                  ? t('pay.opened')
                  : t(`transaction.state.${state}`),
              detail: at && <DateText at={at} />,
              progress,
            }))}
          />
        </div>
      )}
    </>
  );
}

interface DetailsProps {
  transaction: Transaction;
  counterpartyName: string | undefined;
}

function Details({ transaction, counterpartyName }: DetailsProps) {
  const { t } = useTranslation();
  const { counterparty, currency, direction, fee, id, note, date } = transaction;
  return (
    <DetailList>
      {counterparty !== null && (
        <Detail label={direction === 'out' ? t('transaction.to') : t('transaction.from')} isStacked>
          {counterpartyName && <strong className={styles.name}>{counterpartyName}</strong>}
          <span className={styles.copyable}>
            <AddressText address={counterparty} isWhole />
            <CopyButton text={counterparty} label={t('transaction.copyAddress')} />
          </span>
        </Detail>
      )}
      {note !== null && note !== '' && (
        <Detail label={t('transaction.note')} isStacked>
          <bdi>{note}</bdi>
        </Detail>
      )}
      <Detail label={t('transaction.fee')}>
        <Money amount={fee} asset={currency} />
      </Detail>
      <Detail label={t('transaction.date')}>
        <DateText at={date} />
      </Detail>
      <Detail label={t('transaction.id')} isStacked>
        <span className={styles.copyable}>
          <AddressText address={id} isWhole />
          <CopyButton text={id} label={t('transaction.copyId')} />
        </span>
      </Detail>
    </DetailList>
  );
}

function ContinuePayment({ paymentUrl }: { paymentUrl: string | null }) {
  const { t } = useTranslation();
  const safeUrl =
    paymentUrl === null ? undefined : safePaymentUrl(paymentUrl, { ownOrigin: location.origin });
  if (safeUrl === undefined) return null;
  return (
    <div className={styles.action}>
      <Button isFullWidth onClick={() => location.assign(safeUrl)}>
        {t('transaction.continuePayment')}
      </Button>
    </div>
  );
}
