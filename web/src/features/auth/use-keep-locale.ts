import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/client.ts';
import { profileQuery, useSession } from '../../api/use-session.ts';
import { useLocale } from '../../i18n/use-locale.ts';

/** Keeps the chosen language with the account, since mails are written in it. */
export function useKeepLocale() {
  const locale = useLocale();
  const queryClient = useQueryClient();
  const { status, user } = useSession();
  const isOutdated = status === 'verified' && user.locale !== locale;
  useEffect(() => {
    if (!isOutdated) return;
    import('@mercury/contract/api/users.ts')
      .then(({ updateProfile }) => call(updateProfile, { body: { locale } }))
      .then((reply) => queryClient.setQueryData(profileQuery.queryKey, reply.data.user))
      // Nothing that the person asked for: it is told again on the next visit.
      .catch(() => undefined);
  }, [isOutdated, locale, queryClient]);
}
