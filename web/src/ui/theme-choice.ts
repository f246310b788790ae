import { useSyncExternalStore } from 'react';
import { readStored, removeStored, writeStored } from '../storage.ts';

type Theme = 'light' | 'dark';

const themeKey = 'theme';
const systemIsDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function systemTheme(): Theme {
  return systemIsDark?.matches ? 'dark' : 'light';
}

function shownTheme(): Theme {
  const stored = readStored(themeKey);
  return stored === 'light' || stored === 'dark' ? stored : systemTheme();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  systemIsDark?.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    systemIsDark?.removeEventListener('change', listener);
  };
}

/** A choice equal to the system's is not kept: from then on the interface follows the system again. */
function choose(theme: Theme) {
  if (theme === systemTheme()) {
    removeStored(themeKey);
    delete document.documentElement.dataset['theme'];
  } else {
    writeStored(themeKey, theme);
    document.documentElement.dataset['theme'] = theme;
  }
  for (const listener of listeners) listener();
}

export function useTheme() {
  const theme = useSyncExternalStore(subscribe, shownTheme);
  return { theme, toggleTheme: () => choose(theme === 'dark' ? 'light' : 'dark') };
}
