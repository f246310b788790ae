import { endOtherSessions, endSession, type SessionInfo } from '@mercury/contract/api/security.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { useCommand } from '../../api/use-command.ts';
import { toast } from '../../ui/toast.ts';
import { askForAccount } from './queries.ts';

/** One that has ended meanwhile, by itself or elsewhere, is what was wanted. */
async function endUnlessEnded(id: string) {
  try {
    return await call(endSession, { params: { id } });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NotFound') return null;
    throw error;
  }
}

/** Ends a session, or with null all others than this one. */
export function useEndSession(onEnded: () => void) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: (session: SessionInfo | null) =>
      session === null ? call(endOtherSessions, {}) : endUnlessEnded(session.id),
    onSuccess: (reply) => {
      toast.success(reply?.message ?? t('security.sessions.ended'));
      onEnded();
      return askForAccount(queryClient);
    },
  });
}
