import { Check, CircleX } from 'lucide-react';
import styles from './state-mark.module.css';

/** Something is under way. The text beside it says what. */
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
