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
