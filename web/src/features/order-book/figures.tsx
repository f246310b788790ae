import type { Market } from '@mercury/contract/api/markets.ts';
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

export function Quantity({ value, market, hasUnit = false }: FigureProps) {
  const text = formatFigure(value, unitsOf(market).quantityDecimals, useFormatTag());
  return (
    <bdi dir="ltr" className={styles.figure}>
      {hasUnit ? `${text}\u00a0${market.base}` : text}
    </bdi>
  );
}
