import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './problem-line.module.css';

/** Why what was pressed beside it did not happen. It stays, where a toast may go unseen. */
export function ProblemLine({ children }: { children: ReactNode }) {
  return (
    <p className={styles.problem} role="alert">
      <CircleAlert size={16} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
