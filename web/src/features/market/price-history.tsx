import { type MarketCoin, type MarketRange, marketRanges } from '@mercury/contract/api/market.ts';
import { useQuery } from '@tanstack/react-query';
import { ChartLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state-message.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import styles from './coin-page.module.css';
import { courseOf, type PriceCourse } from './price-course.ts';
import { decimalText } from './price-format.ts';
import { ChangeText, PriceText } from './price-text.tsx';
import { historyQuery } from './queries.ts';
import { useLogFailure } from './use-log-failure.ts';

// The chart's library weighs more than the page around it.
const PriceChart = lazyPart(async () => (await import('./price-chart.tsx')).PriceChart);

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
  if (!data) return <HistorySkeleton />;
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
    <figure className={styles.figure}>
      <div className={styles.chart}>
        <PriceChart
          points={points}
          range={range}
          course={course}
          label={t(`market.chartOf.${range}`, { name: coin.name })}
          whileLoading={<Skeleton height="100%" shape="block" />}
        />
      </div>
      <CourseSummary course={course} />
    </figure>
  );
}

function CourseSummary({ course }: { course: PriceCourse }) {
  const { t } = useTranslation();
  return (
    <figcaption>
      <dl className={styles.facts} data-testid="price-summary">
        <div>
          <dt>{t('market.lowest')}</dt>
          <dd>
            <PriceText price={decimalText(course.lowest)} />
          </dd>
        </div>
        <div>
          <dt>{t('market.highest')}</dt>
          <dd>
            <PriceText price={decimalText(course.highest)} />
          </dd>
        </div>
        <div>
          <dt>{t('market.changeOverRange')}</dt>
          <dd>
            <ChangeText percent={course.changePercent} />
          </dd>
        </div>
      </dl>
    </figcaption>
  );
}

function HistorySkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.figure} role="status" aria-busy="true" aria-label={t('market.loadingHistory')}>
      <div className={styles.chart}>
        <Skeleton height="100%" shape="block" />
      </div>
      <div className={styles.facts}>
        {Array.from({ length: 3 }, (_, index) => (
          <Skeleton key={index} height="3rem" shape="block" />
        ))}
      </div>
    </div>
  );
}
