import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import { updateProfile } from '@mercury/contract/api/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { joinedErrorMessage } from '../../api/error-message.ts';
import { useCommand } from '../../api/use-command.ts';
import { profileQuery } from '../../api/use-session.ts';
import { toast } from '../../ui/toast.ts';

export function useUpdateName() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: (body: Pick<BodyOf<typeof updateProfile>, 'name' | 'twoFactorCode'>) =>
      call(updateProfile, { body }),
    onSuccess: (reply) => {
      queryClient.setQueryData(profileQuery.queryKey, reply.data.user);
      toast.success(reply.message || t('toast.profileUpdated'));
    },
    onError: (error) => {
      toast.error(joinedErrorMessage(error, t, { fallback: t('toast.profileFailed') }));
    },
  });
}
