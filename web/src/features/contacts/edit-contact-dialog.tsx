import type { Contact } from '@mercury/contract/api/contacts.ts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { joinedErrorMessage } from '../../api/error-message.ts';
import { useDraft, useForgetDrafts, useSavedForm } from '../../domain/drafts.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { Button } from '../../ui/button.tsx';
import styles from '../../ui/form.module.css';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { ContactEmailField, ContactNameField, emailProblem, nameProblem } from './contact-fields.tsx';
import { useChangeContact } from './queries.ts';

interface EditContactDialogProps {
  contact: Contact;
  isOpen: boolean;
  onClose: () => void;
}

export function EditContactDialog({ contact, isOpen, onClose }: EditContactDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal isOpen={isOpen} onClose={onClose} size="sm" title={t('contacts.editTitle')}>
      <EditContactForm contact={contact} onSaved={onClose} />
    </Modal>
  );
}

/** The address stays: another one is another contact. */
function EditContactForm({ contact, onSaved }: { contact: Contact; onSaved: () => void }) {
  const { t } = useTranslation();
  const { id, name, email = '', walletAddress } = contact;
  const { mutate, error, isPending } = useChangeContact();
  const draft = useDraft('contact-edit', { name, email });
  const form = useForm({ defaultValues: draft.values });
  const { register, handleSubmit, formState } = form;
  useSavedForm(form, draft);
  const forgetDrafts = useForgetDrafts();

  const submit = handleSubmit((typed) =>
    mutate(
      { id, changes: { name: typed.name.trim(), email: typed.email.trim() } },
      {
        onSuccess: () => {
          toast.success(t('contacts.added'));
          forgetDrafts();
          onSaved();
        },
      },
    ),
  );

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles.note}>
        <AddressText address={walletAddress} isWhole />
      </p>
      <ContactNameField
        {...register('name', { validate: (typed) => nameProblem(typed) ?? true })}
        problem={formState.errors.name}
      />
      <ContactEmailField
        {...register('email', { validate: (typed) => emailProblem(typed) ?? true })}
        problem={formState.errors.email}
      />
      {error && (
        <Notice tone="failed">
          {joinedErrorMessage(error, t, { fallback: t('contacts.failedToSave') })}
        </Notice>
      )}
      <Button type="submit" isFullWidth isBusy={isPending}>
        {t('contacts.save')}
      </Button>
    </form>
  );
}
