import { zodResolver } from '@hookform/resolvers/zod';
import { currentPasswordSchema } from '@mercury/contract/api/shapes.ts';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { showFieldErrors } from '../../api/show-field-errors.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { UsernameForManagers } from '../../ui/username-for-managers.tsx';
import type { SetUpSecret } from './secret-step.tsx';
import styles from './two-factor.module.css';
import { useSetUp } from './use-set-up.ts';

const schema = z.object({ password: currentPasswordSchema });

interface PasswordStepProps {
  username: string;
  onSetUp: (secret: SetUpSecret) => void;
}

export function PasswordStep({ username, onSetUp }: PasswordStepProps) {
  const { t } = useTranslation();
  const fieldError = useFieldError();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { password: '' } });
  const setUp = useSetUp();
  // Where another step led here, its button has gone, and the focus with it.
  useEffect(() => form.setFocus('password'), [form]);
  const submit = form.handleSubmit(({ password }) =>
    setUp.mutate(password, {
      onSuccess: (reply) => onSetUp(reply.data),
      onError: (error) => showFieldErrors(form, error, { password: 'password' }),
    }),
  );
  return (
    <form noValidate className={styles.stack} onSubmit={(event) => void submit(event)}>
      <UsernameForManagers username={username} />
      <PasswordField
        label={t('twoFactor.password')}
        autoComplete="current-password"
        error={fieldError(form.formState.errors.password)}
        {...form.register('password')}
      />
      <Button type="submit" isFullWidth isBusy={setUp.isPending}>
        {t('twoFactor.continue')}
      </Button>
    </form>
  );
}
