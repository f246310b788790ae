import type { TFunction } from 'i18next';
import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { formatCountdown } from '../../i18n/formats.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useSecondsLeft } from '../../ui/use-seconds-left.ts';
import { KnownPasskeys } from '../factors/known-passkeys.tsx';
import { AuthForm } from '../forms/form-parts.tsx';
import { ResetMeter } from './meters.tsx';
import type { AccountOfCode, KnownAccount } from './reset-token.ts';
import { useResetPassword } from './use-reset-password.ts';
import styles from '../forms/auth.module.css';

interface ResetFormProps {
  token: string | null;
  /** Null without a link. */
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
            // Also clears a mismatch.
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
        <FormProblem control={form.control} />
        <Button type="submit" isFullWidth isBusy={isPending || account.stage === 'loading'}>
          {t('resetPassword.submit')}
        </Button>
        {link !== null && (
          <TimeLeft
            endsAtMs={link.endsAtMs}
            // A request in flight may be in time: the server decides.
            onEnd={isPending ? undefined : () => onUseless(t('resetPassword.invalidOrExpired'))}
          />
        )}
      </AuthForm>
      <ConfirmDialog
        {...reset.confirmation}
        title={t('resetPassword.confirmTitle')}
        description={confirmationText(account, t)}
        confirmLabel={t('resetPassword.submit')}
        closesOnBack
      />
    </>
  );
}

function confirmationText(account: AccountOfCode, t: TFunction): string {
  if (account.stage !== 'known') return t('resetPassword.confirmUnknownText');
  return account.passkeys.length > 0 ? t('resetPassword.confirmText') : t('resetPassword.confirmTextAlone');
}

interface AccountOfResetProps {
  account: AccountOfCode;
  keptIds: readonly string[];
  onChange: (keptIds: string[]) => void;
}

function AccountOfReset({ account, keptIds, onChange }: AccountOfResetProps) {
  const { t } = useTranslation();
  switch (account.stage) {
    case 'none':
      return null;
    case 'loading':
      return (
        <p className={styles.fine} role="status">
          {t('resetPassword.loadingAccount')}
        </p>
      );
    case 'unknown':
      return (
        <div className={styles.withMeter}>
          <Notice tone="failed">
            {t('resetPassword.accountUnknown')} {account.message}
          </Notice>
          <Button variant="secondary" onClick={account.retry}>
            {t('common.retry')}
          </Button>
        </div>
      );
    case 'known':
      return (
        <>
          <KnownPasskeys passkeys={account.passkeys} keptIds={keptIds} onChange={onChange} />
          {account.twoFactorEnabled && (
            <Notice tone="warning">
              {account.passkeys.length === 0
                ? t('resetPassword.twoFactorStaysAlone')
                : t('resetPassword.twoFactorStays')}
            </Notice>
          )}
        </>
      );
    default:
      return account satisfies never;
  }
}

interface TimeLeftProps {
  endsAtMs: number;
  /** If it is set after the end, it is called at once. */
  onEnd: (() => void) | undefined;
}

function TimeLeft({ endsAtMs, onEnd }: TimeLeftProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const secondsLeft = useSecondsLeft(endsAtMs);
  const latestOnEnd = useRef(onEnd);
  useEffect(() => {
    latestOnEnd.current = onEnd;
  });
  const isOver = secondsLeft === 0;
  const canTell = onEnd !== undefined;
  useEffect(() => {
    if (isOver && canTell) latestOnEnd.current?.();
  }, [isOver, canTell]);
  return (
    <p className={styles.countdown} role="timer">
      {t('resetPassword.timeLeft')}{' '}
      <bdi className={styles.time}>{formatCountdown(secondsLeft, formatTag)}</bdi>
    </p>
  );
}
