import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './card.module.css';

interface CardProps {
  children: ReactNode;
  title?: string;
  /** At the end of the title's row: a link or a small button. */
  action?: ReactNode;
  className?: string | undefined;
}

export function Card({ children, title, action, className }: CardProps) {
  return (
    <section className={clsx(styles.card, className)}>
      {title && (
        <header className={styles.header}>
          <h2 className={styles.title}>{title}</h2>
          {action}
        </header>
      )}
      {children}
    </section>
  );
}
