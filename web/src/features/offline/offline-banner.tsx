import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../../connection.ts';
import styles from './offline-banner.module.css';

/** Shown on every page while the server is unreachable. Disappears by itself. */
export function OfflineBanner() {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  return (
    // A live region must exist before its content changes, or screen readers stay silent.
    <div role="status">
      {!isOnline && (
        <Strip tone="warning" icon={<WifiOff size={18} aria-hidden="true" />} text={t('offline.banner')} />
      )}
    </div>
  );
}

interface StripProps {
  tone: 'neutral' | 'warning';
  icon: ReactNode;
  text: string;
  /** An action, if there is one. */
  children?: ReactNode;
}

/** A quiet line under the header about the whole page. */
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
