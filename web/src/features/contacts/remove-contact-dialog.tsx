import type { Contact } from '@mercury/contract/api/contacts.ts';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './contact-dialogs.module.css';
import { useRemoveContact } from './queries.ts';

interface RemoveContactDialogProps {
  contact: Contact;
  isOpen: boolean;
  onClose: () => void;
}

export function RemoveContactDialog({ contact, isOpen, onClose }: RemoveContactDialogProps) {
  const { t } = useTranslation();
  const { mutate, error, isPending } = useRemoveContact();

  function remove() {
    mutate(contact, {
      onSuccess: () => {
        toast.success(t('contacts.removed'));
        onClose();
      },
    });
  }

  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      title={t('contacts.removeTitle')}
      description={t('contacts.removeText', { name: `\u2068${contact.name}\u2069` })}
    >
      <div className={styles.form}>
        {error && (
          <Notice tone="failed">{errorMessage(error, t, { fallback: t('contacts.failedToRemove') })}</Notice>
        )}
        <div className={styles.actions}>
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button variant="danger" isBusy={isPending} onClick={remove}>
            {t('contacts.confirmRemove')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
