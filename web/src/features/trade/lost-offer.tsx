import type { Quote } from '@mercury/contract/api/trade.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { errorMessage } from '../../api/error-message.ts';
import { useIsOnline } from '../../connection.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { paths } from '../../paths.ts';
import { moneyText } from '../../ui/money-parts.ts';
import { Notice } from '../../ui/notice.tsx';
import { QuoteSummary } from './offer-details.tsx';
import styles from './trade.module.css';
import { type AcceptOffer, isAnswerLost, readUnsettledOffer } from './use-accept-offer.ts';

/** What became of a lost offer, other than a trade. */
interface Miss {
  quote: Quote;
  error: Error;
}

interface LostOfferOptions {
  accept: AcceptOffer;
  /** The review has its own button. */
  isInReview: boolean;
  onWentThrough: () => void;
}

/** An offer whose answer was lost, outside the review: it comes before any other until its outcome is known. */
export function useLostOffer({ accept, isInReview, onWentThrough }: LostOfferOptions) {
  const [miss, setMiss] = useState<Miss>();
  const isOnline = useIsOnline();
  const lost = accept.isLost && !isInReview ? accept.confirmed : undefined;

  function ask() {
    if (lost === undefined) return;
    accept.mutate(lost, {
      onSuccess: onWentThrough,
      onError: (error) => {
        if (readUnsettledOffer() === undefined) setMiss({ quote: lost, error });
      },
    });
  }

  // Not sooner: while the server still takes the offer, asking would be buying. Once by itself, then at a press.
  const askAtMs = lost && isOnline && accept.isIdle ? accept.overAtMs : undefined;
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (askAtMs === undefined) return undefined;
    const timer = setTimeout(() => askNow(), Math.max(0, askAtMs - Date.now()));
    return () => clearTimeout(timer);
  }, [askAtMs]);

  return { lost, ask, miss, forgetMiss: () => setMiss(undefined) };
}

/** A reload may come back to a place below it. */
function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/** In the place of the form's fields. */
export function LostOffer({ quote, accept }: { quote: Quote; accept: AcceptOffer }) {
  const { t } = useTranslation();
  const { error } = accept;
  return (
    <>
      <div ref={bringIntoView}>
        <Notice tone="warning">{accept.isPending ? t('trade.checking') : t('trade.answerLost')}</Notice>
      </div>
      {error && !isAnswerLost(error) && (
        <Notice tone="failed">{errorMessage(error, t, { fallback: t('trade.failed') })}</Notice>
      )}
      <QuoteSummary quote={quote} />
    </>
  );
}

/** Above the form, until the next order. */
export function MissedOffer({ quote, error }: Miss) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const code = error instanceof ApiError ? error.code : undefined;
  const figures = {
    given: moneyText(quote.fromAmount, quote.fromCurrency, formatTag),
    got: moneyText(quote.toAmount, quote.toCurrency, formatTag),
  };
  // Its own answer is forgotten, but the server knows that it was taken.
  const isTraded = code === 'QuoteUsed';
  return (
    <div role="status">
      <Notice tone={isTraded ? 'neutral' : 'warning'}>
        {isTraded ? t('trade.wentThrough', figures) : t('trade.didNotGoThrough', figures)}
        {code !== 'QuoteUsed' && code !== 'QuoteExpired' && (
          <> {errorMessage(error, t, { fallback: t('trade.failed') })}</>
        )}
        {isTraded && (
          <>
            {' '}
            <Link to={paths.transactions} className={styles.inlineLink}>
              {t('trade.seeTransactions')}
            </Link>
          </>
        )}
      </Notice>
    </div>
  );
}
