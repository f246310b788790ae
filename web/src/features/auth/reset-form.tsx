import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AccountOfReset } from './account-of-reset.tsx';
import { ConfirmResetDialog } from './confirm-reset-dialog.tsx';
import { AuthForm } from './form-parts.tsx';
import { ResetMeter } from './reset-meter.tsx';
import { TimeLeft } from './time-left.tsx';
import type { KnownAccount } from './use-account-of-code.ts';
import { useResetPassword } from './use-reset-password.ts';
import styles from './auth.module.css';

interface ResetFormProps {
  token: string | null;
  /** When the link ends, and its account; null where there is none. */
  link: ({ endsAtMs: number } & KnownAccount) | null;
  onDone: () => void;
  onUseless: (message: string) => void;
}

export function ResetForm({ token, link, onDone, onUseless }: ResetFormProps) {
  const { t } = useTranslation();
  const fieldError = useFieldError();
  const reset = useResetPassword({ token, accountOfLink: link, onDone, onUseless });
  const { form, submit, isPending, account, keptIds, setKeptIds } = reset;
  const password = useWatch({ control: form.control, name: 'password' });
  const { errors } = form.formState;
  return (
    <>
      <AuthForm onSubmit={submit}>
        {token === null && (
          <TextField
            label={t('resetPassword.manualCode')}
            hint={t('resetPassword.manualCodeHint')}
            placeholder="XXXX-XXXX-XXXX-XXXX"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            dir="ltr"
            error={fieldError(errors.manualCode)}
            {...form.register('manualCode', { setValueAs: (typed: string) => typed.replace(/\s+/g, '') })}
          />
        )}
        <div className={styles.withMeter}>
          <PasswordField
            label={t('resetPassword.newPassword')}
            autoComplete="new-password"
            error={fieldError(errors.password)}
            // Whoever corrects the first of the two has made them equal as well.
            {...form.register('password', { deps: 'confirmPassword' })}
          />
          <ResetMeter password={password} />
        </div>
        <PasswordField
          label={t('resetPassword.confirmPassword')}
          autoComplete="new-password"
          error={fieldError(errors.confirmPassword)}
          {...form.register('confirmPassword')}
        />
        <AccountOfReset account={account} keptIds={keptIds} onChange={setKeptIds} />
        <Button type="submit" isFullWidth isBusy={isPending || account.stage === 'loading'}>
          {t('resetPassword.submit')}
        </Button>
        {link !== null && (
          <TimeLeft
            endsAtMs={link.endsAtMs}
            // What is on its way may still be in time: then the server says.
            onEnd={isPending ? undefined : () => onUseless(t('resetPassword.invalidOrExpired'))}
          />
        )}
      </AuthForm>
      <ConfirmResetDialog {...reset.confirmation} account={account} />
    </>
  );
}
