import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import type { AccountOfCode } from './use-account-of-code.ts';
import styles from './auth.module.css';

interface ConfirmResetDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  account: AccountOfCode;
}

/** Asks once more where the reset leaves its person to the authenticator and the recovery codes alone. */
export function ConfirmResetDialog({ isOpen, onClose, onConfirm, account }: ConfirmResetDialogProps) {
  const { t } = useTranslation();
  const knownText = hasPasskey(account)
    ? t('resetPassword.confirmText')
    : t('resetPassword.confirmTextAlone');
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      title={t('resetPassword.confirmTitle')}
      description={account.stage === 'known' ? knownText : t('resetPassword.confirmUnknownText')}
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

function hasPasskey(account: AccountOfCode): boolean {
  return account.stage === 'known' && account.passkeys.length > 0;
}
