import type { Contact } from '@mercury/contract/api/contacts.ts';
import { addressPrefix, isWalletAddress } from '@mercury/contract/money/address.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { errorMessage, joinedErrorMessage } from '../../api/error-message.ts';
import { useDraft, useForgetDrafts, useSavedForm } from '../../domain/drafts.ts';
import { findLookAlike, type KnownAddress, LookAlikeWarning } from '../../domain/look-alike-warning.tsx';
import { recentRecipientsQuery } from '../../domain/transactions.ts';
import { balanceQuery } from '../../domain/wallets-query.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import styles from '../../ui/form.module.css';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import {
  ContactEmailField,
  ContactNameField,
  emailProblem,
  nameProblem,
  type Problem,
} from './contact-fields.tsx';
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

export function addressProblem(address: string): Problem | undefined {
  if (address.trim() === '') return 'required';
  return isWalletAddress(address.trim()) ? undefined : 'invalid';
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

function AddContactForm({ walletAddress: given, isDraftKept, onSaved }: AddContactFormProps) {
  const { t } = useTranslation();
  const { mutate, error, isPending } = useAddContact();
  const initial = { name: '', walletAddress: given, email: '' };
  const draft = useDraft('contact', initial, { isKept: isDraftKept });
  const form = useForm({ defaultValues: draft.values });
  const { register, handleSubmit, formState, control } = form;
  useSavedForm(form, draft);
  const forgetDrafts = useForgetDrafts();
  const typedAddress = useWatch({ control, name: 'walletAddress' });
  const lookAlike = findLookAlike(typedAddress, useKnownAddresses());
  // The comparison was for this address. Later input needs a new one.
  const [comparedAddress, setComparedAddress] = useState<string>();
  const wasCompared = comparedAddress === typedAddress;
  const { errors } = formState;

  const submit = handleSubmit(({ name, walletAddress, email }) =>
    mutate(
      { name: name.trim(), walletAddress: walletAddress.trim(), email: email.trim() },
      {
        onSuccess: () => {
          toast.success(t('contacts.added'));
          if (isDraftKept) forgetDrafts();
          onSaved();
        },
      },
    ),
  );

  // The error key is kept, not its text, so the text follows the language.
  const addressError =
    errors.walletAddress?.message === 'required'
      ? t('contacts.addressRequired')
      : t('contacts.addressInvalid', { coin: coinCode });

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <ContactNameField
        {...register('name', { validate: (name) => nameProblem(name) ?? true })}
        problem={errors.name}
      />
      <TextField
        {...register('walletAddress', { validate: (address) => addressProblem(address) ?? true })}
        label={t('contacts.address')}
        error={errors.walletAddress && addressError}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        placeholder={`${addressPrefix}1…`}
      />
      {lookAlike && (
        <LookAlikeWarning address={typedAddress.trim()} lookAlike={lookAlike}>
          <Checkbox
            label={t('contacts.lookAlikeConfirm')}
            checked={wasCompared}
            onChange={({ target }) => setComparedAddress(target.checked ? typedAddress : undefined)}
          />
        </LookAlikeWarning>
      )}
      <ContactEmailField
        {...register('email', { validate: (email) => emailProblem(email) ?? true })}
        problem={errors.email}
      />
      {error && (
        <Notice tone="failed">
          {joinedErrorMessage(error, t, { fallback: t('contacts.failedToSave') })}
        </Notice>
      )}
      <Button type="submit" isFullWidth isBusy={isPending} disabled={lookAlike !== undefined && !wasCompared}>
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
