import { create } from 'zustand';

/**
 * When to refetch queries that the live stream covers: the stream says when, and polling replaces it while it is down. Returning
 * to the page or to the network always refetches.
 */
export const liveQueryOptions = { refetchOnWindowFocus: 'always', refetchOnReconnect: 'always' } as const;

/** True while the server's stream of changes is open. Nothing has to be polled then. */
export const useIsLive = create<boolean>(() => false);

/** Called by the part that keeps the stream. */
export function setLive(isLive: boolean): void {
  useIsLive.setState(isLive);
}

/** It doubles with each failure. */
const waitMinMs = 1000;
const waitMaxMs = 30_000;

/** Up to half is random: clients must not return to a restarted server all at once. */
export function waitBeforeAttempt(failureCount: number, chance: number): number {
  const fullMs = Math.min(waitMaxMs, waitMinMs * 2 ** failureCount);
  return fullMs / 2 + (fullMs / 2) * chance;
}
