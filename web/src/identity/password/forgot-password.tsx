import { zodResolver } from '@hookform/resolvers/zod';
import { forgotPassword, forgotPasswordBody } from '@mercury/contract/api/password-reset.ts';
import { MailCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { joinedErrorMessage } from '../../api/error-message.ts';
import { showRefusal } from '../../api/show-field-errors.ts';
import { useCommand } from '../../api/use-command.ts';
import { useDraft, useSavedForm } from '../../domain/drafts.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { AuthForm } from '../forms/form-parts.tsx';
import styles from '../forms/auth.module.css';

/** A later outcome takes the place of an earlier one. */
const toastId = 'forgot-password';

interface EmailFormProps {
  /** Kept for a person who returns to correct it. */
  email: string;
  onSent: (email: string) => void;
}

function EmailForm({ email, onSent }: EmailFormProps) {
  const { t } = useTranslation();
  const fieldError = useFieldError();
  const draft = useDraft('forgot-password', { email });
  const form = useForm({ resolver: zodResolver(forgotPasswordBody), defaultValues: draft.values });
  useSavedForm(form, draft);
  const ask = useCommand({
    isForAnybody: true,
    mutationFn: (body: { email: string }) => call(forgotPassword, { body }),
    onSuccess: (reply, body) => {
      toast.success(reply.message || t('toast.resetSent'), { id: toastId });
      onSent(body.email);
    },
    onError: (error) => {
      const text = joinedErrorMessage(error, t, { fallback: t('forgotPassword.error') });
      toast.error(text, { id: toastId });
      showRefusal(form, error, { text });
    },
  });
  return (
    <AuthForm onSubmit={() => void form.handleSubmit((values) => ask.mutate(values))()}>
      <p className={styles.lead}>{t('forgotPassword.lead')}</p>
      <TextField
        label={t('auth.fields.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        dir="ltr"
        error={fieldError(form.formState.errors.email)}
        {...form.register('email')}
      />
      <FormProblem control={form.control} />
      <Button type="submit" isFullWidth isBusy={ask.isPending}>
        {t('forgotPassword.submit')}
      </Button>
    </AuthForm>
  );
}

interface CheckMailProps {
  email: string;
  onEnterCode: () => void;
  onAgain: () => void;
}

/** Must not show whether the address has an account. */
function CheckMail({ email, onEnterCode, onAgain }: CheckMailProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.outcome}>
      <MailCheck size={40} aria-hidden="true" className={styles.completed} />
      <p className={styles.outcomeTitle} tabIndex={-1} ref={focusOnMount}>
        {t('forgotPassword.checkTitle')}
      </p>
      <p className={styles.lead}>
        {t('forgotPassword.checkText')} <bdi className={styles.strong}>{email}</bdi>
      </p>
      <p className={styles.fine}>{t('forgotPassword.checkHint')}</p>
      <div className={styles.outcomeActions}>
        <Button isFullWidth onClick={onEnterCode}>
          {t('forgotPassword.enterCode')}
        </Button>
        <Button variant="secondary" isFullWidth onClick={onAgain}>
          {t('forgotPassword.again')}
        </Button>
      </div>
    </div>
  );
}

interface ForgotPasswordProps {
  /** Leads back to the sign-in: a link on the page, a button in the dialog. */
  backToLogin: ReactNode;
  /** For a person who can't open the link: the mail has a code too. */
  onEnterCode: () => void;
}

export function ForgotPassword({ backToLogin, onEnterCode }: ForgotPasswordProps) {
  // After a reload the mail is still on its way: who asks for another one would soon get none.
  const draft = useDraft('forgot-password-sent', { email: '', isSent: false });
  const [{ email, isSent }, setShown] = useState(draft.values);
  function show(shown: typeof draft.values) {
    setShown(shown);
    draft.save(shown);
  }
  return (
    <div className={styles.stack}>
      {isSent ? (
        <CheckMail email={email} onEnterCode={onEnterCode} onAgain={() => show({ email, isSent: false })} />
      ) : (
        <EmailForm email={email} onSent={(sentTo) => show({ email: sentTo, isSent: true })} />
      )}
      <p className={styles.switchLine}>{backToLogin}</p>
    </div>
  );
}
