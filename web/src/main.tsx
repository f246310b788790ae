import './ui/fonts.css';
import './ui/theme.css';
import './ui/base.css';
import { StrictMode, startTransition, useLayoutEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { defaultLocale, isLocale, localeTraits } from '@mercury/contract/locales.ts';
import { acceptUnknownAssets } from '@mercury/contract/money/asset.ts';
import { queryClient } from './api/query-client.ts';
import { session } from './api/session.ts';
import { App } from './app.tsx';
import { nameFirstEntry } from './domain/entry-state.ts';
import { numberFormat } from './i18n/formats.ts';
import { hasDefaultTexts, startTranslations } from './i18n/i18n.ts';
import { preloadPublicPage } from './public-pages.ts';
import { fetchSignedIn } from './routes/signed-in.ts';

/** The app renders after this time at the latest, whatever is still missing. */
const renderAfterMs = 3000;

/** Removes 'Loading', or the outline of the home page, once the app is on screen, so that no empty page shows in between. */
function Arrival({ isHydrated }: { isHydrated: boolean }) {
  useLayoutEffect(() => {
    // Until now the tab has the title of the page that was prerendered for somebody else.
    if (!isHydrated) for (const tag of document.head.querySelectorAll('[data-prerendered]')) tag.remove();
    delete document.documentElement.dataset['waiting'];
    document.querySelector('.app-loading')?.remove();
  }, [isHydrated]);
  return null;
}

/** Fetches what the first page needs: its texts, its code and the person. */
function fetchFirst(): Promise<unknown> {
  const texts = startTranslations().catch((error: unknown) => {
    // The app renders without texts. This tells a developer why.
    // oxlint-disable-next-line no-console
    console.warn('The texts could not be loaded', error);
  });
  const begin =
    session.read().token === null ? preloadPublicPage(location.pathname) : fetchSignedIn(queryClient);
  return Promise.allSettled([texts, begin]);
}

/** A browser's first format of numbers costs a phone 50 ms. They are free while the files and answers are on their way. */
function makeFirstFormat(): void {
  const { lang } = document.documentElement;
  numberFormat(localeTraits[isLocale(lang) ? lang : defaultLocale].formatTag);
}

// In a function: a top-level await would hold up every module that imports this file, such as the page's code.
async function start(): Promise<void> {
  // An amount may arrive before the list that describes its asset.
  acceptUnknownAssets();
  nameFirstEntry();
  const container = document.getElementById('root');
  if (!container) throw new Error('index.html has no #root');
  const patience = new Promise((resolve) => {
    setTimeout(resolve, renderAfterMs);
  });
  const first = fetchFirst();
  setTimeout(makeFirstFormat);
  await Promise.race([first, patience]);
  // boot.js decided before the first paint whether the prerendered page is the right one for this visitor.
  const isHydrated = document.documentElement.dataset['waiting'] === undefined && hasDefaultTexts();
  const app = (
    <StrictMode>
      <App Routing={BrowserRouter} />
      <Arrival isHydrated={isHydrated} />
    </StrictMode>
  );
  // Both ways render in slices, between which the browser paints and responds.
  if (isHydrated) {
    startTransition(() => {
      hydrateRoot(container, app);
    });
  } else {
    container.replaceChildren();
    const root = createRoot(container);
    startTransition(() => root.render(app));
  }
}

// In a task of its own: the code's evaluation just before is long enough for one.
setTimeout(() => void start());
