import type { Quote } from '@mercury/contract/api/trade.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { configQuery } from '../../domain/config-query.ts';
import { RateText } from '../../domain/price-text.tsx';
import { formatBps } from '../../domain/prices.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSecondsLeft } from '../../ui/use-seconds-left.ts';
import { typeKeys } from './draft.ts';
import { isAboutAmount } from './trade-sides.tsx';
import styles from './trade.module.css';
import type { Offer } from './use-offer.ts';

/** The offer's terms, and the prices behind them. */
export function OfferDetails({ offer }: { offer: Offer }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { data: config } = useQuery(configQuery);
  const { rate, spreadBps, fee, fromCurrency, toAmount, toCurrency, prices } = offer.quote;
  const feePercent = config && formatBps(config.trade.feeBps, formatTag);
  return (
    <div className={styles.details}>
      <DetailList>
        <Detail label={t('trade.rate')}>
          <RateText rate={rate} />
        </Detail>
        <Detail label={t('trade.spread')}>{formatBps(spreadBps, formatTag)}</Detail>
        <Detail label={feePercent ? t('trade.feeOf', { percent: feePercent }) : t('trade.fee')}>
          <Money amount={fee} asset={fromCurrency} precision="exact" />
        </Detail>
        <Detail label={t('trade.get')} isStrong>
          <Money amount={toAmount} asset={toCurrency} precision="exact" />
        </Detail>
      </DetailList>
      <ul className={styles.prices}>
        {/* A dollar's price is always one, so it needs no line. */}
        {prices
          .filter(({ source }) => source !== 'par')
          .map((price) => (
            <PriceLine key={price.currency} price={price} offer={offer} />
          ))}
      </ul>
    </div>
  );
}

interface PriceLineProps {
  price: Quote['prices'][number];
  offer: Offer;
}

/** The price of a currency in the offer: who said it, and when. */
function PriceLine({ price: { currency, usd, source, asOf }, offer }: PriceLineProps) {
  const { t } = useTranslation();
  const age = useAge(asOf, offer);
  const origins = {
    live: t('trade.source.live', { age }),
    pretend: t('trade.source.pretend', { age }),
    operator: t('trade.source.operator'),
    par: '',
  };
  return (
    <li>
      <RateText rate={{ base: currency, quote: 'USD', value: usd }} /> <span>· {origins[source]}</span>
    </li>
  );
}

const ageRefreshMs = 1000;

/** The price's age at the time of the offer by the server's clock, and from then on by this browser's: the two may differ. */
function useAge(asOf: string, { quote, askedAtMs }: Offer): string {
  const formatTag = useFormatTag();
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), ageRefreshMs);
    return () => clearInterval(timer);
  }, []);
  const ageThenMs = Date.parse(quote.createdAt) - Date.parse(asOf);
  return formatAge(ageThenMs + Math.max(0, nowMs - askedAtMs), formatTag);
}

/** How long the offer stays valid, as a figure and as a bar. A screen reader reads the timer only on request. */
export function OfferCountdown({ offer }: { offer: Offer }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const secondsLeft = useSecondsLeft(offer.goodUntilMs);
  const seconds = new Intl.NumberFormat(formatTag, { style: 'unit', unit: 'second', unitDisplay: 'short' });
  const share = (secondsLeft * 1000) / (offer.goodUntilMs - offer.askedAtMs);
  return (
    <div className={styles.countdown} role="timer" data-testid="countdown">
      <span>
        {secondsLeft > 0 ? t('trade.goodFor', { time: seconds.format(secondsLeft) }) : t('trade.renewing')}
      </span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.bar} style={{ inlineSize: `${Math.min(1, share) * 100}%` }} />
      </span>
    </div>
  );
}

interface OfferFailureProps {
  error: Error;
  isRetrying: boolean;
  onRetry: () => void;
}

/** Why there is no offer. A problem with the amount is shown under its field instead. */
export function OfferFailure({ error, isRetrying, onRetry }: OfferFailureProps) {
  const { t } = useTranslation();
  if (isAboutAmount(error)) return null;
  return (
    <div className={styles.failure}>
      <Notice tone="failed">{errorMessage(error, t, { fallback: t('trade.failedToQuote') })}</Notice>
      <Button variant="secondary" size="small" isBusy={isRetrying} onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
}

/** The terms of an offer, exact to the last unit. */
export function QuoteSummary({ quote }: { quote: Quote }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { type, fromAmount, fromCurrency, fee, toAmount, toCurrency, rate, spreadBps } = quote;
  return (
    <DetailList>
      <Detail label={t(`trade.give.${typeKeys[type]}`)} isStrong>
        <Money amount={fromAmount} asset={fromCurrency} precision="exact" />
      </Detail>
      <Detail label={t('trade.feeWithin')}>
        <Money amount={fee} asset={fromCurrency} precision="exact" />
      </Detail>
      <Detail label={t('trade.rate')}>
        <RateText rate={rate} />
      </Detail>
      <Detail label={t('trade.spread')}>{formatBps(spreadBps, formatTag)}</Detail>
      <Detail label={t('trade.get')} isStrong>
        <Money amount={toAmount} asset={toCurrency} precision="exact" />
      </Detail>
    </DetailList>
  );
}

const secondMs = 1000;
const minuteMs = 60 * secondMs;

/** How old a price is: "20 sec. ago"; in minutes from two minutes on. */
export function formatAge(ageMs: number, formatTag: string): string {
  const format = new Intl.RelativeTimeFormat(formatTag, { style: 'short', numeric: 'auto' });
  const age = Math.max(0, ageMs);
  if (age < 2 * minuteMs) return format.format(-Math.floor(age / secondMs), 'second');
  return format.format(-Math.floor(age / minuteMs), 'minute');
}
