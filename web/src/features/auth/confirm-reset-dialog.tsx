import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import styles from './auth.module.css';

interface ConfirmResetDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** Whether two-factor is known to be on, rather than not known to be off. */
  isKnown: boolean;
}

/** Asks once more where the reset leaves its person to the authenticator and the recovery codes alone. */
export function ConfirmResetDialog({ isOpen, onClose, onConfirm, isKnown }: ConfirmResetDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      title={t('resetPassword.confirmTitle')}
      description={isKnown ? t('resetPassword.confirmText') : t('resetPassword.confirmUnknownText')}
    >
      <div className={styles.choice}>
        <Button variant="secondary" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button variant="danger" onClick={onConfirm}>
          {t('resetPassword.submit')}
        </Button>
      </div>
    </Modal>
  );
}
