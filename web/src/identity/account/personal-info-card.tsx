import { zodResolver } from '@hookform/resolvers/zod';
import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import { personNameSchema, twoFactorCodeSchema } from '@mercury/contract/api/shapes.ts';
import { updateProfile, type User } from '@mercury/contract/api/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TFunction } from 'i18next';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { joinedErrorMessage } from '../../api/error-message.ts';
import { showRefusal } from '../../api/show-field-errors.ts';
import { useCommand } from '../../api/use-command.ts';
import { profileQuery } from '../../api/use-session.ts';
import { useOpenedBy } from '../../domain/opened-by.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { TwoFactorCodeInput } from '../../ui/two-factor-code-input.tsx';
import styles from './profile.module.css';

const nameEntry = z.object({ name: personNameSchema });

export function PersonalInfoCard({ user }: { user: User }) {
  const { t } = useTranslation();
  const fieldError = useFieldError();
  // A name changed in another tab must not replace what the person types.
  const form = useForm({
    resolver: zodResolver(nameEntry),
    // Until somebody gives a name, the account has its username for one: that is nothing to correct.
    values: { name: user.name === user.username ? '' : user.name },
    resetOptions: { keepDirtyValues: true },
  });
  const [wantedName, setWantedName] = useState('');
  // The new name is typed on the page, which a reload begins anew.
  const confirmation = useOpenedBy('name-confirm', { isRestored: false });
  const update = useUpdateName();

  const submit = form.handleSubmit(({ name }) => {
    if (user.twoFactorEnabled) {
      setWantedName(name);
      confirmation.open();
    } else {
      update.mutate({ name }, { onSuccess: showSaved, onError: showRefused });
    }
  });
  const showRefused = (error: Error) => showRefusal(form, error, { text: refusalText(error, t) });
  const showSaved = ({ data }: { data: { user: User } }) => form.reset({ name: data.user.name });

  return (
    <Card title={t('profile.personalTitle')}>
      <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextField label={t('profile.email')} value={user.email} readOnly dir="ltr" type="email" />
        <TextField label={t('profile.username')} value={user.username} readOnly dir="ltr" />
        <TextField
          label={t('profile.name')}
          autoComplete="name"
          dir="auto"
          error={fieldError(form.formState.errors.name)}
          {...form.register('name')}
        />
        <FormProblem control={form.control} />
        <div>
          <Button type="submit" isBusy={update.isPending}>
            {t('profile.save')}
          </Button>
        </div>
      </form>
      <ConfirmNameDialog
        key={confirmation.key}
        isOpen={confirmation.isOpen}
        name={wantedName}
        onClose={confirmation.close}
        onSaved={showSaved}
        onRefused={showRefused}
      />
    </Card>
  );
}

const codeEntry = z.object({ twoFactorCode: twoFactorCodeSchema });

interface ConfirmNameDialogProps {
  name: string;
  isOpen: boolean;
  onClose: () => void;
  onSaved: (reply: { data: { user: User } }) => void;
  /** The name itself was invalid: the form behind this dialog shows it. */
  onRefused: (error: Error) => void;
}

function ConfirmNameDialog({ isOpen, onClose, ...rest }: ConfirmNameDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      title={t('profile.confirmNameTitle')}
      description={t('profile.confirmNameText')}
    >
      <ConfirmNameForm {...rest} onClose={onClose} />
    </Modal>
  );
}

function ConfirmNameForm(props: Omit<ConfirmNameDialogProps, 'isOpen'>) {
  const { name, onClose, onSaved, onRefused } = props;
  const { t } = useTranslation();
  const form = useForm({ resolver: zodResolver(codeEntry), defaultValues: { twoFactorCode: '' } });
  const update = useUpdateName();
  const submit = form.handleSubmit(({ twoFactorCode }) =>
    update.mutate(
      { name, twoFactorCode },
      {
        onSuccess: (reply) => {
          onSaved(reply);
          onClose();
        },
        onError: (error) => {
          if (error instanceof ApiError && error.errors.some(({ field }) => field === 'name')) {
            onRefused(error);
            onClose();
          } else {
            const text = refusalText(error, t);
            showRefusal(form, error, { text, fields: { code: 'twoFactorCode' } });
          }
        },
      },
    ),
  );
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <TwoFactorCodeInput control={form.control} name="twoFactorCode" />
      <FormProblem control={form.control} />
      <Button type="submit" isFullWidth isBusy={update.isPending}>
        {t('profile.save')}
      </Button>
    </form>
  );
}

function refusalText(error: Error, t: TFunction): string {
  return joinedErrorMessage(error, t, { fallback: t('toast.profileFailed') });
}

function useUpdateName() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: (body: Pick<BodyOf<typeof updateProfile>, 'name' | 'twoFactorCode'>) =>
      call(updateProfile, { body }),
    onSuccess: (reply) => {
      queryClient.setQueryData(profileQuery.queryKey, reply.data.user);
      toast.success(reply.message || t('toast.profileUpdated'));
    },
    onError: (error) => toast.error(refusalText(error, t)),
  });
}
