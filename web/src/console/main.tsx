import '../ui/fonts.css';
import '../ui/theme.css';
import '../ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { loadTextsOf, startTranslations } from '../i18n/i18n.ts';
import { ConsoleApp } from './console-app.tsx';

/** Nothing of the customers' app: a page, bundle and session of its own. */
async function start(): Promise<void> {
  const container = document.getElementById('root');
  if (!container) throw new Error('console.html has no #root');
  await Promise.allSettled([startTranslations(), loadTextsOf('console')]);
  createRoot(container).render(
    <StrictMode>
      <BrowserRouter>
        <ConsoleApp />
      </BrowserRouter>
    </StrictMode>,
  );
  delete document.documentElement.dataset['waiting'];
  document.querySelector('.app-loading')?.remove();
}

void start();
