import { useEffect, useSyncExternalStore } from 'react';

/** Tells boot.js that the page answers now, so that what was pressed or typed before is not lost. */
export function Awake() {
  useEffect(() => {
    document.dispatchEvent(new Event('app-awake'));
  }, []);
  return null;
}

const neverChanges = () => () => undefined;

/**
 * False in a page that was rendered ahead until the app has taken it over. What is switched or pressed before that would
 * be lost, so it waits until then.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
