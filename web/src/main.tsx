import './ui/fonts.css';
import './ui/theme.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app.tsx';
import { hasDefaultTexts, startTranslations } from './i18n/i18n.ts';
import { preloadPublicPage } from './public-pages.ts';

/** Texts that don't come must not keep the app away: it renders by then at the latest. */
const renderAfterMs = 3000;

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

const patience = new Promise<void>((resolve) => {
  setTimeout(resolve, renderAfterMs);
});
const texts = startTranslations().catch((error: unknown) => {
  // The app renders without them; whoever looks into it finds the reason here.
  // oxlint-disable-next-line no-console
  console.warn('The texts could not be loaded', error);
});
const page = document.documentElement.dataset;
const code = preloadPublicPage(location.pathname);
await Promise.race([Promise.allSettled([texts, code]), patience]);

const app = (
  <StrictMode>
    <App Routing={BrowserRouter} />
  </StrictMode>
);
// boot.js has judged before the first paint whether the prerendered page is the one that this visitor is to see.
if (page['waiting'] === undefined && hasDefaultTexts()) {
  hydrateRoot(container, app);
} else {
  container.replaceChildren();
  for (const tag of document.head.querySelectorAll('[data-prerendered]')) tag.remove();
  const root = createRoot(container);
  // At once, so that 'Loading' is followed by the app and not by nothing.
  flushSync(() => root.render(app));
  delete page['waiting'];
}
document.querySelector('.app-loading')?.remove();
