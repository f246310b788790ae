import { useSyncExternalStore } from 'react';

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
