import { zodResolver } from '@hookform/resolvers/zod';
import { changeEmail, changeEmailFields, type User } from '@mercury/contract/api/users.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { askAgain } from '../../api/query-client.ts';
import { call } from '../../api/client.ts';
import { joinedErrorMessage } from '../../api/error-message.ts';
import { securityQuery } from '../security/queries.ts';
import { showRefusal } from '../../api/show-field-errors.ts';
import { useCommand } from '../../api/use-command.ts';
import { useDraft, useForgetDrafts, useSavedForm } from '../../domain/drafts.ts';
import { useOpenedBy } from '../../domain/opened-by.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Modal } from '../../ui/modal.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { PasswordField, UsernameForManagers } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { TwoFactorCodeInput } from '../../ui/two-factor-code-input.tsx';
import { sentTwoFactorCode, twoFactorCodeFieldSchema } from './two-factor-fields.ts';
import { VerifyNewEmail } from './verify-new-email.tsx';
import styles from './profile.module.css';

export function ChangeEmailCard({ user }: { user: User }) {
  const { t } = useTranslation();
  const { data: security } = useQuery(securityQuery);
  const change = useOpenedBy('email-change');
  const code = useOpenedBy('email-code');
  const pendingEmail = security?.pendingEmail ?? null;
  // It stays while the dialog closes after the code.
  const [waitingEmail, setWaitingEmail] = useState(pendingEmail);
  if (pendingEmail !== null && pendingEmail !== waitingEmail) setWaitingEmail(pendingEmail);

  return (
    <Card
      title={t('profile.emailTitle')}
      action={pendingEmail !== null && <Badge tone="pending">{t('profile.emailWaiting')}</Badge>}
    >
      <div className={styles.stack}>
        <p className={styles.text}>
          {t('profile.emailText')} <bdi className={styles.strong}>{user.email}</bdi>
        </p>
        {pendingEmail !== null && (
          <p className={styles.text}>
            {t('profile.emailPending')} <bdi className={styles.strong}>{pendingEmail}</bdi>
          </p>
        )}
        <div className={styles.buttons}>
          {pendingEmail !== null && (
            <Button onClick={() => code.open()}>{t('profile.enterEmailCode')}</Button>
          )}
          <Button variant="secondary" onClick={() => change.open()}>
            {t('profile.changeEmail')}
          </Button>
        </div>
      </div>
      <ChangeEmailDialog
        key={`change-${change.key}`}
        isOpen={change.isOpen}
        user={user}
        waitingEmail={null}
        onClose={change.close}
      />
      {waitingEmail !== null && (
        <ChangeEmailDialog
          key={`code-${code.key}`}
          isOpen={code.isOpen}
          user={user}
          waitingEmail={waitingEmail}
          onClose={code.close}
        />
      )}
    </Card>
  );
}

interface ChangeEmailDialogProps {
  isOpen: boolean;
  onClose: () => void;
  user: User;
  /** This address already got a mail, so the dialog starts at the code. */
  waitingEmail: string | null;
}

function ChangeEmailDialog({ isOpen, onClose, user, waitingEmail }: ChangeEmailDialogProps) {
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

interface EmailEntry {
  newEmail: string;
  password: string;
  twoFactorCode: string;
}

interface ChangeEmailFormProps {
  user: User;
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
  const draft = useDraft('email-change', { newEmail: wantedEmail });
  const form = useForm<EmailEntry>({
    resolver,
    defaultValues: { ...draft.values, password: '', twoFactorCode: '' },
  });
  const save = useCallback(({ newEmail }: EmailEntry) => draft.save({ newEmail }), [draft]);
  useSavedForm(form, { save });
  const forgetDrafts = useForgetDrafts();
  const { mutate, isPending } = useCommand({
    mutationFn: ({ twoFactorCode, ...entry }: EmailEntry) =>
      call(changeEmail, { body: { ...entry, ...sentTwoFactorCode(twoFactorCode) } }),
    onSuccess: (reply, { newEmail }) => {
      void askAgain(queryClient, securityQuery.queryKey);
      toast.success(reply.message || t('toast.emailChangeSent'));
      forgetDrafts();
      onMailed(newEmail);
    },
    onError: (error) => {
      const text = joinedErrorMessage(error, t, { fallback: t('toast.emailChangeFailed') });
      toast.error(text);
      showRefusal(form, error, { text, fields: { password: 'password', code: 'twoFactorCode' } });
    },
  });
  return { form, isPending, submit: form.handleSubmit((entry) => mutate(entry)) };
}

function ChangeEmailForm(props: ChangeEmailFormProps) {
  const { user } = props;
  const { t } = useTranslation();
  const fieldError = useFieldError();
  const { form, submit, isPending } = useChangeEmail(props);
  const { errors } = form.formState;
  // The button that led here is gone, and the focus with it.
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
      <FormProblem control={form.control} />
      <Button type="submit" isFullWidth isBusy={isPending}>
        {t('profile.sendEmailCode')}
      </Button>
    </form>
  );
}
