import styles from './meter-bars.module.css';

export type StrengthTone = 'weak' | 'medium' | 'strong';

interface MeterBarsProps {
  filled: number;
  bars: number;
  tone: StrengthTone;
  /** The meter's text, such as 'Weak password', and its figure, such as '2/5'. */
  label: string;
  figure?: string;
}

export function MeterBars({ filled, bars, tone, label, figure }: MeterBarsProps) {
  return (
    <div className={styles.meter} data-tone={tone}>
      <div
        className={styles.bars}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={bars}
        aria-valuenow={filled}
      >
        {Array.from({ length: bars }, (_, index) => (
          <span key={`bar-${index}`} className={styles.bar} data-filled={index < filled || undefined} />
        ))}
      </div>
      <p className={styles.texts} aria-live="polite">
        <span className={styles.label}>{label}</span>
        {figure && <bdi dir="ltr">{figure}</bdi>}
      </p>
    </div>
  );
}
