import styles from './sparkline.module.css';

interface SparklineProps {
  /** Evenly spaced in time, oldest first. */
  values: readonly number[];
  tone: 'up' | 'down' | 'level';
}

/**
 * A small line chart. Decorative: the text beside it says the same. Time runs left to right in every language, as on all charts.
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

/** The line's coordinate box. It stretches to the available space. */
const sparklineBox = { width: 100, height: 32 } as const;

/** Keeps the line's thickness inside the box. */
const inset = 2;

/**
 * SVG points for evenly spaced values, first at the left: `0,30 50,16 100,2`. Equal values lie in the middle; fewer than two make
 * no line.
 */
export function sparklinePoints(values: readonly number[]): string {
  if (values.length < 2) return '';
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const room = sparklineBox.height - 2 * inset;
  return values
    .map((value, index) => {
      const share = span === 0 ? 0.5 : (value - low) / span;
      const x = (index / (values.length - 1)) * sparklineBox.width;
      return `${round(x)},${round(inset + (1 - share) * room)}`;
    })
    .join(' ');
}

function round(length: number): number {
  return Math.round(length * 100) / 100;
}
