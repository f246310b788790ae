import type { ReactNode } from 'react';
import { PageHead } from '../../ui/page-head.tsx';
import styles from './page-message.module.css';

interface PageMessageProps {
  icon: ReactNode;
  title: string;
  text: string;
  action: ReactNode;
}

/** A page with a single message. */
export function PageMessage({ icon, title, text, action }: PageMessageProps) {
  return (
    <div className={styles.message}>
      <PageHead title={title} />
      <span className={styles.icon}>{icon}</span>
      <h1>{title}</h1>
      <p>{text}</p>
      {action}
    </div>
  );
}
