import { zodResolver } from '@hookform/resolvers/zod';
import { key } from '@mercury/contract/api/shapes.ts';
import { type User, changePassword, changePasswordFields } from '@mercury/contract/api/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { askAgain } from '../../api/ask-again.ts';
import { call } from '../../api/client.ts';
import { joinedErrorMessage } from '../../api/error-message.ts';
import { sentPasskeyIds } from '../../api/passkeys.ts';
import { passkeysQuery } from '../../api/passkeys-query.ts';
import { showFieldErrors } from '../../api/show-field-errors.ts';
import { useCommand } from '../../api/use-command.ts';
import { toast } from '../../ui/toast.ts';
import { sentTwoFactorCode, twoFactorCodeFieldSchema } from './two-factor-fields.ts';

const emptyEntry = { currentPassword: '', newPassword: '', confirmPassword: '', twoFactorCode: '' };
type PasswordEntry = typeof emptyEntry;
/** One place for both: what went wrong leaves when it went right. */
const toastId = 'change-password';

function schemaFor({ twoFactorEnabled }: User) {
  return z
    .object({ ...changePasswordFields, twoFactorCode: twoFactorCodeFieldSchema(twoFactorEnabled) })
    .check(
      z.refine((entry) => entry.newPassword === entry.confirmPassword, {
        error: key('passwordsMatch'),
        path: ['confirmPassword'],
        // Said even while other fields are still wrong: it is about these two alone.
        when: ({ value }) => passwordPair.safeParse(value).success,
      }),
    );
}

const passwordPair = z.object({ newPassword: z.string(), confirmPassword: z.string() });

export function useChangePassword(user: User) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const resolver = useMemo(() => zodResolver(schemaFor(user)), [user]);
  const form = useForm<PasswordEntry>({ resolver, defaultValues: emptyEntry });
  const [keptIds, setKeptIds] = useState<string[]>([]);
  const { mutate, isPending } = useCommand({
    mutationFn: ({ twoFactorCode, ...passwords }: PasswordEntry) =>
      call(changePassword, {
        body: { ...passwords, ...sentTwoFactorCode(twoFactorCode), ...sentPasskeyIds(keptIds) },
      }),
    onSuccess: (reply) => {
      // The meter follows the field.
      form.reset(emptyEntry);
      setKeptIds([]);
      toast.success(reply.message || t('toast.passwordUpdated'), { id: toastId });
      return askAgain(queryClient, passkeysQuery.queryKey);
    },
    onError: (error) => {
      showFieldErrors(form, error, { password: 'currentPassword', code: 'twoFactorCode' });
      toast.error(joinedErrorMessage(error, t, { fallback: t('toast.passwordFailed') }), { id: toastId });
    },
  });
  return { form, isPending, keptIds, setKeptIds, submit: form.handleSubmit((entry) => mutate(entry)) };
}
