import type { ReactNode } from 'react';
import styles from './strip.module.css';

interface StripProps {
  tone: 'neutral' | 'warning';
  icon: ReactNode;
  text: string;
  /** What can be done about it. */
  children?: ReactNode;
}

/** A quiet line under the header, about the page as a whole. */
export function Strip({ tone, icon, text, children }: StripProps) {
  return (
    <div className={styles.strip} data-tone={tone}>
      <div className={styles.inner}>
        {icon}
        <p className={styles.text}>{text}</p>
        {children}
      </div>
    </div>
  );
}
