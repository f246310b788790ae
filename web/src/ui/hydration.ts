import { useEffect, useSyncExternalStore } from 'react';

let isAwake = false;

/** False until the visit's first page is there. */
export const isAppAwake = () => isAwake;

/** Tells boot.js that the page responds now, so that earlier presses and typing are not lost. */
export function Awake() {
  useEffect(() => {
    isAwake = true;
    document.dispatchEvent(new Event('app-awake'));
  }, []);
  return null;
}

const neverChanges = () => () => undefined;

/**
 * False in a prerendered page until the app has hydrated it. Switches and buttons wait for that: an earlier press would be lost.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
