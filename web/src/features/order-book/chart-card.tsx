import {
  type Candle,
  type CandleInterval,
  candleIntervals,
  type Market,
} from '@mercury/contract/api/markets.ts';
import { Table2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './chart-card.module.css';
import { Price, Quantity } from './figures.tsx';
import tables from './tables.module.css';

// The library weighs more than all of the page.
const CandleChart = lazyPart(async () => (await import('./candle-chart.tsx')).CandleChart);

interface ChartCardProps {
  market: Market;
  candles: readonly Candle[] | undefined;
  interval: CandleInterval;
  onIntervalChange: (interval: CandleInterval) => void;
}

/** The course of the market, drawn or as a table. */
export function ChartCard({ market, candles, interval, onIntervalChange }: ChartCardProps) {
  const { t } = useTranslation();
  const [isTable, setIsTable] = useState(false);
  const label = t('orderBook.chartLabel', {
    market: market.market,
    interval: t(`orderBook.intervals.${interval}`),
  });
  const waiting = <Skeleton height="100%" shape="block" />;
  return (
    <section className={styles.card} aria-label={t('orderBook.chart')}>
      <div className={styles.head}>
        <div role="group" aria-label={t('orderBook.interval')} className={styles.intervals}>
          {/* Object.keys forgets what it lists. */}
          {(Object.keys(candleIntervals) as CandleInterval[]).map((each) => (
            <button
              key={each}
              type="button"
              className={styles.interval}
              aria-pressed={each === interval}
              onClick={() => onIntervalChange(each)}
            >
              {t(`orderBook.intervals.${each}`)}
            </button>
          ))}
        </div>
        <IconButton
          label={t('orderBook.asTable')}
          className={styles.interval}
          aria-pressed={isTable}
          onClick={() => setIsTable(!isTable)}
        >
          <Table2 size={18} aria-hidden="true" />
        </IconButton>
      </div>
      <div className={styles.canvas} data-table={isTable || undefined}>
        {candles === undefined && waiting}
        {candles?.length === 0 && <p className={tables.empty}>{t('orderBook.noTrades')}</p>}
        {candles !== undefined && candles.length > 0 && !isTable && (
          <CandleChart {...{ market, candles, interval, label }} whileLoading={waiting} />
        )}
        {candles !== undefined && candles.length > 0 && isTable && (
          <CandleTable market={market} candles={candles} label={label} />
        )}
      </div>
      <p className={styles.maker}>
        <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
          {t('orderBook.chartBy')}
        </a>
      </p>
    </section>
  );
}

const rowsMax = 100;

function CandleTable({
  market,
  candles,
  label,
}: {
  market: Market;
  candles: readonly Candle[];
  label: string;
}) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard
    <div className={tables.scroll} role="region" aria-label={label} tabIndex={0} data-fills="">
      <table className={tables.table}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {(['time', 'open', 'high', 'low', 'close', 'volume'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`orderBook.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {candles
            .slice(-rowsMax)
            .toReversed()
            .map((candle) => (
              <tr key={candle.at}>
                <td>
                  <time dateTime={candle.at}>{formatDateTime(candle.at, formatTag, { hasTime: true })}</time>
                </td>
                {(['open', 'high', 'low', 'close'] as const).map((of) => (
                  <td key={of}>
                    <Price value={candle[of]} market={market} />
                  </td>
                ))}
                <td>
                  <Quantity value={candle.volume} market={market} />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
