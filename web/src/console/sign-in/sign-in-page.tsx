import { zodResolver } from '@hookform/resolvers/zod';
import {
  signInPasskeyOptions,
  signInWithPasskey,
  signInWithPassword,
} from '@mercury/contract/console/access.ts';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import { Navigate, useLocation } from 'react-router';
import { errorMessage } from '../../api/error-message.ts';
import { showRefusal } from '../../api/show-field-errors.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { arePasskeysSupported, PasskeyButton } from '../../identity/factors/passkey.tsx';
import { Button } from '../../ui/button.tsx';
import { CardPage } from '../../ui/card-page.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TwoFactorCodeInput } from '../../ui/two-factor-code-input.tsx';
import { callConsole } from '../api/client.ts';
import { meQuery } from '../api/me.ts';
import { showPasskey } from '../api/passkey.ts';
import { beginStaffSession, useLastEnd } from '../api/staff-session.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import styles from '../console.module.css';
import { consolePaths } from '../paths.ts';

/** The page that led here, as guards.tsx keeps it in the history; never an address from outside. */
function useWantedPath(): string {
  const { state } = useLocation();
  const from: unknown = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' ? from : consolePaths.home;
}

export function SignInPage() {
  const { t } = useTranslation('console');
  const { data: me } = useQuery(meQuery);
  const wantedPath = useWantedPath();
  const lastEnd = useLastEnd();
  if (me) return <Navigate to={wantedPath} replace />;
  return (
    <CardPage title={t('signIn.title')}>
      <div className={styles.stack}>
        <h1 className={styles.cardTitle}>{t('signIn.title')}</h1>
        {lastEnd === 'lost' && <Notice tone="warning">{t('signIn.ended')}</Notice>}
        {lastEnd === 'signedOut' && <Notice tone="completed">{t('signIn.signedOut')}</Notice>}
        {arePasskeysSupported() && (
          <>
            <PasskeySignIn />
            <p className={styles.or}>{t('signIn.or')}</p>
          </>
        )}
        <PasswordSignIn />
      </div>
    </CardPage>
  );
}

function PasskeySignIn() {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const form = useForm();
  const signIn = useConsoleCommand({
    mutationFn: async () => {
      const body = await showPasskey(() => callConsole(signInPasskeyOptions, {}));
      return callConsole(signInWithPasskey, { body });
    },
    onMutate: () => form.clearErrors(),
    onSuccess: ({ me }) => beginStaffSession(me),
    onError: (error) =>
      form.setError('root', {
        message: errorMessage(error, tShared, { fallback: t('signIn.passkeyFailed') }),
      }),
  });
  return (
    <>
      <FormProblem control={form.control} />
      <PasskeyButton
        label={t('signIn.byPasskey')}
        isBusy={signIn.isPending}
        onPress={() => signIn.mutate()}
      />
    </>
  );
}

function PasswordSignIn() {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const fieldError = useFieldError();
  const form = useForm({
    resolver: zodResolver(signInWithPassword.body),
    defaultValues: { email: '', password: '', twoFactorCode: '' },
  });
  const { errors } = form.formState;
  const signIn = useConsoleCommand({
    mutationFn: (body: z.output<typeof signInWithPassword.body>) => callConsole(signInWithPassword, { body }),
    onSuccess: ({ me }) => beginStaffSession(me),
    onError: (error) => {
      // A code works once, so another try needs another one.
      form.resetField('twoFactorCode');
      showRefusal(form, error, { text: errorMessage(error, tShared) });
    },
  });
  const submit = form.handleSubmit((values) => signIn.mutate(values));
  return (
    <form noValidate className={styles.stack} onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('signIn.email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        dir="ltr"
        error={fieldError(errors.email)}
        {...form.register('email')}
      />
      <PasswordField
        label={t('signIn.password')}
        autoComplete="current-password"
        error={fieldError(errors.password)}
        {...form.register('password')}
      />
      <TwoFactorCodeInput control={form.control} name="twoFactorCode" />
      <FormProblem control={form.control} />
      <Button type="submit" isFullWidth isBusy={signIn.isPending}>
        {t('signIn.submit')}
      </Button>
    </form>
  );
}
