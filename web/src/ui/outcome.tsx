import { Check, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './outcome.module.css';

interface OutcomeProps {
  mark: ReactNode;
  title: string;
  text: string;
  /** Between the mark and the words: the subject. */
  children?: ReactNode;
}

/** A state: done, in progress, or failed. Screen readers announce its changes. */
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

/** In progress. The text beside it says what. */
export function WaitingMark() {
  return <span className={styles.waiting} aria-hidden="true" />;
}

/** It is done. The text beside it says what. */
export function SuccessMark() {
  return (
    <span className={styles.success}>
      <Check size={28} aria-hidden="true" />
    </span>
  );
}

/** It has failed. The text beside it says how. */
export function FailedMark() {
  return <CircleX size={48} aria-hidden="true" className={styles.failed} />;
}
