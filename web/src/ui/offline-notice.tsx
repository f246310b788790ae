import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../connection.ts';
import { Notice } from './notice.tsx';

/** Beside what can't be done without a connection; it goes when the connection is back. */
export function OfflineNotice() {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  if (isOnline) return null;
  return (
    <div data-offline="">
      <Notice tone="neutral">{t('offline.reason')}</Notice>
    </div>
  );
}
