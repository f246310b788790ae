import { sparklineBox, sparklinePoints } from './sparkline-path.ts';
import styles from './sparkline.module.css';

interface SparklineProps {
  /** Evenly spaced in time, the oldest first. */
  values: readonly number[];
  tone: 'up' | 'down' | 'level';
}

/**
 * How something went, as a small line. Decorative: whoever shows it says the same in words. Time runs from left to
 * right in every language, as charts do everywhere.
 */
export function Sparkline({ values, tone }: SparklineProps) {
  const points = sparklinePoints(values);
  const { width, height } = sparklineBox;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={styles.sparkline}
      data-tone={tone}
    >
      {points !== '' && (
        <>
          <polygon className={styles.area} points={`0,${height} ${points} ${width},${height}`} />
          <polyline className={styles.line} points={points} />
        </>
      )}
    </svg>
  );
}
