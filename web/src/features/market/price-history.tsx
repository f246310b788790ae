import { type MarketCoin, type MarketRange, marketRanges } from '@mercury/contract/api/market.ts';
import { useQuery } from '@tanstack/react-query';
import { ChartLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { coinName } from '../../i18n/coin-name.ts';
import { CourseFigure, CourseSkeleton } from '../../ui/course-figure.tsx';
import { courseOf } from '../../ui/price-course.ts';
import { EmptyState, ErrorState } from '../../ui/state-message.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import styles from './coin-page.module.css';
import { historyQuery } from './queries.ts';
import { useLogFailure } from './use-log-failure.ts';

interface PriceHistoryProps {
  coin: MarketCoin;
  range: MarketRange;
  onRangeChange: (range: MarketRange) => void;
}

/** How the price went over a range that the reader chooses: as a chart, and in words. */
export function PriceHistory({ coin, range, onRangeChange }: PriceHistoryProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.panel} aria-label={t('market.history')}>
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

function HistoryOfRange({ coin, range }: Omit<PriceHistoryProps, 'onRangeChange'>) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(historyQuery(coin.id, range));
  useLogFailure(error);
  if (!data && error) {
    return (
      <div className={styles.state}>
        <ErrorState
          title={t('market.failedToLoadHistory')}
          message={errorMessage(error, t, { fallback: t('common.pleaseTryAgain') })}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </div>
    );
  }
  if (!data) return <CourseSkeleton label={t('market.loadingHistory')} />;
  const points = data.points.map(({ at, price }) => ({ atMs: Date.parse(at), price: Number(price) }));
  const course = courseOf(points.map(({ price }) => price));
  if (course === undefined) {
    return (
      <div className={styles.state}>
        <EmptyState icon={<ChartLine size={24} />} title={t('market.noHistoryTitle')}>
          {t('market.noHistoryText')}
        </EmptyState>
      </div>
    );
  }
  return (
    <CourseFigure
      points={points}
      range={range}
      course={course}
      label={t(`market.chartOf.${range}`, { name: coinName(t, coin.symbol, coin.name) })}
    />
  );
}
