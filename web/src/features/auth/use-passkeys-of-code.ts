import type { Passkey } from '@mercury/contract/api/passkey-shape.ts';
import { validateResetToken } from '@mercury/contract/api/password-reset.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

// Four groups of four: what is shorter is still being typed.
const codeLength = 16;
const none: readonly Passkey[] = [];

/** The passkeys of the account that a mailed code is for, once it stands there whole. What is wrong with it, its form says. */
export function usePasskeysOfCode(typed: string): readonly Passkey[] {
  const code = typed.replaceAll(/[\s-]/g, '');
  const { data } = useQuery({
    queryKey: ['reset-code', code],
    queryFn: () => call(validateResetToken, { body: { token: code } }),
    enabled: code.length === codeLength,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return data?.passkeys ?? none;
}
