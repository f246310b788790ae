import type { Quote } from '@mercury/contract/api/trade.ts';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { moneyText } from '../../ui/money-text.ts';
import { Notice } from '../../ui/notice.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { useHasRested } from '../../ui/use-has-rested.ts';
import type { AddMoney } from './add-money.tsx';
import { AcceptFailure } from './accept-failure.tsx';
import { termsOf } from './draft.ts';
import { OfferCountdown } from './offer-countdown.tsx';
import { OfferFailure } from './offer-failure.tsx';
import { QuoteSummary } from './quote-summary.tsx';
import styles from './trade.module.css';
import { isAnswerLost } from './unsettled-offer.ts';
import { useLastChange } from './use-last-change.ts';
import type { OfferState } from './use-offer.ts';

/** As long as it takes to see that the figures under the finger are others. */
const changeRestMs = 600;

interface TradeReviewProps {
  quote: Quote;
  state: OfferState;
  /** Of the last try to accept. */
  error: Error | null;
  isProcessing: boolean;
  /** It may have been accepted already. */
  isLost: boolean;
  onConfirm: (quote: Quote) => void;
  onBack: () => void;
  onAddMoney: AddMoney;
}

/** What happens on a press, to the last unit: what is shown here is what is accepted. */
export function TradeReview(props: TradeReviewProps) {
  const { quote, state, error, isProcessing, isLost, onConfirm, onBack } = props;
  const { t } = useTranslation();
  const before = useLastChange(quote);
  // To try again and to confirm something new are not the same press either.
  const hasRested = useHasRested(`${isLost} ${termsOf(quote)}`, changeRestMs);
  // An offer that may have been accepted is tried once more as it is, however old it is by now.
  const canConfirm = hasRested && (isLost || state.isFirm);
  return (
    <div className={styles.form}>
      <QuoteSummary quote={quote} />
      {state.offer && !isLost && !isProcessing && <OfferCountdown offer={state.offer} />}
      {isLost && <Notice tone="failed">{t('trade.answerLost')}</Notice>}
      {error && !isAnswerLost(error) && (
        <AcceptFailure error={error} currency={quote.fromCurrency} onAddMoney={props.onAddMoney} />
      )}
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
          onClick={() => onConfirm(quote)}
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

/** Says what is different about the offer that has come in the place of another. */
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
