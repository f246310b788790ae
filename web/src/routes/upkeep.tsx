import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../api/client.ts';
import { profileQuery, useSession } from '../api/use-session.ts';
import { AnnouncementBanner } from '../features/notices/announcement-banner.tsx';
import { UpdateNotice } from '../features/offline/update-notice.tsx';
import { useMergeStars } from '../features/watchlist/visitor-stars.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { preloadPersonSearch } from './search-host.tsx';

/** The background work of every signed-in page, and what its strips say. */
export function Upkeep() {
  useKeepLocale();
  useMergeStars();
  usePreloadedParts();
  return (
    <>
      <AnnouncementBanner />
      <UpdateNotice />
    </>
  );
}

/** Saves the chosen language in the account, because mails are written in it. */
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
      // The person did not ask for this, so a failure stays silent: the next visit tries again.
      .catch(() => undefined);
  }, [isOutdated, locale, queryClient]);
}

/** After this time the page has settled. */
const preloadAfterMs = 2500;

/**
 * Loads the menus early: a person can then open them, and so sign out, without a connection too. The search has to be there when
 * its keys are pressed.
 */
function usePreloadedParts(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // A browser never retries a failed module.
      if (!navigator.onLine) return;
      // Opening a menu reports the failure.
      Promise.all([
        import('../features/shell/header-menus.tsx'),
        import('../features/shell/mobile-menu.tsx'),
      ]).catch(() => undefined);
      preloadPersonSearch();
    }, preloadAfterMs);
    return () => clearTimeout(timer);
  }, []);
}
