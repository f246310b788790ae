import { CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './auth.module.css';

interface OutcomeProps {
  kind: 'completed' | 'failed';
  title: string;
  children: ReactNode;
  action: ReactNode;
}

/** How it ended: done or not, and what can be done next. */
export function Outcome({ kind, title, children, action }: OutcomeProps) {
  const Icon = kind === 'completed' ? CircleCheck : CircleX;
  return (
    <div className={styles.outcome} role="status">
      <Icon size={40} aria-hidden="true" className={styles[kind]} />
      <p className={styles.outcomeTitle}>{title}</p>
      <p className={styles.lead}>{children}</p>
      <div className={styles.outcomeActions}>{action}</div>
    </div>
  );
}

/** The shape of the outcome that will come. */
export function OutcomeAwaited({ label }: { label: string }) {
  return (
    <div className={styles.outcome} role="status" aria-busy="true">
      <Skeleton width="2.5rem" height="2.5rem" shape="circle" />
      <p className={styles.lead}>{label}</p>
      <Skeleton height="2.75rem" shape="block" />
    </div>
  );
}
