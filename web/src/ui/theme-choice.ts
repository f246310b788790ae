import { create } from 'zustand';
import { writePreference } from '../preference.ts';
import { removeStored } from '../storage.ts';

type Theme = 'light' | 'dark';

const themeKey = 'theme';
const systemIsDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)');

function systemTheme(): Theme {
  return systemIsDark?.matches ? 'dark' : 'light';
}

function shownTheme(): Theme {
  // The document knows best: what was remembered is there before the first paint, and what may not be remembered, too.
  const chosen = document.documentElement.dataset['theme'];
  return chosen === 'light' || chosen === 'dark' ? chosen : systemTheme();
}

/** Light in a page that is rendered ahead, which knows of no choice. */
const useShownTheme = create<Theme>(() => 'light');

function lookAgain() {
  useShownTheme.setState(shownTheme());
}

if (globalThis.document) lookAgain();
systemIsDark?.addEventListener('change', lookAgain);

/** What the browser paints around the page, a phone's bar of status say: in the chosen appearance, else in the system's. */
function paintAround(chosen: Theme | undefined) {
  for (const color of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const { appearance } = color.dataset;
    if (chosen === undefined) color.media = `(prefers-color-scheme: ${appearance})`;
    else color.media = appearance === chosen ? 'all' : 'not all';
  }
}

/** A choice equal to the system's is not kept: from then on the interface follows the system again. */
function choose(theme: Theme) {
  if (theme === systemTheme()) {
    removeStored(themeKey);
    delete document.documentElement.dataset['theme'];
    paintAround(undefined);
  } else {
    writePreference(themeKey, theme);
    document.documentElement.dataset['theme'] = theme;
    paintAround(theme);
  }
  lookAgain();
}

export function useTheme() {
  const theme = useShownTheme();
  return { theme, toggleTheme: () => choose(theme === 'dark' ? 'light' : 'dark') };
}
