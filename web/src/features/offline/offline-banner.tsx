import { WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../../connection.ts';
import { Strip } from './strip.tsx';

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
