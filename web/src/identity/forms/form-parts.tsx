import { CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './auth.module.css';

interface SwitchLineProps {
  question: string;
  label: string;
  onPress: () => void;
}

export function SwitchLine({ question, label, onPress }: SwitchLineProps) {
  return (
    <p className={styles.switchLine}>
      {question}{' '}
      <Button variant="link" onClick={onPress}>
        {label}
      </Button>
    </p>
  );
}

export function AuthForm({ children, onSubmit }: { children: ReactNode; onSubmit: () => void }) {
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

interface OutcomeProps {
  kind: 'completed' | 'failed';
  title: string;
  children: ReactNode;
  action: ReactNode;
}

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

/** Keeps the place of the result. */
export function OutcomeAwaited({ label }: { label: string }) {
  return (
    <div className={styles.outcome} role="status" aria-busy="true">
      <Skeleton width="2.5rem" height="2.5rem" shape="circle" />
      <p className={styles.lead}>{label}</p>
      <Skeleton height="2.75rem" shape="block" />
    </div>
  );
}
