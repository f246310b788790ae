import { type MarketCoin, type MarketRange, marketRanges } from '@mercury/contract/api/market.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { CourseFigure, CourseSkeleton } from '../../domain/course-figure.tsx';
import { coinName } from '../../i18n/coin-name.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import styles from './coin-page.module.css';
import { courseOver, historyQuery, useLogFailure } from './queries.ts';

interface PriceHistoryProps {
  coin: MarketCoin;
  range: MarketRange;
  onRangeChange: (range: MarketRange) => void;
  /** Above the ranges, where the page around it does not name the coin. */
  head?: ReactNode;
}

/** The price over a range that the reader selects, as a chart and in words. */
export function PriceHistory({ coin, range, onRangeChange, head }: PriceHistoryProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.panel} aria-label={t('market.history')}>
      {head}
      <Tabs
        label={t('market.range')}
        tabs={marketRanges.map((value) => ({ value, label: t(`market.ranges.${value}`) }))}
        value={range}
        onChange={onRangeChange}
      >
        <HistoryOfRange coin={coin} range={range} />
      </Tabs>
    </section>
  );
}

function HistoryOfRange({ coin, range }: Pick<PriceHistoryProps, 'coin' | 'range'>) {
  const { t } = useTranslation();
  const query = useQuery(historyQuery(coin.id, range));
  useLogFailure(query.error);
  return (
    <QueryState
      query={query}
      skeleton={<CourseSkeleton label={t('market.loadingHistory')} />}
      failedTitle={t('market.failedToLoadHistory')}
      errorMessage={errorMessage}
      renderFrame={(failure) => <div className={styles.state}>{failure}</div>}
    >
      {(history) => {
        const points = history.points.map(({ at, price }) => ({
          atMs: Date.parse(at),
          price: Number(price),
        }));
        return (
          <CourseFigure
            points={points}
            range={range}
            course={courseOver(
              range,
              coin,
              points.map(({ price }) => price),
            )}
            label={t(`market.chartOf.${range}`, { name: coinName(t, coin.symbol, coin.name) })}
          />
        );
      }}
    </QueryState>
  );
}
