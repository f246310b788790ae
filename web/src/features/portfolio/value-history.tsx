import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { type getPortfolio, type PortfolioRange, portfolioRanges } from '@mercury/contract/api/portfolio.ts';
import { ChartLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { CourseFigure, CourseSkeleton } from '../../ui/course-figure.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { valueCourseOf } from './value-course.ts';
import styles from './value-history.module.css';

interface ValueHistoryProps {
  range: PortfolioRange;
  onRangeChange: (range: PortfolioRange) => void;
  /** Undefined while they are on their way. */
  points: ReplyOf<typeof getPortfolio>['points'] | undefined;
}

/** What everything was worth over a range that the person chooses: as a chart, and in words. */
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
  const course = valueCourseOf(drawn);
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
    <CourseFigure points={drawn} range={range} course={course} label={t(`portfolio.chartOf.${range}`)} />
  );
}
