import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps {
  /** For a field that it says something about. */
  id?: string | undefined;
  tone: 'failed' | 'warning' | 'neutral' | 'completed';
  children: ReactNode;
}

const icons = { failed: CircleAlert, warning: CircleAlert, neutral: Info, completed: CircleCheck };

/** A sentence about the whole form or page. Screen readers announce a failure at once. */
export function Notice({ id, tone, children }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <p id={id} className={styles.notice} data-tone={tone} role={tone === 'failed' ? 'alert' : undefined}>
      <Icon size={18} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
