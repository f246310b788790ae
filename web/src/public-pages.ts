import { loadTextsOf } from './i18n/i18n.ts';
import { paths } from './paths.ts';
import { lazyComponent } from './ui/lazy-component.tsx';

/** The prerendered pages besides the landing page. A first visitor sees such a page before its code is loaded. */
export const publicPages = {
  [paths.markets]: lazyComponent(async () => (await import('./routes/markets.tsx')).MarketsRoute),
  [paths.fees]: lazyComponent(async () => (await import('./features/public/fees-page.tsx')).FeesPage),
  [paths.help]: lazyComponent(async () => {
    const [{ HelpPage }] = await Promise.all([
      import('./features/public/help-page.tsx'),
      loadTextsOf('help'),
    ]);
    return HelpPage;
  }),
  [paths.status]: lazyComponent(async () => (await import('./features/public/status-page.tsx')).StatusPage),
  [paths.about]: lazyComponent(async () => (await import('./features/public/about-page.tsx')).AboutPage),
  [paths.contact]: lazyComponent(
    async () => (await import('./features/public/contact-page.tsx')).ContactPage,
  ),
  [paths.privacy]: lazyComponent(async () => (await import('./features/public/legal-page.tsx')).PrivacyPage),
  [paths.terms]: lazyComponent(async () => (await import('./features/public/legal-page.tsx')).TermsPage),
  [paths.cookies]: lazyComponent(async () => (await import('./features/public/cookie-page.tsx')).CookiePage),
} as const;

/** Loads the code of the page at this path, if it is one of these. */
export async function preloadPublicPage(pathname: string): Promise<void> {
  for (const [path, page] of Object.entries(publicPages)) {
    if (path === pathname) await page.preload();
  }
}
