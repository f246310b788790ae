import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { type getPortfolio, type PortfolioRange, portfolioRanges } from '@mercury/contract/api/portfolio.ts';
import { useTranslation } from 'react-i18next';
import { CourseFigure, CourseSkeleton } from '../../domain/course-figure.tsx';
import type { PricePoint } from '../../domain/price-chart.tsx';
import { courseOf, type PriceCourse } from '../../domain/prices.ts';
import { Card } from '../../ui/card.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import styles from './value-history.module.css';

interface ValueHistoryProps {
  range: PortfolioRange;
  onRangeChange: (range: PortfolioRange) => void;
  /** Undefined while they load. */
  points: ReplyOf<typeof getPortfolio>['points'] | undefined;
}

/** The total value over a range that the person selects, as a chart and in words. */
export function ValueHistory({ range, onRangeChange, points }: ValueHistoryProps) {
  const { t } = useTranslation();
  return (
    <Card title={t('portfolio.history')} className={styles.card}>
      <Tabs
        label={t('market.range')}
        tabs={portfolioRanges.map((value) => ({ value, label: t(`market.ranges.${value}`) }))}
        value={range}
        onChange={onRangeChange}
      >
        {points ? (
          <ValueOfRange range={range} points={points} />
        ) : (
          <CourseSkeleton label={t('portfolio.loadingHistory')} />
        )}
      </Tabs>
      <p className={styles.note}>{t('portfolio.historyNote')}</p>
    </Card>
  );
}

interface ValueOfRangeProps {
  range: PortfolioRange;
  points: NonNullable<ValueHistoryProps['points']>;
}

function ValueOfRange({ range, points }: ValueOfRangeProps) {
  const { t } = useTranslation();
  const drawn = points.map(({ at, usd }) => ({ atMs: Date.parse(at), price: Number(usd) }));
  return (
    <CourseFigure
      points={drawn}
      range={range}
      course={valueCourseOf(drawn)}
      label={t(`portfolio.chartOf.${range}`)}
    />
  );
}

/** Summary of a value over time. It may start at zero: then there is no change in percent. */
export function valueCourseOf(points: readonly PricePoint[]): PriceCourse | undefined {
  const values = points.map(({ price }) => price);
  if (values.length < 2) return undefined;
  return (
    courseOf(values) ?? { lowest: Math.min(...values), highest: Math.max(...values), changePercent: null }
  );
}
