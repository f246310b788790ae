import type { Passkey } from '@mercury/contract/api/passkey-shape.ts';
import { validateResetToken } from '@mercury/contract/api/password-reset.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';

/** What the account of a reset has to sign in with. */
export interface KnownAccount {
  passkeys: readonly Passkey[];
  twoFactorEnabled: boolean;
}

export type AccountOfCode =
  /** No whole code stands there, or one of nobody's: what is wrong with it, its form says. */
  | { stage: 'none' }
  | { stage: 'loading' }
  | { stage: 'unknown'; message: string; retry: () => void }
  | ({ stage: 'known' } & KnownAccount);

// Four groups of four: what is shorter is still being typed.
const codeLength = 16;

/** Looks up the account that a mailed code is for, once the code stands there whole. */
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
