import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { joinedErrorMessage } from '../../api/error-message.ts';
import type { MeantOrder } from '../../domain/attempts.ts';
import { ConfirmActions } from '../../domain/confirm-actions.tsx';
import { formatBps } from '../../domain/prices.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useHasRested } from '../../ui/use-has-rested.ts';
import { bookEntryOf, lookAlikeOf } from './address-book.ts';
import { LookAlikeWarning } from './destination-fields.tsx';
import {
  quoteWithdrawal,
  type Source,
  termsOf,
  type WithdrawalEntry,
  type WithdrawalQuote,
} from './draft.ts';
import { NetworkFee } from './network-fee.tsx';
import { addressBookQuery } from './queries.ts';
import { useNetworkTime } from './quote-lines.tsx';
import { useShownPrice } from './use-shown-price.ts';
import styles from './withdrawals.module.css';

/** If the fee has just changed, the press was not meant for it. */
const changeRestMs = 600;

interface WithdrawReviewProps {
  entry: WithdrawalEntry;
  source: Source;
  feeBps: number;
  /** The same was asked for before and got no answer. */
  isRepeat: boolean;
  /** Only the person can say whether they mean that one. */
  isAsked: boolean;
  error: Error | null;
  isProcessing: boolean;
  /** Gets the fee that was shown. */
  onConfirm: (fee: string, meant: MeantOrder | undefined) => void;
  onBack: () => void;
}

function failureText(error: Error, t: TFunction): string {
  if (error instanceof ApiError && error.status === null) return t('withdraw.answerLost');
  return joinedErrorMessage(error, t, { fallback: t('withdraw.processingTransaction') });
}

/** The review before the money leaves: the amount, the fee, what arrives, and the whole address. */
export function WithdrawReview(props: WithdrawReviewProps) {
  const { t } = useTranslation();
  const { entry, source, feeBps, error, isProcessing } = props;
  const { data: book } = useQuery(addressBookQuery);
  const known = book?.addresses ?? [];
  const lookAlike = lookAlikeOf(known, entry.address);
  const quote = quoteWithdrawal(entry.amount, termsOf(source, feeBps));
  const [firstFee] = useState(quote.fee);
  const hasRested = useHasRested(quote.fee, changeRestMs);
  const isBlocked = quote.fee !== firstFee && !hasRested;
  return (
    <form
      className={styles.form}
      ref={focusOnMount}
      tabIndex={-1}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlocked && !isProcessing) props.onConfirm(quote.fee, props.isAsked ? 'first' : undefined);
      }}
    >
      <Summary
        {...{ entry, source, feeBps, quote }}
        isRepeat={props.isRepeat}
        label={bookEntryOf(known, entry)?.label}
      />
      {lookAlike && <LookAlikeWarning known={lookAlike} />}
      {error ? (
        <Notice tone="failed">{failureText(error, t)}</Notice>
      ) : (
        <Notice tone="warning">
          {t(props.isAsked ? 'lostOrder.whichWithdrawal' : 'withdraw.reviewText')}
        </Notice>
      )}
      <ConfirmActions
        confirm={t('withdraw.confirm')}
        back={t('withdraw.back')}
        isAsked={props.isAsked}
        isProcessing={isProcessing}
        isBlocked={isBlocked}
        onAnother={() => props.onConfirm(quote.fee, 'another')}
        onBack={props.onBack}
      />
      <span className="visually-hidden" role="status">
        {isProcessing ? t('withdraw.processing') : ''}
      </span>
    </form>
  );
}

interface SummaryProps extends Pick<WithdrawReviewProps, 'entry' | 'source' | 'feeBps' | 'isRepeat'> {
  quote: WithdrawalQuote;
  /** The name of the address, if the book has it. */
  label: string | undefined;
}

function Summary({ entry, source, feeBps, quote, label, isRepeat }: SummaryProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { wallet, offer } = source;
  const { currency } = wallet;
  const price = useShownPrice(offer);
  const time = useNetworkTime(offer);
  return (
    <DetailList>
      <Detail label={t('withdraw.youWithdraw')} isStrong>
        <Money amount={quote.amount} asset={currency} />
      </Detail>
      <Detail label={t('withdraw.feeOf', { rate: formatBps(feeBps, formatTag) })}>
        <Money amount={quote.shareFee} asset={currency} />
      </Detail>
      <Detail label={t('withdraw.networkFee')}>
        <NetworkFee fee={quote.networkFee} currency={currency} price={price} />
      </Detail>
      <Detail label={t('withdraw.arrives')} isStrong>
        <Money amount={quote.arrives} asset={currency} />
      </Detail>
      <Detail label={t('withdraw.to')} isStacked>
        {label !== undefined && <bdi className={styles.savedLabel}>{label}</bdi>}{' '}
        <AddressText address={entry.address.trim()} isWhole />
      </Detail>
      {offer.memoKind !== null && (
        <Detail label={offer.memoKind === 'tag' ? t('withdraw.tagLabel') : t('withdraw.memoLabel')}>
          {entry.memo.trim() === '' ? t('withdraw.none') : <bdi dir="ltr">{entry.memo.trim()}</bdi>}
        </Detail>
      )}
      {offer.network !== null && (
        <Detail label={t('withdraw.network')}>
          <bdi>{offer.network}</bdi>
        </Detail>
      )}
      <Detail label={t('withdraw.minimum')}>
        <Money amount={offer.withdrawalMin} asset={currency} />
      </Detail>
      <Detail label={t('withdraw.arrival')} isStacked={time !== undefined}>
        {time === undefined ? t('withdraw.arrivalTime') : t('withdraw.arrivalSooner', { time })}
      </Detail>
      {/* Whether it has left already is not known of a repeat. */}
      {quote.remaining !== undefined && !isRepeat && (
        <Detail label={t('withdraw.balanceAfter')}>
          <Money amount={quote.remaining} asset={currency} />
        </Detail>
      )}
    </DetailList>
  );
}
