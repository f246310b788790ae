import { create } from 'zustand';
import { removeStored, writePreference } from '../storage.ts';

type Theme = 'light' | 'dark';

const themeKey = 'theme';
const systemIsDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)');

function systemTheme(): Theme {
  return systemIsDark?.matches ? 'dark' : 'light';
}

function shownTheme(): Theme {
  // The document knows the theme: a stored one is set before the first paint, and one that may not be stored is only there.
  const chosen = document.documentElement.dataset['theme'];
  return chosen === 'light' || chosen === 'dark' ? chosen : systemTheme();
}

/** Light in a prerendered page, which knows of no choice. */
const useShownTheme = create<Theme>(() => 'light');

function lookAgain() {
  useShownTheme.setState(shownTheme());
}

if (globalThis.document) lookAgain();
systemIsDark?.addEventListener('change', lookAgain);

/** The colour of what the browser paints around the page, such as a phone's status bar: the chosen theme's, else the system's. */
function paintAround(chosen: Theme | undefined) {
  for (const color of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const { appearance } = color.dataset;
    if (chosen === undefined) color.media = `(prefers-color-scheme: ${appearance})`;
    else color.media = appearance === chosen ? 'all' : 'not all';
  }
}

/** A choice equal to the system's is not kept: the interface then follows the system again. */
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
