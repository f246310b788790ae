import { Sparkles, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Strip } from '../../ui/strip.tsx';
import { keepForOffline } from './keep-for-offline.ts';

/** Keeps the app for offline use, and offers a newer version. It never forces a reload. */
export function UpdateNotice() {
  const { t } = useTranslation();
  const [takeOver, setTakeOver] = useState<() => void>();
  const [isDismissed, setIsDismissed] = useState(false);
  useEffect(() => keepForOffline({ onUpdate: (next) => setTakeOver(() => next) }), []);
  if (takeOver === undefined || isDismissed) return null;
  return (
    <Strip tone="neutral" icon={<Sparkles size={18} aria-hidden="true" />} text={t('offline.update')}>
      <Button size="small" variant="secondary" onClick={takeOver}>
        {t('errors.reload')}
      </Button>
      <IconButton label={t('ui.close')} onClick={() => setIsDismissed(true)}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </Strip>
  );
}
