import { ChartLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { EmptyState } from '../ui/state-message.tsx';
import type { ChartRange } from './axis-times.ts';
import styles from './course-figure.module.css';
import type { PricePoint } from './price-chart.tsx';
import { ChangeText, PriceText } from './price-text.tsx';
import { decimalText, type PriceCourse } from './prices.ts';

// Lazy: the chart library weighs more than the page around it.
const PriceChart = lazyPart(async () => (await import('./price-chart.tsx')).PriceChart);

interface CourseFigureProps {
  /** Oldest first. */
  points: readonly PricePoint[];
  range: ChartRange;
  /** Undefined if there are too few values. */
  course: PriceCourse | undefined;
  /** The chart's name for screen readers. */
  label: string;
  /** False where the line moves by more than what the course counts. */
  isColouredByChange?: boolean;
}

/** A history in US dollars, as a chart and in words. */
export function CourseFigure({ points, range, course, label, isColouredByChange = true }: CourseFigureProps) {
  const { t } = useTranslation();
  if (course === undefined) {
    return (
      <div className={styles.empty}>
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
          label={label}
          isColouredByChange={isColouredByChange}
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

/** Skeleton in the shape of the coming figure. */
export function CourseSkeleton({ label }: { label: string }) {
  return (
    <div className={styles.figure} role="status" aria-busy="true" aria-label={label}>
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
