import type { User } from '@mercury/contract/api/users.ts';
import { useTranslation } from 'react-i18next';
import type { SendProof } from '../../api/proof.ts';
import { Modal } from '../../ui/modal.tsx';
import { ProofForm } from './proof-form.tsx';

interface ProofDialogProps {
  user: User;
  send: SendProof;
  isOpen: boolean;
  onProved: () => void;
  onCancel: () => void;
}

export function ProofDialog({ user, send, isOpen, onProved, onCancel }: ProofDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      isOpen={isOpen}
      onClose={onCancel}
      size="sm"
      title={t('proof.title')}
      description={user.twoFactorEnabled ? t('proof.codeText') : t('proof.passwordText')}
    >
      <ProofForm user={user} send={send} onProved={onProved} onCancel={onCancel} />
    </Modal>
  );
}
