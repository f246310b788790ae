import { productName } from '@mercury/contract/product.ts';
import { ServerOff, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../connection.ts';
import { Strip } from '../../ui/strip.tsx';

/** Shown on every page while nothing can be sent: without a network, or while the server does not answer. */
export function OfflineBanner() {
  const { t } = useTranslation();
  const connection = useConnection();
  return (
    // A live region must exist before its content changes, or screen readers stay silent.
    <div role="status">
      {connection === 'offline' && (
        <Strip tone="warning" icon={<WifiOff size={18} aria-hidden="true" />} text={t('offline.banner')} />
      )}
      {connection === 'unreachable' && (
        <Strip
          tone="warning"
          icon={<ServerOff size={18} aria-hidden="true" />}
          text={t('offline.unreachable', { product: productName })}
        />
      )}
    </div>
  );
}
