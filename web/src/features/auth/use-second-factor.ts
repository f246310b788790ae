import type { SignedIn } from '@mercury/contract/api/auth.ts';
import {
  passkeyTwoFactorOptions,
  passkeyTwoFactorSignIn,
  recoverTwoFactorSignIn,
  verifyTwoFactorSignIn,
} from '@mercury/contract/api/two-factor.ts';
import { useIsMutating } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { Cancelled } from '../../api/cancelled.ts';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { useCommand } from '../../api/use-command.ts';
import { toast } from '../../ui/toast.ts';
import type { PendingSignIn } from './auth-dialog.ts';
import { askForPasskey } from './passkey.ts';
import { signInToastId as id } from './sign-in-toast.ts';

const secondFactorKey = ['second-factor'];

/** The dialog around the check is not dismissed while it is under way. */
export function useIsSecondFactorChecked(): boolean {
  return useIsMutating({ mutationKey: secondFactorKey }) > 0;
}

export type SecondFactor =
  | { method: 'code'; twoFactorCode: string }
  | { method: 'recovery'; recoveryCode: string }
  | { method: 'passkey' };

async function answerChallenge(tempToken: string, factor: SecondFactor): Promise<SignedIn> {
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
  onSignedIn: (signedIn: SignedIn, factor: SecondFactor) => void;
  /** Too late, or after too many tries: the sign-in begins again with the password. */
  onExpired: () => void;
  /** Another try can be made. */
  onFailed: () => void;
}

/** Answers the challenge of a sign-in. What went wrong is told in place, until it is tried again. */
export function useSecondFactor({ pendingSignIn, onSignedIn, onExpired, onFailed }: SecondFactorOptions) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string | null>(null);

  function tell(error: Error) {
    if (error instanceof Cancelled) return;
    const isRefused = error instanceof ApiError && error.isRefusal;
    if (!isRefused) {
      setProblem(t('auth.twoFactor.verificationFailed'));
    } else if (error.code === 'ChallengeExpired') {
      toast.error(error.message || t('auth.twoFactor.expired'), { id });
      onExpired();
    } else if (error.code === 'InvalidTwoFactorCode') {
      toast.error(error.message || t('toast.invalidVerificationCode'), { id });
      setProblem(t('auth.twoFactor.invalidCode'));
    } else if (error.code === 'InvalidRecoveryCode') {
      toast.error(error.message || t('toast.invalidRecoveryCode'), { id });
      setProblem(t('auth.twoFactor.invalidRecoveryCode'));
    } else {
      setProblem(errorMessage(error, t, { fallback: t('auth.twoFactor.verificationFailed') }));
    }
  }

  const { mutate, isPending } = useCommand({
    mutationKey: secondFactorKey,
    mutationFn: (factor: SecondFactor) => answerChallenge(pendingSignIn.tempToken, factor),
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
