import { paths } from './paths.ts';
import { lazyComponent } from './ui/lazy-component.tsx';

/** The prerendered pages beside the landing page: whoever comes to one first finds it before its code is there. */
export const publicPages = {
  [paths.about]: lazyComponent(async () => (await import('./routes/about.tsx')).AboutRoute),
  [paths.contact]: lazyComponent(async () => (await import('./routes/contact.tsx')).ContactRoute),
  [paths.privacy]: lazyComponent(async () => (await import('./routes/privacy.tsx')).PrivacyRoute),
  [paths.terms]: lazyComponent(async () => (await import('./routes/terms.tsx')).TermsRoute),
  [paths.cookies]: lazyComponent(async () => (await import('./routes/cookies.tsx')).CookiesRoute),
} as const;

/** Fetches the code of the page at this path, if it is one of these. */
export async function preloadPublicPage(pathname: string): Promise<void> {
  for (const [path, page] of Object.entries(publicPages)) {
    if (path === pathname) await page.preload();
  }
}
