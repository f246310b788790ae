import { directionOf as readingDirectionOf } from '@mercury/contract/locales.ts';
import { useLocale } from '../i18n/use-locale.ts';
import type { ChartRange } from './axis-times.ts';
import { DateText } from './time-text.tsx';
import styles from './price-chart.module.css';
import type { PricePoint } from './price-chart.tsx';
import { decimalText } from './price-format.ts';
import { PriceText } from './price-text.tsx';

interface PriceTooltipProps {
  range: ChartRange;
  /** The chart's library adds these: whether a moment is pointed at, and the points that are drawn there. */
  active?: boolean;
  payload?: readonly { payload?: unknown }[];
}

/** The price of the moment that is pointed at, or that the arrow keys have come to. */
export function PriceTooltip({ range, active = false, payload }: PriceTooltipProps) {
  const locale = useLocale();
  const entry = payload?.[0];
  if (!active || entry === undefined) return null;
  // The library hands on what it was given as the chart's points.
  const point = entry.payload as PricePoint;
  return (
    <div className={styles.tooltip} dir={readingDirectionOf(locale)} data-testid="price-tooltip">
      <strong>
        <PriceText price={decimalText(point.price)} />
      </strong>
      <span className={styles.moment}>
        <DateText at={new Date(point.atMs).toISOString()} hasTime={range !== 'year'} />
      </span>
    </div>
  );
}
