import type { Quote } from '@mercury/contract/api/trade.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { configQuery } from '../../api/config-query.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { Money } from '../../ui/money.tsx';
import { RateText } from '../../ui/rate-text.tsx';
import { formatAge } from './age.ts';
import type { Offer } from './offer.ts';
import { formatBps } from './percent.ts';
import styles from './trade.module.css';

/** What the offer says, and what it was made of. */
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
          <Money amount={fee} asset={fromCurrency} />
        </Detail>
        <Detail label={t('trade.get')} isStrong>
          <Money amount={toAmount} asset={toCurrency} />
        </Detail>
      </DetailList>
      <ul className={styles.prices}>
        {/* That a dollar is a dollar goes without saying. */}
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

/** What was taken as a currency's price, who said it, and when. */
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

/** By the server's clock up to the offer, and by this browser's from then on: the two may differ. */
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
