import { CloudAlert, X } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './part-failure.module.css';

interface PartFailureProps {
  onGiveUp: (() => void) | undefined;
}

/** Says that a dialog or a menu could not be fetched. It is no toast: those are fetched too, and have no buttons. */
export function PartFailure({ onGiveUp }: PartFailureProps) {
  const { t } = useTranslation();
  const [isDismissed, setIsDismissed] = useState(false);
  if (isDismissed) return null;
  return createPortal(
    <div className={styles.failure} role="alert">
      <CloudAlert size={20} aria-hidden="true" className={styles.icon} />
      <div className={styles.body}>
        <p className={styles.title}>{t('errors.partTitle')}</p>
        <p className={styles.text}>{t('errors.partText')}</p>
        <div className={styles.actions}>
          <Button size="small" onClick={() => window.location.reload()}>
            {t('errors.reload')}
          </Button>
        </div>
      </div>
      <IconButton
        label={t('ui.close')}
        className={styles.close}
        onClick={() => {
          setIsDismissed(true);
          onGiveUp?.();
        }}
      >
        <X size={18} aria-hidden="true" />
      </IconButton>
    </div>,
    document.body,
  );
}
