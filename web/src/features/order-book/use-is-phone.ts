import { useSyncExternalStore } from 'react';

/** Where chart, book and form don't stand beside each other, as the style sheet of the page says. */
const phones = matchMedia('(width < 48rem)');

function subscribe(listener: () => void): () => void {
  phones.addEventListener('change', listener);
  return () => phones.removeEventListener('change', listener);
}

export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => phones.matches);
}
