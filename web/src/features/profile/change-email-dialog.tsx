import type { User } from '@mercury/contract/api/users.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/modal.tsx';
import { ChangeEmailForm } from './change-email-form.tsx';
import { VerifyNewEmail } from './verify-new-email.tsx';

interface ChangeEmailDialogProps {
  isOpen: boolean;
  onClose: () => void;
  user: User;
  /** An address that has been mailed already: the dialog begins with its code. */
  waitingEmail: string | null;
}

export function ChangeEmailDialog({ isOpen, onClose, user, waitingEmail }: ChangeEmailDialogProps) {
  const { t } = useTranslation();
  const [mailedEmail, setMailedEmail] = useState(waitingEmail);
  const [wantedEmail, setWantedEmail] = useState('');
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      title={mailedEmail === null ? t('profile.changeEmailTitle') : t('profile.verifyEmailTitle')}
      description={mailedEmail === null ? t('profile.changeEmailText') : undefined}
    >
      {mailedEmail === null ? (
        <ChangeEmailForm user={user} wantedEmail={wantedEmail} onMailed={setMailedEmail} />
      ) : (
        <VerifyNewEmail
          newEmail={mailedEmail}
          onVerified={onClose}
          onAskAgain={() => {
            setWantedEmail(mailedEmail);
            setMailedEmail(null);
          }}
        />
      )}
    </Modal>
  );
}
