import type { Transaction, TransactionState } from '@mercury/contract/api/transactions.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleMinus, Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { Money } from '../../ui/money.tsx';
import { FailedMark, Outcome, SuccessMark, WaitingMark } from '../../ui/outcome.tsx';
import { addAddressPath, bookEntryOf } from './address-book.ts';
import { CancelWithdrawal } from './cancel-withdrawal.tsx';
import { addressBookQuery } from './queries.ts';
import styles from './withdrawals.module.css';

interface WithdrawalOutcomeProps {
  transaction: Transaction;
  onDone: () => void;
}

/** The true state of a withdrawal: paid out, on its way, or given back. */
export function WithdrawalOutcome({ transaction, onDone }: WithdrawalOutcomeProps) {
  const { t } = useTranslation();
  const { amount, currency, status } = transaction;
  const texts = useOutcomeTexts(transaction);
  return (
    <div className={styles.form} ref={focusOnMount} tabIndex={-1}>
      <Outcome mark={<OutcomeMark transaction={transaction} />} {...texts}>
        <Money amount={amount} asset={currency} size="large" isPending={status === 'PENDING'} />
      </Outcome>
      <DetailList>
        {status !== 'FAILED' && <Costs transaction={transaction} />}
        <Destination transaction={transaction} />
      </DetailList>
      <div className={styles.actions}>
        <Button size="large" isFullWidth onClick={onDone}>
          {t('withdraw.done')}
        </Button>
        <SaveToBook transaction={transaction} />
        <CancelWithdrawal transaction={transaction} />
      </div>
    </div>
  );
}

/** Of money that came back whole nothing was taken. */
function Costs({ transaction: { fee, netAmount, currency } }: { transaction: Transaction }) {
  const { t } = useTranslation();
  return (
    <>
      <Detail label={t('withdraw.fees')}>
        <Money amount={fee} asset={currency} />
      </Detail>
      <Detail label={t('withdraw.arrives')}>
        <Money amount={netAmount} asset={currency} />
      </Detail>
    </>
  );
}

function OutcomeMark({ transaction: { status, state } }: { transaction: Transaction }) {
  if (status === 'COMPLETED') return <SuccessMark />;
  if (state === 'cancelled') return <CircleMinus size={44} aria-hidden="true" className={styles.cancelled} />;
  if (status === 'FAILED') return <FailedMark />;
  // Nothing moves while it waits for its day to pass, or for a person to check it.
  const isStill = state === 'waiting_period' || state === 'unclear';
  return isStill ? <Hourglass size={44} aria-hidden="true" className={styles.waiting} /> : <WaitingMark />;
}

function useOutcomeTexts({ state, waitsUntil }: Transaction): { title: string; text: string } {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const time = waitsUntil === null ? '' : formatDateTime(waitsUntil, formatTag, { hasTime: true });
  const sending = { title: t('withdraw.sending'), text: t('withdraw.sendingText') };
  const failed = { title: t('withdraw.failed'), text: t('withdraw.givenBack') };
  const texts: Partial<Record<TransactionState, { title: string; text: string }>> = {
    waiting_period: { title: t('withdraw.waiting'), text: t('withdraw.waitingText', { time }) },
    queued: { title: t('withdraw.queued'), text: t('withdraw.queuedText') },
    unclear: { title: t('withdraw.unclear'), text: t('withdraw.unclearText') },
    completed: { title: t('withdraw.completed'), text: t('withdraw.completedText') },
    expired: { title: t('withdraw.expired'), text: t('withdraw.givenBack') },
    cancelled: { title: t('withdraw.cancelled'), text: t('withdraw.givenBack') },
    failed,
  };
  return texts[state] ?? sending;
}

function Destination({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation();
  const { counterparty, memo, externalReference } = transaction;
  return (
    <>
      {counterparty !== null && (
        <Detail label={t('withdraw.to')} isStacked>
          <span className={styles.copyable}>
            <AddressText address={counterparty} isWhole />
            <CopyButton text={counterparty} label={t('withdraw.copyAddress')} />
          </span>
        </Detail>
      )}
      {memo !== null && memo !== '' && (
        <Detail label={t('withdraw.tagOrMemo')}>
          <bdi dir="ltr">{memo}</bdi>
        </Detail>
      )}
      {externalReference !== null && (
        <Detail label={t('withdraw.reference')} isStacked>
          <span className={styles.copyable}>
            <AddressText address={externalReference} isWhole />
            <CopyButton text={externalReference} label={t('withdraw.copyReference')} />
          </span>
        </Detail>
      )}
    </>
  );
}

/** People often pay an address again. */
function SaveToBook({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation();
  const { data: book } = useQuery(addressBookQuery);
  const { currency, counterparty, status } = transaction;
  if (!book || counterparty === null || status === 'FAILED') return null;
  const memo = transaction.memo ?? '';
  if (bookEntryOf(book.addresses, { currency, address: counterparty, memo })) return null;
  return (
    <ButtonLink
      variant="secondary"
      isFullWidth
      to={addAddressPath}
      replace
      state={{ currency, address: counterparty, memo }}
    >
      {t('withdraw.saveToBook')}
    </ButtonLink>
  );
}
