import { zodResolver } from '@hookform/resolvers/zod';
import { emailLoginBody, login, usernameLoginBody } from '@mercury/contract/api/auth.ts';
import { passkeySignIn, passkeySignInOptions } from '@mercury/contract/api/passkeys.ts';
import { useCallback, useState } from 'react';
import { useForm, type UseFormRegisterReturn, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { ApiError } from '../../api/api-error.ts';
import { Cancelled } from '../../api/cancelled.ts';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { showRefusal } from '../../api/show-field-errors.ts';
import { useCommand } from '../../api/use-command.ts';
import { useDraft, useSavedForm } from '../../domain/drafts.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { AuthForm, SwitchLine } from '../forms/form-parts.tsx';
import { askForPasskey, PasskeyButton } from '../factors/passkey.tsx';
import { isChallenge, type SignInReply, signInToastId as id } from '../session/use-after-sign-in.ts';
import styles from '../forms/auth.module.css';

/** One form has both names, so the password survives the switch. Only one name is validated. */
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
  const fieldError = useFieldError();
  const { form, method, choose } = useKeptForm();
  const { errors } = form.formState;
  const signIn = useSignIn(form, method, onAnswered);
  const passkeySignIn = usePasskeySignIn(form, onAnswered);

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
          <FormProblem control={form.control} />
          <Button type="submit" isFullWidth isBusy={signIn.isPending}>
            {t('auth.signIn.submit')}
          </Button>
        </AuthForm>
      </Tabs>
      <PasskeyButton
        label={t('auth.signIn.withPasskey')}
        isBusy={passkeySignIn.isPending}
        onPress={() => {
          form.clearErrors();
          passkeySignIn.mutate({ rememberMe: form.getValues('rememberMe') === true });
        }}
      />
      <SwitchLine
        question={t('auth.signIn.noAccount')}
        label={t('auth.signIn.registerLink')}
        onPress={onRegister}
      />
    </div>
  );
}

type SignInMethod = 'email' | 'username';

interface SignInValues {
  email: string;
  username: string;
  password: string;
  rememberMe?: boolean | undefined;
}

const noNames: { method: SignInMethod; email: string; username: string } = {
  method: 'email',
  email: '',
  username: '',
};

/** A reload finds the names as they were typed, never the password. */
function useKeptForm() {
  const draft = useDraft('sign-in', noNames, { isUsable: ({ method }) => method in schemas });
  const { method: keptMethod, ...names } = draft.values;
  const [method, setMethod] = useState(keptMethod);
  const form = useForm<SignInValues>({
    resolver: zodResolver(schemas[method]),
    defaultValues: { ...names, password: '', rememberMe: false },
  });
  const save = useCallback(
    ({ email, username }: SignInValues) => draft.save({ method, email, username }),
    [draft, method],
  );
  useSavedForm(form, { save });

  function choose(next: SignInMethod) {
    form.clearErrors();
    setMethod(next);
    const { email, username } = form.getValues();
    draft.save({ method: next, email, username });
  }
  return { form, method, choose };
}

function useSignIn(
  form: UseFormReturn<SignInValues>,
  method: SignInMethod,
  onAnswered: (reply: SignInReply) => void,
) {
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
    onMutate: () => toast.loading(t('toast.loggingIn'), { id }),
    onSuccess: (reply) => {
      if (isChallenge(reply)) toast.info(reply.message || t('toast.twoFactorRequired'), { id });
      else toast.success(t('toast.loginSuccessful'), { id });
      onAnswered(reply);
    },
    onError: (error) => {
      const wrong =
        method === 'email' ? t('toast.invalidEmailOrPassword') : t('toast.invalidUsernameOrPassword');
      const isRefused = error instanceof ApiError && error.isRefusal;
      const text = errorMessage(error, t, isRefused ? { fallback: wrong } : {});
      toast.error(t('toast.loginFailed'), { id, description: text });
      showRefusal(form, error, { text });
    },
  });
}

async function signInByPasskey({ rememberMe }: { rememberMe: boolean }): Promise<SignInReply> {
  let challengeToken = '';
  const credential = await askForPasskey(async () => {
    const offer = await call(passkeySignInOptions, {});
    challengeToken = offer.challengeToken;
    return offer.options;
  });
  return call(passkeySignIn, { body: { challengeToken, credential, rememberMe } });
}

/** A passkey with user verification replaces password and second factor. */
function usePasskeySignIn(form: UseFormReturn<SignInValues>, onAnswered: (reply: SignInReply) => void) {
  const { t } = useTranslation();
  return useCommand({
    mutationFn: signInByPasskey,
    onSuccess: (reply) => {
      toast.success(t('toast.loginSuccessful'), { id });
      onAnswered(reply);
    },
    onError: (error) => {
      if (error instanceof Cancelled) return;
      const text = errorMessage(error, t, { fallback: t('auth.signIn.passkeyFailed') });
      toast.error(t('toast.loginFailed'), { id, description: text });
      form.setError('root', { message: text });
    },
  });
}
