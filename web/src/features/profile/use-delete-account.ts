import { zodResolver } from '@hookform/resolvers/zod';
import { currentPasswordSchema, reasonSchema } from '@mercury/contract/api/shapes.ts';
import { type User, deleteAccount } from '@mercury/contract/api/users.ts';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { call } from '../../api/client.ts';
import { joinedErrorMessage } from '../../api/error-message.ts';
import { session } from '../../api/session.ts';
import { showFieldErrors } from '../../api/show-field-errors.ts';
import { useCommand } from '../../api/use-command.ts';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/toast.ts';
import { sentTwoFactorCode, twoFactorCodeFieldSchema } from './two-factor-fields.ts';

const emptyEntry = {
  reason: '',
  password: '',
  twoFactorCode: '',
  givesUpLeftovers: false,
  isUnderstood: false,
};
type DeletionEntry = typeof emptyEntry;

export function useDeleteAccount(user: User) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const resolver = useMemo(() => {
    const twoFactorCode = twoFactorCodeFieldSchema(user.twoFactorEnabled);
    return zodResolver(
      z.object({
        reason: reasonSchema,
        password: currentPasswordSchema,
        twoFactorCode,
        givesUpLeftovers: z.boolean(),
        isUnderstood: z.boolean(),
      }),
    );
  }, [user]);
  const form = useForm<DeletionEntry>({ resolver, defaultValues: emptyEntry });
  const { mutate, isPending, error } = useCommand({
    mutationFn: ({ reason, password, twoFactorCode, givesUpLeftovers }: DeletionEntry) =>
      call(deleteAccount, {
        body: {
          password,
          ...(reason !== '' && { reason }),
          ...(givesUpLeftovers && { givesUpLeftovers }),
          ...sentTwoFactorCode(twoFactorCode),
        },
      }),
    onSuccess: (reply) => {
      session.end('signedOut');
      toast.success(reply.message || t('toast.accountDeleted'));
      void navigate(paths.home);
    },
    onError: (failure) => {
      showFieldErrors(form, failure, { password: 'password', code: 'twoFactorCode' });
      toast.error(joinedErrorMessage(failure, t, { fallback: t('toast.accountDeleteFailed') }));
    },
  });
  return { form, isPending, error, submit: form.handleSubmit((entry) => mutate(entry)) };
}
