import type { Passkey } from '@mercury/contract/api/passkey-shape.ts';
import { validateResetToken } from '@mercury/contract/api/password-reset.ts';
import { tokenSchema } from '@mercury/contract/api/shapes.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { toast } from '../../ui/toast.ts';

export const resetLinkToast = 'reset-link';

type ResetLink =
  /** Not sent yet. */
  | { stage: 'checking' }
  | { stage: 'validating' }
  /** Without `retry` the link is the problem, not the connection. */
  | { stage: 'error'; message: string; retry?: () => void }
  | ({ stage: 'form'; endsAtMs: number } & KnownAccount);

/** Once; "Try again" repeats it. */
export function useResetLink(token: string): ResetLink {
  const { t } = useTranslation();
  const [isRead, setIsRead] = useState(false);
  const canBeToken = tokenSchema.safeParse(token).success;
  const validation = useQuery({
    queryKey: ['reset-link', token],
    queryFn: () => call(validateResetToken, { body: { token } }),
    enabled: isRead && canBeToken,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // A later visit checks again: the token may be used by then.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data, error, isFetching, dataUpdatedAt } = validation;
  useEffect(() => {
    // A link in a background tab is checked when the person looks at it.
    const frame = requestAnimationFrame(() => setIsRead(true));
    return () => cancelAnimationFrame(frame);
  }, []);

  const invalidText = t('resetPassword.invalidOrExpired');
  const failure = error && errorMessage(error, t, { fallback: invalidText });
  const isUseless = (isRead && !canBeToken) || data?.valid === false;
  useEffect(() => {
    if (isFetching) toast.loading(t('resetPassword.validating'), { id: resetLinkToast });
    else if (isUseless) toast.error(data?.message || invalidText, { id: resetLinkToast });
    else if (failure) toast.error(failure, { id: resetLinkToast });
    else if (data) toast.success(data.message || t('resetPassword.valid'), { id: resetLinkToast });
  }, [isFetching, isUseless, failure, data, invalidText, t]);

  if (!isRead) return { stage: 'checking' };
  if (isUseless) return { stage: 'error', message: data?.message || invalidText };
  if (data) {
    const { passkeys, twoFactorEnabled } = data;
    return { stage: 'form', endsAtMs: dataUpdatedAt + data.expiresIn * 1000, passkeys, twoFactorEnabled };
  }
  if (isFetching || !failure) return { stage: 'validating' };
  const isRefusedForGood = error instanceof ApiError && error.isRefusal && error.code !== 'RateLimitExceeded';
  if (isRefusedForGood) return { stage: 'error', message: failure };
  return { stage: 'error', message: failure, retry: () => void validation.refetch() };
}

export interface KnownAccount {
  passkeys: readonly Passkey[];
  twoFactorEnabled: boolean;
}

export type AccountOfCode =
  /** Incomplete or unknown. The form shows which. */
  | { stage: 'none' }
  | { stage: 'loading' }
  | { stage: 'unknown'; message: string; retry: () => void }
  | ({ stage: 'known' } & KnownAccount);

// Four groups of four. A shorter code is still being typed.
const codeLength = 16;

export function useAccountOfCode(typed: string): AccountOfCode {
  const { t } = useTranslation();
  const code = typed.replaceAll(/[\s-]/g, '');
  const isWhole = code.length === codeLength;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['reset-code', code],
    queryFn: () => call(validateResetToken, { body: { token: code } }),
    enabled: isWhole,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (!isWhole) return { stage: 'none' };
  if (isFetching) return { stage: 'loading' };
  if (error) return { stage: 'unknown', message: errorMessage(error, t), retry: () => void refetch() };
  return data?.valid === true ? { stage: 'known', ...data } : { stage: 'none' };
}
