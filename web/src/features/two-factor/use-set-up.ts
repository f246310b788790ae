import { setUpTwoFactor, verifyTwoFactor } from '@mercury/contract/api/two-factor.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { askAgain } from '../../api/ask-again.ts';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { securityQuery } from '../../api/security-query.ts';
import { useCommand } from '../../api/use-command.ts';
import { profileQuery } from '../../api/use-session.ts';
import { toast } from '../../ui/toast.ts';

/** One toast tells how far a set-up is: a mistake that was mended is not told beside what came of it. */
const toastId = 'two-factor-set-up';

export function useSetUp() {
  const { t } = useTranslation();
  return useCommand({
    mutationFn: (password: string) => call(setUpTwoFactor, { body: { password } }),
    onSuccess: (reply) => {
      toast.success(reply.message || t('toast.twoFactorSetUp'), { id: toastId });
    },
    onError: (error) => {
      toast.error(errorMessage(error, t, { fallback: t('toast.twoFactorSetUpFailed') }), { id: toastId });
    },
  });
}

export function useEnable() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: (token: string) => call(verifyTwoFactor, { body: { token } }),
    onSuccess: (reply) => {
      queryClient.setQueryData(profileQuery.queryKey, reply.data.user);
      void askAgain(queryClient, securityQuery.queryKey);
      toast.success(reply.message || t('toast.twoFactorEnabled'), { id: toastId });
    },
    onError: (error) => {
      toast.error(errorMessage(error, t, { fallback: t('toast.twoFactorVerifyFailed') }), { id: toastId });
    },
  });
}
