import './ui/fonts.css';
import './ui/theme.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { startTranslations } from './i18n/i18n.ts';

/** Texts that don't come must not keep the app away: it renders by then at the latest. */
const renderAfterMs = 3000;

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
const root = createRoot(container);

root.render(<p className="app-loading">Loading</p>);

const patience = new Promise<void>((resolve) => {
  setTimeout(resolve, renderAfterMs);
});
const texts = startTranslations().catch((error: unknown) => {
  // The app renders without them; whoever looks into it finds the reason here.
  // oxlint-disable-next-line no-console
  console.warn('The texts could not be loaded', error);
});
await Promise.race([texts, patience]);

root.render(
  <StrictMode>
    <App />
  </StrictMode>,
);
