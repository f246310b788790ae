import type { Market } from '@mercury/contract/api/markets.ts';
import { useTranslation } from 'react-i18next';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { formatFigure, unitsOf } from './market-numbers.ts';
import styles from './figures.module.css';

interface FigureProps {
  value: string;
  market: Market;
  hasUnit?: boolean;
}

/** From left to right in every language, with all decimals of the market. */
export function Price({ value, market, hasUnit = false }: FigureProps) {
  const text = formatFigure(value, unitsOf(market).priceDecimals, useFormatTag());
  return (
    <bdi dir="ltr" className={styles.figure}>
      {hasUnit ? `${text}\u00a0${market.quote}` : text}
    </bdi>
  );
}

interface LastPriceProps extends Omit<FigureProps, 'value'> {
  /** Of the best prices; undefined without both. */
  middle: string | undefined;
  /** It stands between the best prices, which says to the eye what it is. */
  isInBook?: boolean;
}

/** Where nobody has traded yet, the middle of the book says what it is about. */
export function LastPrice({ market, middle, hasUnit = false, isInBook = false }: LastPriceProps) {
  const { t } = useTranslation();
  if (market.lastPrice !== null) return <Price value={market.lastPrice} market={market} hasUnit={hasUnit} />;
  if (middle === undefined) return <span className={styles.label}>{t('orderBook.noTradeYet')}</span>;
  return (
    <>
      <Price value={middle} market={market} hasUnit={hasUnit} />{' '}
      <span className={isInBook ? 'visually-hidden' : styles.label}>{t('orderBook.middle')}</span>
    </>
  );
}

export function Quantity({ value, market, hasUnit = false }: FigureProps) {
  const text = formatFigure(value, unitsOf(market).quantityDecimals, useFormatTag());
  return (
    <bdi dir="ltr" className={styles.figure}>
      {hasUnit ? `${text}\u00a0${market.base}` : text}
    </bdi>
  );
}
