import type { ResourceLanguage } from 'i18next';
import { type ReactNode, StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { App } from './app.tsx';
import { startDefaultTexts } from './i18n/i18n.ts';
import { paths } from './paths.ts';
import { preloadPublicPage } from './public-pages.ts';

/** The pages for search engines and first visitors, with the module of each. */
export const prerenderedPages = [
  { path: paths.home, module: 'routes/landing.tsx' },
  { path: paths.markets, module: 'routes/markets.tsx' },
  { path: paths.fees, module: 'public/fees-page.tsx' },
  { path: paths.help, module: 'public/help-page.tsx' },
  { path: paths.status, module: 'public/status-page.tsx' },
  { path: paths.about, module: 'public/about-page.tsx' },
  { path: paths.contact, module: 'public/contact-page.tsx' },
  { path: paths.privacy, module: 'public/legal-page.tsx' },
  { path: paths.terms, module: 'public/legal-page.tsx' },
  { path: paths.cookies, module: 'public/cookie-page.tsx' },
] as const;

/** Returns the function that renders a page's HTML, exactly like the browser's first rendering for a visitor. */
export async function startPrerendering(texts: ResourceLanguage) {
  await startDefaultTexts(texts);
  return async (path: string): Promise<string> => {
    await preloadPublicPage(path);
    function Routing({ children }: { children: ReactNode }) {
      return <StaticRouter location={path}>{children}</StaticRouter>;
    }
    const { prelude } = await prerender(
      <StrictMode>
        <App Routing={Routing} />
      </StrictMode>,
      {
        // An inline script would move late content into place, and the content security policy refuses those.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onError: (error) => {
          throw error;
        },
      },
    );
    return new Response(prelude).text();
  };
}
