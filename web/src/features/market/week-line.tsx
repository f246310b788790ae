import { useTranslation } from 'react-i18next';
import { ChangeText } from '../../domain/price-text.tsx';
import { courseOf, directionOf } from '../../domain/prices.ts';
import { Sparkline } from '../../domain/sparkline.tsx';
import styles from './week-line.module.css';

interface Week {
  /** Prices of the last seven days, oldest first; empty if unknown. */
  week: readonly string[];
}

/**
 * The last seven days as a line, with its time and its own change beside it. The change is that of the very line, so the two
 * can't contradict each other. Renders nothing if the week is unknown.
 */
export function WeekLine({ week, place }: Week & { place: 'card' | 'row' }) {
  const { t } = useTranslation();
  const { values, course, direction } = weekOf({ week });
  if (course === undefined) return null;
  return (
    <span className={styles.week} data-place={place}>
      <span className={styles.line}>
        <Sparkline values={values} tone={direction} />
      </span>{' '}
      <span className={styles.change}>
        <abbr className={styles.period} title={t('market.inSevenDays')}>
          {t('market.sevenDaysShort')}
        </abbr>{' '}
        <ChangeText percent={course.changePercent} />
      </span>
    </span>
  );
}

/** The change of a day, with its time beside it. */
export function DayChange({ percent }: { percent: string | null }) {
  const { t } = useTranslation();
  return (
    <span className={styles.change}>
      <abbr className={styles.period} title={t('market.in24Hours')}>
        {t('market.dayShort')}
      </abbr>{' '}
      <ChangeText percent={percent} />
    </span>
  );
}

/** The coin's seven-day prices as numbers, for the line and its change. */
export function weekOf({ week }: Week) {
  const values = week.map(Number);
  const course = courseOf(values);
  return { values, course, direction: course ? directionOf(course.changePercent) : 'level' } as const;
}
