import type { ResourceLanguage } from 'i18next';
import { type ReactNode, StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { App } from './app.tsx';
import { startDefaultTexts } from './i18n/i18n.ts';
import { paths } from './paths.ts';
import { preloadPublicPage } from './public-pages.ts';

/** What search engines read and first visitors see, with the module that the page comes in. */
export const prerenderedPages = [
  { path: paths.home, module: 'routes/landing.tsx' },
  { path: paths.about, module: 'public/about-page.tsx' },
  { path: paths.contact, module: 'public/contact-page.tsx' },
  { path: paths.privacy, module: 'public/legal-page.tsx' },
  { path: paths.terms, module: 'public/legal-page.tsx' },
  { path: paths.cookies, module: 'public/cookie-page.tsx' },
] as const;

/** Makes the function that answers with a page's HTML, as the browser will build it for a visitor at first. */
export async function startPrerendering(texts: ResourceLanguage[string]) {
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
        // What comes late would be moved into place by an inline script, which the content security policy refuses.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onError: (error) => {
          throw error;
        },
      },
    );
    return new Response(prelude).text();
  };
}
