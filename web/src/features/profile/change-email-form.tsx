import { zodResolver } from '@hookform/resolvers/zod';
import { type User, changeEmail, changeEmailFields } from '@mercury/contract/api/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { askAgain } from '../../api/ask-again.ts';
import { call } from '../../api/client.ts';
import { joinedErrorMessage } from '../../api/error-message.ts';
import { securityQuery } from '../../api/security-query.ts';
import { showFieldErrors } from '../../api/show-field-errors.ts';
import { useCommand } from '../../api/use-command.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { TwoFactorCodeInput } from '../../ui/two-factor-code-input.tsx';
import { UsernameForManagers } from '../../ui/username-for-managers.tsx';
import styles from './profile.module.css';
import { sentTwoFactorCode, twoFactorCodeFieldSchema } from './two-factor-fields.ts';

interface EmailEntry {
  newEmail: string;
  password: string;
  twoFactorCode: string;
}

interface ChangeEmailFormProps {
  user: User;
  /** Filled in where the form is shown again. */
  wantedEmail: string;
  onMailed: (newEmail: string) => void;
}

function useChangeEmail({ user, wantedEmail, onMailed }: ChangeEmailFormProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const resolver = useMemo(() => {
    const twoFactorCode = twoFactorCodeFieldSchema(user.twoFactorEnabled);
    return zodResolver(z.object({ ...changeEmailFields, twoFactorCode }));
  }, [user]);
  const form = useForm<EmailEntry>({
    resolver,
    defaultValues: { newEmail: wantedEmail, password: '', twoFactorCode: '' },
  });
  const { mutate, isPending } = useCommand({
    mutationFn: ({ twoFactorCode, ...entry }: EmailEntry) =>
      call(changeEmail, { body: { ...entry, ...sentTwoFactorCode(twoFactorCode) } }),
    onSuccess: (reply, { newEmail }) => {
      void askAgain(queryClient, securityQuery.queryKey);
      toast.success(reply.message || t('toast.emailChangeSent'));
      onMailed(newEmail);
    },
    onError: (error) => {
      showFieldErrors(form, error, { password: 'password', code: 'twoFactorCode' });
      toast.error(joinedErrorMessage(error, t, { fallback: t('toast.emailChangeFailed') }));
    },
  });
  return { form, isPending, submit: form.handleSubmit((entry) => mutate(entry)) };
}

export function ChangeEmailForm(props: ChangeEmailFormProps) {
  const { user } = props;
  const { t } = useTranslation();
  const fieldError = useFieldError();
  const { form, submit, isPending } = useChangeEmail(props);
  const { errors } = form.formState;
  // Where the code led back here, its button has gone, and the focus with it.
  useEffect(() => form.setFocus('newEmail'), [form]);
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <UsernameForManagers username={user.username} />
      <TextField
        label={t('profile.newEmail')}
        type="email"
        inputMode="email"
        autoComplete="email"
        dir="ltr"
        error={fieldError(errors.newEmail)}
        {...form.register('newEmail')}
      />
      <PasswordField
        label={t('profile.password')}
        autoComplete="current-password"
        error={fieldError(errors.password)}
        {...form.register('password')}
      />
      {user.twoFactorEnabled && <TwoFactorCodeInput control={form.control} name="twoFactorCode" />}
      <Button type="submit" isFullWidth isBusy={isPending}>
        {t('profile.sendEmailCode')}
      </Button>
    </form>
  );
}
