import { zodResolver } from '@hookform/resolvers/zod';
import { currentPasswordSchema, twoFactorCodeSchema } from '@mercury/contract/api/shapes.ts';
import { setUpTwoFactor, verifyTwoFactor } from '@mercury/contract/api/two-factor.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import type { TFunction } from 'i18next';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { ApiError } from '../../api/api-error.ts';
import { askAgain } from '../../api/query-client.ts';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { securityQuery } from '../security/queries.ts';
import { showRefusal } from '../../api/show-field-errors.ts';
import { useCommand } from '../../api/use-command.ts';
import { profileQuery } from '../../api/use-session.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { PasswordField, UsernameForManagers } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.ts';
import { TwoFactorCodeInput } from '../../ui/two-factor-code-input.tsx';
import { AuthenticatorSecret, type SetUpSecret } from './authenticator-secret.tsx';
import styles from './two-factor.module.css';

const passwordEntry = z.object({ password: currentPasswordSchema });

interface PasswordStepProps {
  username: string;
  onSetUp: (secret: SetUpSecret) => void;
}

export function PasswordStep({ username, onSetUp }: PasswordStepProps) {
  const { t } = useTranslation();
  const fieldError = useFieldError();
  const form = useForm({ resolver: zodResolver(passwordEntry), defaultValues: { password: '' } });
  const setUp = useSetUp();
  // The button that led here is gone, and the focus with it.
  useEffect(() => form.setFocus('password'), [form]);
  const submit = form.handleSubmit(({ password }) =>
    setUp.mutate(password, {
      onSuccess: (reply) => onSetUp(reply.data),
      onError: (error) =>
        showRefusal(form, error, { text: setUpFailure(error, t), fields: { password: 'password' } }),
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
      <FormProblem control={form.control} />
      <Button type="submit" isFullWidth isBusy={setUp.isPending}>
        {t('twoFactor.continue')}
      </Button>
    </form>
  );
}

interface SecretStepProps {
  secret: SetUpSecret;
  onVerify: () => void;
}

export function SecretStep({ secret, onVerify }: SecretStepProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.step} ref={focusOnMount} tabIndex={-1}>
      <ol className={styles.instructions}>
        <li>{t('twoFactor.stepInstall')}</li>
        <li>{t('twoFactor.stepScan')}</li>
        <li>{t('twoFactor.stepCode')}</li>
      </ol>
      <AuthenticatorSecret secret={secret} />
      <Button isFullWidth onClick={onVerify}>
        {t('twoFactor.verify')}
      </Button>
    </div>
  );
}

const codeEntry = z.object({ token: twoFactorCodeSchema });

interface CodeStepProps {
  onEnabled: (recoveryCodes: readonly string[]) => void;
  /** The server has forgotten the secret. */
  onExpired: () => void;
  onBack: () => void;
}

export function CodeStep({ onEnabled, onExpired, onBack }: CodeStepProps) {
  const { t } = useTranslation();
  const form = useForm({ resolver: zodResolver(codeEntry), defaultValues: { token: '' } });
  const enable = useEnable();
  // The button that led here is gone, and the focus with it.
  useEffect(() => form.setFocus('token'), [form]);
  const submit = form.handleSubmit(({ token }) =>
    enable.mutate(token, {
      onSuccess: (reply) => onEnabled(reply.data.recoveryCodes),
      onError: (error) => {
        const code = error instanceof ApiError && error.isRefusal ? error.code : undefined;
        if (code === 'TwoFactorNotEnabled') onExpired();
        else if (code === 'InvalidTwoFactorCode')
          form.setError('token', { message: t('twoFactor.invalidToken') }, { shouldFocus: true });
        else showRefusal(form, error, { text: enableFailure(error, t) });
      },
    }),
  );
  return (
    <form noValidate className={styles.stack} onSubmit={(event) => void submit(event)}>
      <TwoFactorCodeInput control={form.control} name="token" />
      <FormProblem control={form.control} />
      <div className={styles.choices}>
        <Button type="submit" isFullWidth isBusy={enable.isPending}>
          {t('twoFactor.enable')}
        </Button>
        <Button
          variant="ghost"
          isFullWidth
          disabled={enable.isPending}
          icon={<ArrowLeft size={18} aria-hidden="true" className="flip-in-rtl" />}
          onClick={onBack}
        >
          {t('twoFactor.backToSecret')}
        </Button>
      </div>
    </form>
  );
}

/** One toast for the whole set-up: a success replaces an earlier failure. */
const toastId = 'two-factor-set-up';

function setUpFailure(error: Error, t: TFunction): string {
  return errorMessage(error, t, { fallback: t('toast.twoFactorSetUpFailed') });
}

function enableFailure(error: Error, t: TFunction): string {
  return errorMessage(error, t, { fallback: t('toast.twoFactorVerifyFailed') });
}

function useSetUp() {
  const { t } = useTranslation();
  return useCommand({
    mutationFn: (password: string) => call(setUpTwoFactor, { body: { password } }),
    onSuccess: (reply) => {
      toast.success(reply.message || t('toast.twoFactorSetUp'), { id: toastId });
    },
    onError: (error) => {
      toast.error(setUpFailure(error, t), { id: toastId });
    },
  });
}

function useEnable() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: (token: string) => call(verifyTwoFactor, { body: { token } }),
    onSuccess: (reply) => {
      queryClient.setQueryData(profileQuery.queryKey, reply.data.user);
      void askAgain(queryClient, securityQuery.queryKey);
      toast.success(reply.message || t('toast.twoFactorEnabled'), { id: toastId });
    },
    onError: (error) => {
      toast.error(enableFailure(error, t), { id: toastId });
    },
  });
}
