import type { User } from '@mercury/contract/api/users.ts';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/modal.tsx';
import { DeleteAccountForm } from './delete-account-form.tsx';

interface DeleteAccountDialogProps {
  isOpen: boolean;
  onClose: () => void;
  user: User;
}

export function DeleteAccountDialog({ isOpen, onClose, user }: DeleteAccountDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      size="md"
      title={t('profile.deleteQuestion')}
      description={t('profile.deleteFinal')}
    >
      <DeleteAccountForm user={user} onCancel={onClose} />
    </Modal>
  );
}
