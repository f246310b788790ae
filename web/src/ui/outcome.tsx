import type { ReactNode } from 'react';
import styles from './outcome.module.css';

interface OutcomeProps {
  mark: ReactNode;
  title: string;
  text: string;
  /** Between the mark and the words: what it is about. */
  children?: ReactNode;
}

/** How something stands: done, under way, failed. Read out as it changes. */
export function Outcome({ mark, title, text, children }: OutcomeProps) {
  return (
    <div className={styles.outcome} role="status">
      {mark}
      {children}
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{text}</p>
    </div>
  );
}
