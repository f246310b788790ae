import { zodResolver } from '@hookform/resolvers/zod';
import { emailLoginBody, login, usernameLoginBody } from '@mercury/contract/api/auth.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { useCommand } from '../../api/use-command.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { AuthForm, SwitchLine } from './form-parts.tsx';
import styles from './auth.module.css';
import type { SignedIn } from './use-after-sign-in.ts';

type SignInMethod = 'email' | 'username';

interface SignInValues {
  email: string;
  username: string;
  password: string;
  rememberMe?: boolean | undefined;
}

/** Both names are fields of one form, so that password and choice survive the toggle; only one is looked at. */
const schemas = {
  email: z.object({ ...emailLoginBody.shape, username: z.string() }),
  username: z.object({ ...usernameLoginBody.shape, email: z.string() }),
};

/** One toast tells the whole story of one sign-in. */
const toastId = 'sign-in';

function useSignIn(method: SignInMethod, onSignedIn: (signedIn: SignedIn) => void) {
  const { t } = useTranslation();
  return useCommand({
    mutationFn: ({ email, username, password, rememberMe }: SignInValues) =>
      call(login, {
        body: {
          ...(method === 'email' ? { email } : { username }),
          password,
          rememberMe: rememberMe === true,
        },
      }),
    onMutate: () => toast.loading(t('toast.loggingIn'), { id: toastId }),
    onSuccess: (reply) => {
      toast.success(t('toast.loginSuccessful'), { id: toastId });
      onSignedIn(reply);
    },
    onError: (error) => {
      const wrong =
        method === 'email' ? t('toast.invalidEmailOrPassword') : t('toast.invalidUsernameOrPassword');
      const isRefused = error instanceof ApiError && error.isRefusal;
      toast.error(t('toast.loginFailed'), {
        id: toastId,
        description: errorMessage(error, t, isRefused ? { fallback: wrong } : {}),
      });
    },
  });
}

interface SignInFormProps {
  onSignedIn: (signedIn: SignedIn) => void;
  onRegister: () => void;
}

export function SignInForm({ onSignedIn, onRegister }: SignInFormProps) {
  const { t } = useTranslation();
  const [method, setMethod] = useState<SignInMethod>('email');
  const fieldError = useFieldError();
  const form = useForm<SignInValues>({
    resolver: zodResolver(schemas[method]),
    defaultValues: { email: '', username: '', password: '', rememberMe: false },
  });
  const { errors } = form.formState;
  const signIn = useSignIn(method, onSignedIn);

  function choose(next: SignInMethod) {
    form.clearErrors();
    setMethod(next);
  }

  return (
    <div className={styles.stack}>
      <Tabs
        label={t('auth.signIn.methodLabel')}
        tabs={[
          { value: 'email', label: t('auth.signIn.byEmail') },
          { value: 'username', label: t('auth.signIn.byUsername') },
        ]}
        value={method}
        onChange={choose}
      >
        <AuthForm onSubmit={() => void form.handleSubmit((values) => signIn.mutate(values))()}>
          {method === 'email' ? (
            <TextField
              key="email"
              label={t('auth.fields.email')}
              type="email"
              inputMode="email"
              autoComplete="email"
              dir="ltr"
              error={fieldError(errors.email)}
              {...form.register('email')}
            />
          ) : (
            <TextField
              key="username"
              label={t('auth.fields.username')}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              dir="ltr"
              error={fieldError(errors.username)}
              {...form.register('username')}
            />
          )}
          <PasswordField
            label={t('auth.fields.password')}
            autoComplete="current-password"
            error={fieldError(errors.password)}
            {...form.register('password')}
          />
          <Checkbox label={t('auth.signIn.rememberMe')} {...form.register('rememberMe')} />
          <Button type="submit" isFullWidth isBusy={signIn.isPending}>
            {t('auth.signIn.submit')}
          </Button>
        </AuthForm>
      </Tabs>
      <SwitchLine
        question={t('auth.signIn.noAccount')}
        label={t('auth.signIn.registerLink')}
        onPress={onRegister}
      />
    </div>
  );
}
