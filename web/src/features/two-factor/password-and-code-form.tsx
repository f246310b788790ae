import { zodResolver } from '@hookform/resolvers/zod';
import { disableTwoFactor } from '@mercury/contract/api/two-factor.ts';
import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TwoFactorCodeInput } from '../../ui/two-factor-code-input.tsx';
import { UsernameForManagers } from '../../ui/username-for-managers.tsx';
import styles from './two-factor.module.css';

export type PasswordAndCode = BodyOf<typeof disableTwoFactor>;

interface PasswordAndCodeFormProps {
  username: string;
  submitLabel: string;
  isDangerous?: boolean;
  isBusy: boolean;
  onSubmit: (entered: PasswordAndCode, form: UseFormReturn<PasswordAndCode>) => void;
}

/** What a change to two-factor that is on takes; both calls that ask for it take the same. */
export function PasswordAndCodeForm(props: PasswordAndCodeFormProps) {
  const { username, submitLabel, isDangerous = false, isBusy, onSubmit } = props;
  const { t } = useTranslation();
  const fieldError = useFieldError();
  const form = useForm<PasswordAndCode>({
    resolver: zodResolver(disableTwoFactor.body),
    defaultValues: { password: '', token: '' },
  });
  const submit = form.handleSubmit((entered) => onSubmit(entered, form));
  return (
    <form noValidate className={styles.stack} onSubmit={(event) => void submit(event)}>
      <UsernameForManagers username={username} />
      <PasswordField
        label={t('twoFactor.password')}
        autoComplete="current-password"
        error={fieldError(form.formState.errors.password)}
        {...form.register('password')}
      />
      <TwoFactorCodeInput control={form.control} name="token" />
      <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} isFullWidth isBusy={isBusy}>
        {submitLabel}
      </Button>
    </form>
  );
}
