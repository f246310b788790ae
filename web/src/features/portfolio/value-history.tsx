import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { type getPortfolio, type PortfolioRange, portfolioRanges } from '@mercury/contract/api/portfolio.ts';
import { useTranslation } from 'react-i18next';
import { CourseFigure, CourseSkeleton } from '../../domain/course-figure.tsx';
import type { PricePoint } from '../../domain/price-chart.tsx';
import type { PriceCourse } from '../../domain/prices.ts';
import { Card } from '../../ui/card.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import styles from './value-history.module.css';

interface ValueHistoryProps {
  range: PortfolioRange;
  onRangeChange: (range: PortfolioRange) => void;
  /** Undefined while it loads. */
  history: Pick<ReplyOf<typeof getPortfolio>, 'points' | 'change'> | undefined;
}

/** The total value over a range that the person selects, as a chart and in words. */
export function ValueHistory({ range, onRangeChange, history }: ValueHistoryProps) {
  const { t } = useTranslation();
  return (
    <Card title={t('portfolio.history')} className={styles.card}>
      <Tabs
        label={t('market.range')}
        tabs={portfolioRanges.map((value) => ({ value, label: t(`market.ranges.${value}`) }))}
        value={range}
        onChange={onRangeChange}
      >
        {history ? (
          <ValueOfRange range={range} {...history} />
        ) : (
          <CourseSkeleton label={t('portfolio.loadingHistory')} />
        )}
      </Tabs>
      <p className={styles.note}>{t('portfolio.historyNote')}</p>
    </Card>
  );
}

type ValueOfRangeProps = NonNullable<ValueHistoryProps['history']> & {
  range: PortfolioRange;
};

function ValueOfRange({ range, points, change }: ValueOfRangeProps) {
  const { t } = useTranslation();
  const drawn = points.map(({ at, usd }) => ({ atMs: Date.parse(at), price: Number(usd) }));
  return (
    <CourseFigure
      points={drawn}
      range={range}
      course={valueCourseOf(drawn, change)}
      label={t(`portfolio.chartOf.${range}`)}
      isColouredByChange={false}
    />
  );
}

/** Summary of a value over time. The line also moves with the money, its change does not. */
export function valueCourseOf(
  points: readonly PricePoint[],
  change: ReplyOf<typeof getPortfolio>['change'],
): PriceCourse | undefined {
  const values = points.map(({ price }) => price);
  if (values.length < 2) return undefined;
  return {
    lowest: Math.min(...values),
    highest: Math.max(...values),
    changePercent: change && Number(change.percent),
  };
}
