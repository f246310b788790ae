import './ui/fonts.css';
import './ui/theme.css';
import './ui/base.css';
import { StrictMode, startTransition, useLayoutEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { acceptUnknownAssets } from '@mercury/contract/money/asset.ts';
import { queryClient } from './api/query-client.ts';
import { session } from './api/session.ts';
import { App } from './app.tsx';
import { hasDefaultTexts, startTranslations } from './i18n/i18n.ts';
import { preloadPublicPage } from './public-pages.ts';
import { fetchSignedIn } from './routes/signed-in.ts';

/** What does not come must not keep the app away: it renders by then at the latest. */
const renderAfterMs = 3000;

/** 'Loading' makes way when the app stands, and is followed by it and not by nothing. */
function Arrival() {
  useLayoutEffect(() => {
    delete document.documentElement.dataset['waiting'];
    document.querySelector('.app-loading')?.remove();
  }, []);
  return null;
}

/** Fetches what the first page can't be shown without: its texts, its code, and whose it is. */
function fetchFirst(): Promise<unknown> {
  const texts = startTranslations().catch((error: unknown) => {
    // The app renders without them; whoever looks into it finds the reason here.
    // oxlint-disable-next-line no-console
    console.warn('The texts could not be loaded', error);
  });
  const begin =
    session.read().token === null ? preloadPublicPage(location.pathname) : fetchSignedIn(queryClient);
  return Promise.allSettled([texts, begin]);
}

// In a function: what a module awaits holds up whoever imports it, and the page's code imports from this file.
async function start(): Promise<void> {
  // What a wallet is of may be told before the list that says what that is.
  acceptUnknownAssets();
  const container = document.getElementById('root');
  if (!container) throw new Error('index.html has no #root');
  const patience = new Promise((resolve) => {
    setTimeout(resolve, renderAfterMs);
  });
  await Promise.race([fetchFirst(), patience]);
  const app = (
    <StrictMode>
      <App Routing={BrowserRouter} />
      <Arrival />
    </StrictMode>
  );
  // Either way in slices, between which the browser paints and answers.
  // boot.js has judged before the first paint whether the prerendered page is the one that this visitor is to see.
  if (document.documentElement.dataset['waiting'] === undefined && hasDefaultTexts()) {
    startTransition(() => {
      hydrateRoot(container, app);
    });
  } else {
    container.replaceChildren();
    for (const tag of document.head.querySelectorAll('[data-prerendered]')) tag.remove();
    const root = createRoot(container);
    startTransition(() => root.render(app));
  }
}

void start();
