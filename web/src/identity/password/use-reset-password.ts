import { zodResolver } from '@hookform/resolvers/zod';
import { newPasswordPair, resetPassword } from '@mercury/contract/api/password-reset.ts';
import { key, tokenSchema } from '@mercury/contract/api/shapes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { askAgain } from '../../api/query-client.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { joinedErrorMessage } from '../../api/error-message.ts';
import { sentPasskeyIds } from '../factors/known-passkeys.tsx';
import { showRefusal } from '../../api/show-field-errors.ts';
import { useCommand } from '../../api/use-command.ts';
import { profileQuery } from '../../api/use-session.ts';
import { toast } from '../../ui/toast.ts';
import { type AccountOfCode, type KnownAccount, resetLinkToast, useAccountOfCode } from './reset-token.ts';

/** A later outcome takes the place of an earlier one. */
const toastId = 'password-reset';

export interface ResetValues {
  password: string;
  confirmPassword: string;
  manualCode: string;
}

const resetSchema = z
  .object({
    ...newPasswordPair,
    // Needed without a link only; the submit checks that.
    manualCode: z.union([z.literal(''), tokenSchema]),
  })
  .check(
    z.refine((values) => values.password === values.confirmPassword, {
      error: key('passwordsMatch'),
      path: ['confirmPassword'],
    }),
  );

interface ResetPasswordOptions {
  /** Null if the person types the mail's code. */
  token: string | null;
  accountOfLink: KnownAccount | null;
  onDone: () => void;
  /** The link was used or expired meanwhile. */
  onUseless: (message: string) => void;
}

interface ResetPassword {
  form: UseFormReturn<ResetValues>;
  account: AccountOfCode;
  /** The passkeys to keep. */
  keptIds: readonly string[];
  setKeptIds: (keptIds: string[]) => void;
  submit: () => void;
  isPending: boolean;
  /** Opens if only the authenticator and recovery codes may remain. */
  confirmation: { isOpen: boolean; onClose: () => void; onConfirm: () => void };
}

/** Two-factor is on and no passkey is kept, or this is unknown. */
function mayLockOut(account: AccountOfCode, keptIds: readonly string[]): boolean {
  if (account.stage !== 'known') return account.stage === 'unknown';
  return account.twoFactorEnabled && !account.passkeys.some(({ id }) => keptIds.includes(id));
}

export function useResetPassword({
  token,
  accountOfLink,
  onDone,
  onUseless,
}: ResetPasswordOptions): ResetPassword {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const form = useForm<ResetValues>({
    resolver: zodResolver(resetSchema),
    defaultValues: { password: '', confirmPassword: '', manualCode: '' },
  });
  const [keptIds, setKeptIds] = useState<string[]>([]);
  const accountOfCode = useAccountOfCode(useWatch({ control: form.control, name: 'manualCode' }));
  const account: AccountOfCode =
    accountOfLink === null ? accountOfCode : { ...accountOfLink, stage: 'known' };
  const [unconfirmed, setUnconfirmed] = useState<ResetValues | null>(null);
  const { mutate, isPending } = useCommand({
    isForAnybody: true,
    mutationFn: ({ password, confirmPassword, manualCode }: ResetValues) =>
      call(resetPassword, {
        body: { token: token ?? manualCode, password, confirmPassword, ...sentPasskeyIds(keptIds) },
      }),
    onSuccess: (reply) => {
      toast.success(reply.message || t('toast.passwordReset'), { id: toastId });
      // Finds out whether this browser's session has ended too.
      void askAgain(queryClient, profileQuery.queryKey);
      onDone();
    },
    onError: (error) => {
      const message = joinedErrorMessage(error, t, { fallback: t('toast.passwordResetFailed') });
      const isTokenWrong = error instanceof ApiError && error.code === 'InvalidOrExpiredToken';
      toast.error(message, { id: toastId });
      if (!isTokenWrong) showRefusal(form, error, { text: message });
      else if (token === null) form.setError('manualCode', { message }, { shouldFocus: true });
      else onUseless(message);
    },
  });

  function send(values: ResetValues) {
    // What was said of the link is no news any more, or the person has typed a code instead.
    toast.dismiss(resetLinkToast);
    if (token === null && values.manualCode === '') {
      const message = t('resetPassword.noToken');
      toast.error(message, { id: toastId });
      form.setError('manualCode', { message }, { shouldFocus: true });
    } else if (mayLockOut(account, keptIds)) {
      setUnconfirmed(values);
    } else {
      mutate(values);
    }
  }
  const confirmation = {
    isOpen: unconfirmed !== null,
    onClose: () => setUnconfirmed(null),
    onConfirm() {
      setUnconfirmed(null);
      if (unconfirmed !== null) mutate(unconfirmed);
    },
  };
  const submit = () => void form.handleSubmit(send)();
  return { form, account, isPending, keptIds, setKeptIds, submit, confirmation };
}
