import { zodResolver } from '@hookform/resolvers/zod';
import { register, registerBody } from '@mercury/contract/api/auth.ts';
import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import { limits } from '@mercury/contract/limits.ts';
import { useCallback } from 'react';
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { joinedErrorMessage } from '../../api/error-message.ts';
import { showRefusal } from '../../api/show-field-errors.ts';
import { useCommand } from '../../api/use-command.ts';
import { useDraft, useForgetDrafts, useSavedForm } from '../../domain/drafts.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { useFormatTag, useLocale } from '../../i18n/use-locale.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { AuthForm, SwitchLine } from '../forms/form-parts.tsx';
import { RegisterMeter } from '../password/meters.tsx';
import { emailProofToastId } from '../session/use-after-sign-in.ts';
import styles from '../forms/auth.module.css';

type SignUpValues = BodyOf<typeof register>;

function useSignUp(form: UseFormReturn<SignUpValues>, onRegistered: SignUpFormProps['onRegistered']) {
  const { t } = useTranslation();
  const locale = useLocale();
  const forgetDrafts = useForgetDrafts();
  return useCommand({
    mutationFn: (values: SignUpValues) => call(register, { body: { ...values, locale } }),
    onSuccess: (reply, values) => {
      toast.success(reply.message || t('toast.registered'), { id: emailProofToastId });
      forgetDrafts();
      onRegistered({ email: values.email, username: values.username });
    },
    onError: (error) => {
      const isRefused = error instanceof ApiError && error.isRefusal;
      const text = joinedErrorMessage(error, t, isRefused ? {} : { fallback: t('toast.registrationError') });
      toast.error(t('toast.registrationFailed'), { id: emailProofToastId, description: text });
      showRefusal(form, error, { text, fields: { username: 'username' } });
    },
  });
}

const termsLinks = { terms: paths.terms, privacy: paths.privacy } as const;

/** Each document opens in a tab of its own: what is typed here must not be lost. */
function TermsLabel() {
  const { t } = useTranslation();
  // The placeholders stay in the text, so that each language decides where its links stand.
  const parts = t('auth.signUp.terms', { terms: '|terms|', privacy: '|privacy|' }).split('|');
  return parts.map((part) =>
    part === 'terms' || part === 'privacy' ? (
      <a key={part} href={termsLinks[part]} target="_blank" rel="noopener">
        {t(`auth.signUp.${part}Link`)}
      </a>
    ) : (
      part
    ),
  );
}

interface SignUpFormProps {
  onRegistered: (registered: { email: string; username: string }) => void;
  onSignIn: () => void;
}

const noNames = { username: '', email: '' };

/** A reload finds the names as they were typed, never a password. */
function useKeptForm() {
  const draft = useDraft('sign-up', noNames);
  const form = useForm<SignUpValues>({
    resolver: zodResolver(registerBody),
    defaultValues: { ...draft.values, password: '', confirmPassword: '', acceptedTerms: false },
  });
  const save = useCallback(({ username, email }: SignUpValues) => draft.save({ username, email }), [draft]);
  useSavedForm(form, { save });
  return form;
}

export function SignUpForm({ onRegistered, onSignIn }: SignUpFormProps) {
  const { t } = useTranslation();
  const fieldError = useFieldError();
  const formatTag = useFormatTag();
  const form = useKeptForm();
  const password = useWatch({ control: form.control, name: 'password' });
  const signUp = useSignUp(form, onRegistered);
  const { errors } = form.formState;
  return (
    <div className={styles.stack}>
      <AuthForm onSubmit={() => void form.handleSubmit((values) => signUp.mutate(values))()}>
        <TextField
          label={t('auth.fields.username')}
          hint={t('auth.signUp.usernameHint')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          error={fieldError(errors.username)}
          {...form.register('username')}
        />
        <TextField
          label={t('auth.fields.email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          dir="ltr"
          error={fieldError(errors.email)}
          {...form.register('email')}
        />
        <div className={styles.withMeter}>
          <PasswordField
            label={t('auth.fields.password')}
            hint={t('auth.signUp.passwordHint', {
              passwordMin: formatCount(limits.passwordLengthMin, formatTag),
            })}
            autoComplete="new-password"
            error={fieldError(errors.password)}
            // Also clears a mismatch.
            {...form.register('password', { deps: 'confirmPassword' })}
          />
          <RegisterMeter password={password} />
        </div>
        <PasswordField
          label={t('auth.fields.confirmPassword')}
          autoComplete="new-password"
          error={fieldError(errors.confirmPassword)}
          {...form.register('confirmPassword')}
        />
        <Checkbox label={<TermsLabel />} {...form.register('acceptedTerms')} />
        <FormProblem control={form.control} />
        <Button type="submit" isFullWidth isBusy={signUp.isPending}>
          {t('auth.signUp.submit')}
        </Button>
      </AuthForm>
      <SwitchLine
        question={t('auth.signUp.haveAccount')}
        label={t('auth.signUp.loginLink')}
        onPress={onSignIn}
      />
    </div>
  );
}
