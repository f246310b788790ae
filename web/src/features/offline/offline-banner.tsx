import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../../connection.ts';
import styles from './offline-banner.module.css';

/** Stands on every page while the server can't be reached, and goes by itself. */
export function OfflineBanner() {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  return (
    // What comes and goes in it is read out; the place for it has to be there before.
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
