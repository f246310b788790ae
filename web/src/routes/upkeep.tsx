import { useKeepLocale } from '../features/auth/use-keep-locale.ts';
import { UpdateNotice } from '../features/offline/update-notice.tsx';
import { usePreloadedMenus } from '../features/shell/use-preloaded-menus.ts';

/** What is seen to quietly on every page of whoever is signed in. */
export function Upkeep() {
  useKeepLocale();
  usePreloadedMenus();
  return <UpdateNotice />;
}
