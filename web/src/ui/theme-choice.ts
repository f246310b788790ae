import { create } from 'zustand';
import { removeStored, writePreference } from '../storage.ts';

type Theme = 'light' | 'dark';

export const themeChoices = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const themeKey = 'theme';
const systemIsDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)');

function systemTheme(): Theme {
  return systemIsDark?.matches ? 'dark' : 'light';
}

function madeChoice(): ThemeChoice {
  // The document knows the theme: a stored one is set before the first paint, and one that may not be stored is only there.
  const chosen = document.documentElement.dataset['theme'];
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

interface ShownTheme {
  theme: Theme;
  choice: ThemeChoice;
}

/** Light in a prerendered page, which knows of no choice. */
const useShownTheme = create<ShownTheme>(() => ({ theme: 'light', choice: 'system' }));

function lookAgain() {
  const choice = madeChoice();
  useShownTheme.setState({ choice, theme: choice === 'system' ? systemTheme() : choice });
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

function chooseTheme(choice: ThemeChoice) {
  if (choice === 'system') {
    removeStored(themeKey);
    delete document.documentElement.dataset['theme'];
    paintAround(undefined);
  } else {
    writePreference(themeKey, choice);
    document.documentElement.dataset['theme'] = choice;
    paintAround(choice);
  }
  lookAgain();
}

/** The toggle knows two themes: the one that the system shows means to follow it again. */
function toggle(theme: Theme) {
  const other = theme === 'dark' ? 'light' : 'dark';
  chooseTheme(other === systemTheme() ? 'system' : other);
}

export function useTheme() {
  const { theme, choice } = useShownTheme();
  return { theme, choice, chooseTheme, toggleTheme: () => toggle(theme) };
}
