import type { User } from '@mercury/contract/api/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { askAgain } from '../../api/ask-again.ts';
import { profileQuery, useSession } from '../../api/use-session.ts';
import { toast } from '../../ui/toast.ts';

/**
 * The link of the mail may have been opened elsewhere. A page that is signed in asks when it is looked at again, and whenever
 * what it answers is called; once the email is verified, the page goes on by itself. Nobody is told of an account that they are
 * not signed in to.
 */
export function useVerifiedElsewhere(): () => Promise<boolean> {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { status } = useSession();
  const isAsked = status === 'unverified';
  const ask = useCallback(async () => {
    if (!isAsked) return false;
    await askAgain(queryClient, profileQuery.queryKey);
    const isVerified = queryClient.getQueryData<User>(profileQuery.queryKey)?.emailVerified ?? false;
    if (isVerified) toast.success(t('auth.verification.success'), { id: 'email-verified' });
    return isVerified;
  }, [isAsked, queryClient, t]);
  useEffect(() => {
    const askOnceSeen = () => {
      if (document.visibilityState === 'visible') void ask();
    };
    document.addEventListener('visibilitychange', askOnceSeen);
    return () => document.removeEventListener('visibilitychange', askOnceSeen);
  }, [ask]);
  return ask;
}
