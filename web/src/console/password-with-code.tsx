import { limits } from '@mercury/contract/limits.ts';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../i18n/formats.ts';
import { useFieldError } from '../i18n/use-field-error.ts';
import { useFormatTag } from '../i18n/use-locale.ts';
import { AuthenticatorSecret, type SetUpSecret } from '../identity/factors/authenticator-secret.tsx';
import { Button } from '../ui/button.tsx';
import { FormProblem } from '../ui/form-problem.tsx';
import { PasswordField, UsernameForManagers } from '../ui/password-field.tsx';
import { TwoFactorCodeInput } from '../ui/two-factor-code-input.tsx';
import styles from './console.module.css';

interface Typed {
  password: string;
  twoFactorCode: string;
}

interface PasswordWithCodeProps {
  form: UseFormReturn<Typed>;
  email: string;
  secret: SetUpSecret;
  submitLabel: string;
  isBusy: boolean;
  onSubmit: (typed: Typed) => void;
}

/** A new password and a new authenticator: they only count together. */
export function PasswordWithCode(props: PasswordWithCodeProps) {
  const { form, email, secret, submitLabel, isBusy, onSubmit } = props;
  const { t } = useTranslation('console');
  const fieldError = useFieldError();
  const formatTag = useFormatTag();
  const submit = form.handleSubmit(onSubmit);
  return (
    <form noValidate className={styles.stack} onSubmit={(event) => void submit(event)}>
      <UsernameForManagers username={email} />
      <PasswordField
        label={t('withCode.password')}
        hint={t('withCode.passwordHint', { min: formatCount(limits.passwordLengthMin, formatTag) })}
        autoComplete="new-password"
        error={fieldError(form.formState.errors.password)}
        {...form.register('password')}
      />
      <p className={styles.quiet}>{t('withCode.scan')}</p>
      <AuthenticatorSecret secret={secret} />
      <TwoFactorCodeInput control={form.control} name="twoFactorCode" />
      <FormProblem control={form.control} />
      <Button type="submit" isFullWidth isBusy={isBusy}>
        {submitLabel}
      </Button>
    </form>
  );
}
