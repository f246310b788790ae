import type { ReactNode } from 'react';
import styles from './detail-list.module.css';

export function DetailList({ children }: { children: ReactNode }) {
  return <dl className={styles.list}>{children}</dl>;
}

interface DetailProps {
  label: ReactNode;
  children: ReactNode;
  /** Puts long content below its label instead of beside it. */
  isStacked?: boolean;
  isStrong?: boolean;
}

export function Detail({ label, children, isStacked = false, isStrong = false }: DetailProps) {
  return (
    <div className={styles.row} data-stacked={isStacked || undefined} data-strong={isStrong || undefined}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.content}>{children}</dd>
    </div>
  );
}
