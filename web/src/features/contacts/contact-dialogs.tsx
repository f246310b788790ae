import type { Contact } from '@mercury/contract/api/contacts.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { errorMessage, joinedErrorMessage } from '../../api/error-message.ts';
import { useDraft, useForgetDrafts, useSavedForm } from '../../domain/drafts.ts';
import { findLookAlike, type KnownAddress, LookAlikeWarning } from '../../domain/look-alike-warning.tsx';
import { recentRecipientsQuery } from '../../domain/transactions.ts';
import { useNamed } from '../../domain/use-recipient.ts';
import { balanceQuery } from '../../domain/wallets-query.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import styles from '../../ui/form.module.css';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { ContactEmailField, ContactNameField, emailProblem, nameProblem } from './contact-fields.tsx';
import { useReach } from './contact-recipient.ts';
import { ContactRecipientField } from './contact-recipient-field.tsx';
import { allContactsQuery, useAddContact, useRemoveContact } from './queries.ts';

interface AddContactDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Prefilled if the address is known. */
  walletAddress?: string;
  /** Above another dialog, whose address and drafts it leaves alone. */
  isAbove?: boolean;
}

export function AddContactDialog(props: AddContactDialogProps) {
  const { isOpen, onClose, walletAddress = '', isAbove = false } = props;
  const { t } = useTranslation();
  return (
    <Modal isOpen={isOpen} onClose={onClose} size="sm" title={t('contacts.addTitle')} closesOnBack={isAbove}>
      {/* The form lives inside the open dialog: the next one starts empty. */}
      <AddContactForm walletAddress={walletAddress} isDraftKept={!isAbove} onSaved={onClose} />
    </Modal>
  );
}

/**
 * The known address that the new one could be mistaken for. The check matters more here than in one transfer: once a look-alike
 * has a name, nobody compares it again.
 */
function useKnownAddresses(): readonly KnownAddress[] {
  const { data: contacts = [] } = useQuery(allContactsQuery);
  const { data: recipients = [] } = useQuery(recentRecipientsQuery);
  const { data: wallet } = useQuery(balanceQuery);
  return [
    ...contacts.map(
      ({ name, walletAddress }) => ({ kind: 'contact', name, address: walletAddress }) as const,
    ),
    ...(wallet?.address === undefined ? [] : [{ kind: 'own', address: wallet.address } as const]),
    ...recipients.map((address) => ({ kind: 'recent', address }) as const),
  ];
}

interface AddContactFormProps {
  walletAddress: string;
  isDraftKept: boolean;
  onSaved: () => void;
}

/** The fields, and what saves them: whom the text names is found before anything is kept. */
function useNewContact({ walletAddress, isDraftKept, onSaved }: AddContactFormProps) {
  const { t } = useTranslation();
  const { mutate, error, isPending } = useAddContact();
  const draft = useDraft('contact', { name: '', walletAddress, email: '' }, { isKept: isDraftKept });
  const form = useForm({ defaultValues: draft.values });
  useSavedForm(form, draft);
  const forgetDrafts = useForgetDrafts();
  const reach = useReach();
  const knownAddresses = useKnownAddresses();
  // The comparison was for this input. Later input needs a new one.
  const [compared, setCompared] = useState<string>();

  function onSuccess() {
    toast.success(t('contacts.added'));
    if (isDraftKept) forgetDrafts();
    onSaved();
  }

  const save = form.handleSubmit(async (typed) => {
    const reached = await reach(typed.walletAddress);
    if ('refusal' in reached) {
      form.setError('walletAddress', { type: 'server', message: reached.refusal }, { shouldFocus: true });
      return;
    }
    // The press was faster than the lookup: now the warning shows.
    if (findLookAlike(reached.address, knownAddresses) && compared !== typed.walletAddress) return;
    const contact = { name: typed.name.trim(), walletAddress: reached.address, email: typed.email.trim() };
    mutate(contact, { onSuccess });
  });
  const isBusy = isPending || form.formState.isSubmitting;
  return { form, save, error, isBusy, knownAddresses, compared, setCompared };
}

function AddContactForm(props: AddContactFormProps) {
  const { t } = useTranslation();
  const { form, save, error, isBusy, knownAddresses, compared, setCompared } = useNewContact(props);
  const { register, formState, control } = form;
  const { data: contacts } = useQuery(allContactsQuery);
  const typed = useWatch({ control, name: 'walletAddress' });
  const named = useNamed(typed, contacts);
  const lookAlike = findLookAlike(named.address ?? '', knownAddresses);
  const wasCompared = compared === typed;

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      <ContactNameField
        {...register('name', { validate: (name) => nameProblem(name) ?? true })}
        problem={formState.errors.name}
      />
      <ContactRecipientField form={form} contacts={contacts} named={named} />
      {named.address !== undefined && lookAlike && (
        <LookAlikeWarning address={named.address} lookAlike={lookAlike}>
          <Checkbox
            label={t('contacts.lookAlikeConfirm')}
            checked={wasCompared}
            onChange={({ target }) => setCompared(target.checked ? typed : undefined)}
          />
        </LookAlikeWarning>
      )}
      <ContactEmailField
        {...register('email', { validate: (email) => emailProblem(email) ?? true })}
        problem={formState.errors.email}
      />
      {error && (
        <Notice tone="failed">
          {joinedErrorMessage(error, t, { fallback: t('contacts.failedToSave') })}
        </Notice>
      )}
      <Button type="submit" isFullWidth isBusy={isBusy} disabled={lookAlike !== undefined && !wasCompared}>
        {t('contacts.save')}
      </Button>
    </form>
  );
}

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
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('contacts.removeTitle')}
      description={t('contacts.removeText', { name: `\u2068${contact.name}\u2069` })}
      confirmLabel={t('contacts.confirmRemove')}
      onConfirm={remove}
      isBusy={isPending}
      problem={error && errorMessage(error, t, { fallback: t('contacts.failedToRemove') })}
    />
  );
}
