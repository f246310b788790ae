import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import styles from './auth.module.css';

interface SwitchLineProps {
  question: string;
  label: string;
  onPress: () => void;
}

/** "New here? Create an account" */
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
