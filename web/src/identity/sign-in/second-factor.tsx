import type { SignedIn } from '@mercury/contract/api/auth.ts';
import {
  passkeyTwoFactorOptions,
  passkeyTwoFactorSignIn,
  recoverTwoFactorSignIn,
  verifyTwoFactorSignIn,
} from '@mercury/contract/api/two-factor.ts';
import { limits } from '@mercury/contract/limits.ts';
import { useIsMutating } from '@tanstack/react-query';
import { type Ref, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { Cancelled } from '../../api/cancelled.ts';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { useCommand } from '../../api/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import type { PendingSignIn } from '../session/auth-dialog.ts';
import { AuthForm } from '../forms/form-parts.tsx';
import { askForPasskey, PasskeyButton } from '../factors/passkey.tsx';
import { signInToastId as id } from '../session/use-after-sign-in.ts';
import styles from '../forms/auth.module.css';

type Mode = 'code' | 'recovery';

interface SecondFactorProps {
  pendingSignIn: PendingSignIn;
  onSignedIn: (signedIn: SignedIn, factor: Factor) => void;
  onExpired: () => void;
}

function useSecondFactorForm(props: SecondFactorProps) {
  const { t } = useTranslation();
  const [mode, setMode] = useState<Mode>('code');
  const [code, setCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const { check, isChecking, problem, setProblem } = useSecondFactor({
    ...props,
    onFailed: () => {
      // Selected, so that the person can overtype or correct it.
      input.current?.focus();
      input.current?.select();
    },
  });

  function ask(text: string) {
    setProblem({ text, isAboutCode: true });
    input.current?.focus();
  }

  function submit() {
    const typed = code.trim();
    if (mode === 'code') {
      if (typed.length === limits.twoFactorCodeLength) check({ method: 'code', twoFactorCode: typed });
      else ask(t('auth.twoFactor.enterValidCode'));
    } else if (typed === '') ask(t('auth.twoFactor.enterRecoveryCode'));
    else check({ method: 'recovery', recoveryCode: typed });
  }

  function change(next: string) {
    setProblem(null);
    setCode(next);
  }

  function switchMode() {
    // The other field must exist before it takes the focus.
    flushSync(() => {
      setMode(mode === 'code' ? 'recovery' : 'code');
      change('');
    });
    input.current?.focus();
  }

  return { mode, code, input, check, isChecking, problem, submit, change, switchMode };
}

export function SecondFactor(props: SecondFactorProps) {
  const { t } = useTranslation();
  const form = useSecondFactorForm(props);
  const { mode, code, input, isChecking, problem } = form;
  const panelId = useId();
  const field = {
    ref: input,
    value: code,
    onChange: form.change,
    isLocked: isChecking,
    problemId: problem?.isAboutCode ? panelId : undefined,
  };
  return (
    <div className={styles.stack}>
      <p className={styles.lead}>
        {mode === 'code' ? t('auth.twoFactor.codeLead') : t('auth.twoFactor.recoveryLead')}
      </p>
      <AuthForm onSubmit={form.submit}>
        {mode === 'code' ? (
          <CodeField kind="digits" label={t('auth.twoFactor.codeLabel')} {...field} />
        ) : (
          <RecoveryCodeField {...field} />
        )}
        {problem && (
          <Notice id={panelId} tone="failed">
            {problem.text}
          </Notice>
        )}
        <Button type="submit" isFullWidth isBusy={isChecking}>
          {t('auth.twoFactor.submit')}
        </Button>
      </AuthForm>
      {props.pendingSignIn.methods.includes('passkey') && (
        <PasskeyButton
          label={t('auth.twoFactor.withPasskey')}
          isBusy={isChecking}
          onPress={() => form.check({ method: 'passkey' })}
        />
      )}
      <p className={styles.switchLine}>
        <Button variant="link" disabled={isChecking} onClick={form.switchMode}>
          {mode === 'code' ? t('auth.twoFactor.lostDevice') : t('auth.twoFactor.backToCode')}
        </Button>
      </p>
    </div>
  );
}

interface RecoveryCodeFieldProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  onChange: (code: string) => void;
  isLocked: boolean;
  problemId: string | undefined;
}

function RecoveryCodeField({ ref, value, onChange, isLocked, problemId }: RecoveryCodeFieldProps) {
  const { t } = useTranslation();
  return (
    <TextField
      ref={ref}
      problemId={problemId}
      label={t('auth.twoFactor.recoveryLabel')}
      hint={t('auth.twoFactor.recoveryHint')}
      placeholder="XXXX-XXXX-XXXX-XXXX"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      readOnly={isLocked}
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      dir="ltr"
    />
  );
}

const secondFactorKey = ['second-factor'];

/** The dialog stays open during the check. */
export function useIsSecondFactorChecked(): boolean {
  return useIsMutating({ mutationKey: secondFactorKey }) > 0;
}

type Factor =
  | { method: 'code'; twoFactorCode: string }
  | { method: 'recovery'; recoveryCode: string }
  | { method: 'passkey' };

async function answerChallenge(tempToken: string, factor: Factor): Promise<SignedIn> {
  if (factor.method === 'code') {
    return call(verifyTwoFactorSignIn, { body: { tempToken, twoFactorCode: factor.twoFactorCode } });
  }
  if (factor.method === 'recovery') {
    return call(recoverTwoFactorSignIn, { body: { tempToken, recoveryCode: factor.recoveryCode } });
  }
  const credential = await askForPasskey(
    async () => (await call(passkeyTwoFactorOptions, { body: { tempToken } })).options,
  );
  return call(passkeyTwoFactorSignIn, { body: { tempToken, credential } });
}

interface SecondFactorOptions {
  pendingSignIn: PendingSignIn;
  onSignedIn: (signedIn: SignedIn, factor: Factor) => void;
  /** The sign-in starts again with the password. */
  onExpired: () => void;
  onFailed: () => void;
}

interface Problem {
  text: string;
  /** Otherwise the code may be right: nobody checked it, or something else was refused. */
  isAboutCode: boolean;
}

/** The error stays on screen until the next try. */
function useSecondFactor({ pendingSignIn, onSignedIn, onExpired, onFailed }: SecondFactorOptions) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<Problem | null>(null);
  const say = (text: string, isAboutCode = false) => setProblem({ text, isAboutCode });

  function tell(error: Error) {
    if (error instanceof Cancelled) return;
    const isRefused = error instanceof ApiError && error.isRefusal;
    if (!isRefused) {
      say(t('auth.twoFactor.verificationFailed'));
    } else if (error.code === 'ChallengeExpired') {
      toast.error(error.message || t('auth.twoFactor.expired'), { id });
      onExpired();
    } else if (error.code === 'InvalidTwoFactorCode') {
      toast.error(error.message || t('toast.invalidVerificationCode'), { id });
      say(t('auth.twoFactor.invalidCode'), true);
    } else if (error.code === 'InvalidRecoveryCode') {
      toast.error(error.message || t('toast.invalidRecoveryCode'), { id });
      say(t('auth.twoFactor.invalidRecoveryCode'), true);
    } else {
      say(errorMessage(error, t, { fallback: t('auth.twoFactor.verificationFailed') }));
    }
  }

  const { mutate, isPending } = useCommand({
    mutationKey: secondFactorKey,
    mutationFn: (factor: Factor) => answerChallenge(pendingSignIn.tempToken, factor),
    onMutate: () => setProblem(null),
    onSuccess: (signedIn, factor) => {
      toast.success(t('toast.loginSuccessful'), { id });
      onSignedIn(signedIn, factor);
    },
    onError: (error) => {
      tell(error);
      onFailed();
    },
  });
  return { check: mutate, isChecking: isPending, problem, setProblem };
}
