import type { ReactNode } from 'react';
import styles from './strip.module.css';

interface StripProps {
  tone: 'neutral' | 'warning';
  icon: ReactNode;
  text: ReactNode;
  /** An action, if there is one. */
  children?: ReactNode;
}

/** A quiet line under the header about the whole page. */
export function Strip({ tone, icon, text, children }: StripProps) {
  return (
    <div className={styles.strip} data-tone={tone}>
      <div className={styles.inner}>
        {icon}
        <div className={styles.text}>{text}</div>
        {children}
      </div>
    </div>
  );
}
