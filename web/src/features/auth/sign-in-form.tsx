import { zodResolver } from '@hookform/resolvers/zod';
import { emailLoginBody, usernameLoginBody } from '@mercury/contract/api/auth.ts';
import { useState } from 'react';
import { type UseFormRegisterReturn, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AuthForm, SwitchLine } from './form-parts.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import type { SignInReply } from './use-after-sign-in.ts';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';
import { type SignInMethod, type SignInValues, useSignIn } from './use-sign-in.ts';
import styles from './auth.module.css';

/** Both names are fields of one form, so that password and choice survive the toggle; only one is looked at. */
const schemas = {
  email: z.object({ ...emailLoginBody.shape, username: z.string() }),
  username: z.object({ ...usernameLoginBody.shape, email: z.string() }),
};

interface SignInFormProps {
  onAnswered: (reply: SignInReply) => void;
  onForgot: () => void;
  onRegister: () => void;
}

interface NameFieldProps extends UseFormRegisterReturn {
  method: SignInMethod;
  error: string | undefined;
}

function NameField({ method, ...field }: NameFieldProps) {
  const { t } = useTranslation();
  return method === 'email' ? (
    <TextField
      label={t('auth.fields.email')}
      type="email"
      inputMode="email"
      autoComplete="email"
      dir="ltr"
      {...field}
    />
  ) : (
    <TextField
      label={t('auth.fields.username')}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      {...field}
    />
  );
}

export function SignInForm({ onAnswered, onForgot, onRegister }: SignInFormProps) {
  const { t } = useTranslation();
  const [method, setMethod] = useState<SignInMethod>('email');
  const fieldError = useFieldError();
  const form = useForm<SignInValues>({
    resolver: zodResolver(schemas[method]),
    defaultValues: { email: '', username: '', password: '', rememberMe: false },
  });
  const { errors } = form.formState;
  const signIn = useSignIn(method, onAnswered);
  const passkeySignIn = usePasskeySignIn(onAnswered);

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
          <NameField
            key={method}
            method={method}
            error={fieldError(errors[method])}
            {...form.register(method)}
          />
          <PasswordField
            label={t('auth.fields.password')}
            autoComplete="current-password"
            error={fieldError(errors.password)}
            {...form.register('password')}
          />
          <div className={styles.asides}>
            <Checkbox label={t('auth.signIn.rememberMe')} {...form.register('rememberMe')} />
            <Button variant="link" onClick={onForgot}>
              {t('auth.signIn.forgotPassword')}
            </Button>
          </div>
          <Button type="submit" isFullWidth isBusy={signIn.isPending}>
            {t('auth.signIn.submit')}
          </Button>
        </AuthForm>
      </Tabs>
      <PasskeyButton
        label={t('auth.signIn.withPasskey')}
        isBusy={passkeySignIn.isPending}
        onPress={() => passkeySignIn.mutate({ rememberMe: form.getValues('rememberMe') === true })}
      />
      <SwitchLine
        question={t('auth.signIn.noAccount')}
        label={t('auth.signIn.registerLink')}
        onPress={onRegister}
      />
    </div>
  );
}
