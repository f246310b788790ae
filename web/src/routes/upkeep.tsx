import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../api/client.ts';
import { profileQuery, useSession } from '../api/use-session.ts';
import { UpdateNotice } from '../features/offline/update-notice.tsx';
import { useLocale } from '../i18n/use-locale.ts';

/** What every page of a signed-in person sees to. */
export function Upkeep() {
  useKeepLocale();
  usePreloadedMenus();
  return <UpdateNotice />;
}

/** Keeps the chosen language with the account, since mails are written in it. */
function useKeepLocale() {
  const locale = useLocale();
  const queryClient = useQueryClient();
  const { status, user } = useSession();
  const isOutdated = status === 'verified' && user.locale !== locale;
  useEffect(() => {
    if (!isOutdated) return;
    import('@mercury/contract/api/users.ts')
      .then(({ updateProfile }) => call(updateProfile, { body: { locale } }))
      .then((reply) => queryClient.setQueryData(profileQuery.queryKey, reply.data.user))
      // The person did not ask for this: the next visit tells it again.
      .catch(() => undefined);
  }, [isOutdated, locale, queryClient]);
}

/** By then the page has come to rest. */
const preloadAfterMs = 2500;

/** A signed-in person can open the menus, and so sign out, without a connection too. */
function usePreloadedMenus(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // A browser that failed to fetch a module doesn't ask for it again.
      if (!navigator.onLine) return;
      // Whether it failed is told when a menu is opened.
      Promise.all([
        import('../features/shell/header-menus.tsx'),
        import('../features/shell/mobile-menu.tsx'),
      ]).catch(() => undefined);
    }, preloadAfterMs);
    return () => clearTimeout(timer);
  }, []);
}
