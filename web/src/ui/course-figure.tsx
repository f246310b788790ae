import { useTranslation } from 'react-i18next';
import type { ChartRange } from './axis-times.ts';
import styles from './course-figure.module.css';
import { lazyPart } from './lazy-part.tsx';
import type { PricePoint } from './price-chart.tsx';
import type { PriceCourse } from './price-course.ts';
import { decimalText } from './price-format.ts';
import { ChangeText, PriceText } from './price-text.tsx';
import { Skeleton } from './skeleton.tsx';

// The chart's library weighs more than the page around it.
const PriceChart = lazyPart(async () => (await import('./price-chart.tsx')).PriceChart);

interface CourseFigureProps {
  /** Two at least, the oldest first. */
  points: readonly PricePoint[];
  range: ChartRange;
  course: PriceCourse;
  /** What a screen reader calls the chart. */
  label: string;
}

/** How something that is told in US dollars went: as a chart, and in words. */
export function CourseFigure({ points, range, course, label }: CourseFigureProps) {
  return (
    <figure className={styles.figure}>
      <div className={styles.chart}>
        <PriceChart
          points={points}
          range={range}
          course={course}
          label={label}
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

/** The shape of the figure that will come. */
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
