import { CloudAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import styles from './state-message.module.css';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  /** The next step. */
  children?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <p className={styles.title}>{title}</p>
      {children && <p className={styles.text}>{children}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  title: string;
  /** What happened, in the reader's language. */
  message?: string | undefined;
  onRetry: () => void;
  isRetrying?: boolean;
}

export function ErrorState({ title, message, onRetry, isRetrying = false }: ErrorStateProps) {
  const { t } = useTranslation();
  const pleaseTryAgain = t('common.pleaseTryAgain');
  return (
    <div className={styles.state} role="alert">
      <span className={styles.icon} data-tone="failed" aria-hidden="true">
        <CloudAlert size={24} />
      </span>
      <p className={styles.title}>{title}</p>
      {message !== undefined && message !== pleaseTryAgain && <p className={styles.text}>{message}</p>}
      <p className={styles.text}>{pleaseTryAgain}</p>
      <div className={styles.action}>
        <Button variant="secondary" size="small" onClick={onRetry} isBusy={isRetrying}>
          {t('common.retry')}
        </Button>
      </div>
    </div>
  );
}
