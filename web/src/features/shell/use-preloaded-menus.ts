import { useEffect } from 'react';

/** When the page has come to rest. */
const preloadAfterMs = 2500;

/** Whoever is signed in can open the menus, and so sign out, also once the connection is gone. */
export function usePreloadedMenus(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // A browser that failed to fetch a module doesn't ask for it again.
      if (!navigator.onLine) return;
      // Whether it failed is told when a menu is opened.
      Promise.all([import('./header-menus.tsx'), import('./mobile-menu.tsx')]).catch(() => undefined);
    }, preloadAfterMs);
    return () => clearTimeout(timer);
  }, []);
}
