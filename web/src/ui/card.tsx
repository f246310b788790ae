import { clsx } from 'clsx';
import { createContext, type ReactNode, useContext, useId } from 'react';
import styles from './card.module.css';

/** Cards of a group stand one level below its heading. */
const IsInGroup = createContext(false);

interface CardProps {
  children: ReactNode;
  title?: string;
  /** At the end of the title's row: a link or a small button. */
  action?: ReactNode;
  className?: string | undefined;
}

export function Card({ children, title, action, className }: CardProps) {
  const isInGroup = useContext(IsInGroup);
  return (
    <section className={clsx(styles.card, className)}>
      {title && (
        <header className={styles.header}>
          {isInGroup ? <h3 className={styles.title}>{title}</h3> : <h2 className={styles.title}>{title}</h2>}
          {action}
        </header>
      )}
      {children}
    </section>
  );
}

interface CardGroupProps {
  /** The part of the address that leads here. */
  id: string;
  title: string;
  children: ReactNode;
}

/** Cards about one subject, under a heading that a link can lead to. */
export function CardGroup({ id, title, children }: CardGroupProps) {
  const titleId = useId();
  return (
    <section id={id} className={styles.group} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.groupTitle}>
        {title}
      </h2>
      <IsInGroup value>
        <div className={styles.groupCards}>{children}</div>
      </IsInGroup>
    </section>
  );
}
