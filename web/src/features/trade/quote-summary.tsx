import type { Quote } from '@mercury/contract/api/trade.ts';
import { useTranslation } from 'react-i18next';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { Money } from '../../ui/money.tsx';
import { RateText } from '../../ui/rate-text.tsx';
import { formatBps } from './percent.ts';
import { typeKeys } from './trade-words.ts';

/** What an offer says, to the last unit. */
export function QuoteSummary({ quote }: { quote: Quote }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { type, fromAmount, fromCurrency, fee, toAmount, toCurrency, rate, spreadBps } = quote;
  return (
    <DetailList>
      <Detail label={t(`trade.give.${typeKeys[type]}`)} isStrong>
        <Money amount={fromAmount} asset={fromCurrency} />
      </Detail>
      <Detail label={t('trade.feeWithin')}>
        <Money amount={fee} asset={fromCurrency} />
      </Detail>
      <Detail label={t('trade.rate')}>
        <RateText rate={rate} />
      </Detail>
      <Detail label={t('trade.spread')}>{formatBps(spreadBps, formatTag)}</Detail>
      <Detail label={t('trade.get')} isStrong>
        <Money amount={toAmount} asset={toCurrency} />
      </Detail>
    </DetailList>
  );
}
