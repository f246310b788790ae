import { zodResolver } from '@hookform/resolvers/zod';
import { labelSchema } from '@mercury/contract/api/shapes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { errorMessage } from '../../api/error-message.ts';
import { useCancellableCommand } from '../../api/use-cancellable-command.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { createPasskeyMaker, PasskeyFailure } from './create-passkey.ts';
import { askForAccount, sessionsQuery } from './queries.ts';
import styles from './security.module.css';

const schema = z.object({ name: labelSchema });

interface AddPasskeyDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

export function AddPasskeyDialog({ isOpen, onClose }: AddPasskeyDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      title={t('security.passkeys.addTitle')}
      description={t('security.passkeys.addText')}
    >
      <AddPasskeyForm onClose={onClose} />
    </Modal>
  );
}

function failureText(error: Error, t: TFunction): string {
  if (!(error instanceof PasskeyFailure)) return errorMessage(error, t);
  return error.isPresent ? t('security.passkeys.alreadyHere') : t('security.passkeys.failedToMake');
}

function useAddPasskey(onAdded: () => void) {
  const queryClient = useQueryClient();
  const [makePasskey] = useState(createPasskeyMaker);
  return useCancellableCommand({
    mutationFn: makePasskey,
    onSuccess: (reply) => {
      toast.success(reply.message);
      onAdded();
      return askForAccount(queryClient);
    },
  });
}

/** The name of this device, as the list of sessions has it. */
function useDeviceName(): string {
  const { data: sessions } = useQuery(sessionsQuery);
  return sessions?.find(({ isCurrent }) => isCurrent)?.device ?? '';
}

function AddPasskeyForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const fieldError = useFieldError();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { name: useDeviceName() } });
  const { mutate, isPending, error } = useAddPasskey(onClose);
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => void form.handleSubmit(({ name }) => mutate(name))(event)}
    >
      {error && <Notice tone="failed">{failureText(error, t)}</Notice>}
      <TextField
        label={t('security.passkeys.name')}
        hint={t('security.passkeys.nameHint')}
        autoComplete="off"
        dir="auto"
        error={fieldError(form.formState.errors.name)}
        {...form.register('name')}
      />
      <div className={styles.actions}>
        <Button variant="secondary" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" isBusy={isPending}>
          {t('security.passkeys.continue')}
        </Button>
      </div>
    </form>
  );
}
