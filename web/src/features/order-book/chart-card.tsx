import {
  type Candle,
  type CandleInterval,
  candleIntervals,
  type Market,
} from '@mercury/contract/api/markets.ts';
import { ChartArea, Table2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './chart-card.module.css';
import { DepthChart } from './depth-chart.tsx';
import type { Book } from './estimate.ts';
import { Price, Quantity } from './figures.tsx';
import tables from './tables.module.css';

// The library weighs more than all of the page.
const CandleChart = lazyPart(async () => (await import('./candle-chart.tsx')).CandleChart);

interface ChartCardProps {
  market: Market;
  candles: readonly Candle[] | undefined;
  book: Book | undefined;
  interval: CandleInterval;
  onIntervalChange: (interval: CandleInterval) => void;
}

type View = 'candles' | 'table' | 'depth';

/** The course of the market, drawn or as a table, and how much stands in its book. */
export function ChartCard({ market, candles, book, interval, onIntervalChange }: ChartCardProps) {
  const { t } = useTranslation();
  const [view, setView] = useState<View>('candles');
  const choose = (next: View) => setView(next === view ? 'candles' : next);
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
        <div className={styles.views}>
          <IconButton
            label={t('orderBook.asDepth')}
            className={styles.interval}
            aria-pressed={view === 'depth'}
            onClick={() => choose('depth')}
          >
            <ChartArea size={18} aria-hidden="true" />
          </IconButton>
          <IconButton
            label={t('orderBook.asTable')}
            className={styles.interval}
            aria-pressed={view === 'table'}
            onClick={() => choose('table')}
          >
            <Table2 size={18} aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      <div className={styles.canvas}>
        {view === 'depth' && (book ? <DepthChart market={market} book={book} /> : waiting)}
        {view !== 'depth' && candles === undefined && waiting}
        {view !== 'depth' && candles?.length === 0 && (
          <p className={tables.empty}>{t('orderBook.noTrades')}</p>
        )}
        {view === 'candles' && candles !== undefined && candles.length > 0 && (
          <CandleChart {...{ market, candles, interval, label }} whileLoading={waiting} />
        )}
        {view === 'table' && candles !== undefined && candles.length > 0 && (
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
