import type { Quote } from '@mercury/contract/api/trade.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { errorMessage } from '../../api/error-message.ts';
import { AddMoneyButton } from '../../domain/add-money-button.tsx';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { moneyText } from '../../ui/money-parts.ts';
import { Notice } from '../../ui/notice.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { useHasRested } from '../../ui/use-has-rested.ts';
import { termsOf } from './draft.ts';
import { OfferCountdown, OfferFailure, QuoteSummary } from './offer-details.tsx';
import styles from './trade.module.css';
import { isAnswerLost } from './use-accept-offer.ts';
import type { OfferState } from './use-offer.ts';

/** Long enough to see that the figures under the finger have changed. */
const changeRestMs = 600;

interface TradeReviewProps {
  quote: Quote;
  state: OfferState;
  /** Of the last attempt to accept. */
  error: Error | null;
  isProcessing: boolean;
  /** It may have been accepted already. */
  isLost: boolean;
  onConfirm: (quote: Quote) => void;
  onBack: () => void;
}

/** What a press does, exact to the last unit: the shown terms are the accepted terms. */
export function TradeReview(props: TradeReviewProps) {
  const { quote, state, error, isProcessing, isLost, onConfirm, onBack } = props;
  const { t } = useTranslation();
  const before = useLastChange(quote);
  const hasRested = useHasRested(termsOf(quote), changeRestMs, { isNewToo: false });
  // An offer that may have been accepted is tried again unchanged, however old it is.
  const canConfirm = hasRested && (isLost || state.isFirm);
  return (
    <div className={styles.form}>
      <QuoteSummary quote={quote} />
      {state.offer && !isLost && !isProcessing && <OfferCountdown offer={state.offer} />}
      {isLost && <Notice tone="failed">{t('trade.answerLost')}</Notice>}
      {error && !isAnswerLost(error) && <AcceptFailure error={error} currency={quote.fromCurrency} />}
      {before && !isLost && <Change before={before} now={quote} />}
      {state.error && !isLost && (
        <OfferFailure error={state.error} isRetrying={state.isFetching} onRetry={state.askAgain} />
      )}
      <div className={styles.actions}>
        <OnlineButton
          size="large"
          isFullWidth
          isBusy={isProcessing}
          isBlocked={!canConfirm}
          // A key that is still held, and the second press of a double click, were meant for what stood here before.
          onKeyDown={(event) => {
            if (event.repeat) event.preventDefault();
          }}
          onClick={({ detail }) => {
            if (detail <= 1) onConfirm(quote);
          }}
        >
          {isLost ? t('common.retry') : t('trade.confirm')}
        </OnlineButton>
        <Button
          variant="ghost"
          isFullWidth
          disabled={isProcessing}
          icon={<ArrowLeft size={18} aria-hidden="true" className="flip-in-rtl" />}
          onClick={onBack}
        >
          {t('trade.back')}
        </Button>
      </div>
      <span className="visually-hidden" role="status">
        {isProcessing ? t('trade.processing') : ''}
      </span>
    </div>
  );
}

/** Says what differs between this offer and the former one. */
function Change({ before, now }: { before: Quote; now: Quote }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const isArrivalOther = before.toAmount !== now.toAmount;
  return (
    <div role="status">
      <Notice tone="warning">
        {isArrivalOther
          ? t('trade.arrivalChanged', {
              now: moneyText(now.toAmount, now.toCurrency, formatTag),
              before: moneyText(before.toAmount, before.toCurrency, formatTag),
            })
          : t('trade.priceChanged', {
              now: moneyText(now.fromAmount, now.fromCurrency, formatTag),
              before: moneyText(before.fromAmount, before.fromCurrency, formatTag),
            })}
      </Notice>
    </div>
  );
}

interface AcceptFailureProps {
  error: Error;
  /** The currency whose balance is too small. */
  currency: AssetCode;
}

/** Why nothing was traded, and what to do about it. */
function AcceptFailure({ error, currency }: AcceptFailureProps) {
  const { t } = useTranslation();
  const code = error instanceof ApiError ? error.code : undefined;
  return (
    <div className={styles.failure}>
      <Notice tone="failed">
        {errorMessage(error, t, { fallback: t('trade.failed') })}
        {code === 'QuoteUsed' && (
          <>
            {' '}
            <Link to={paths.transactions} className={styles.inlineLink}>
              {t('trade.seeTransactions')}
            </Link>
          </>
        )}
      </Notice>
      {code === 'InsufficientBalance' && <AddMoneyButton currency={currency} size="small" takesItsPlace />}
    </div>
  );
}

/** The former offer, if its terms differ from this one's; undefined if nothing has changed. */
function useLastChange(quote: Quote): Quote | undefined {
  const [seen, setSeen] = useState<{ quote: Quote; before: Quote | undefined }>({
    quote,
    before: undefined,
  });
  if (seen.quote.id === quote.id) return seen.before;
  const before = termsOf(seen.quote) === termsOf(quote) ? undefined : seen.quote;
  setSeen({ quote, before });
  return before;
}
