import { useSyncExternalStore } from 'react';

/**
 * When to refetch queries that the live stream covers: the stream says when, and polling replaces it while it is down. Returning
 * to the page or to the network always refetches.
 */
export const liveQueryOptions = { refetchOnWindowFocus: 'always', refetchOnReconnect: 'always' } as const;

type Listener = () => void;

const listeners = new Set<Listener>();
let isUp = false;

/** True while the server's stream of changes is open. Then no query needs to poll. */
function isLive(): boolean {
  return isUp;
}

/** Only the owner of the stream calls it. */
export function setLive(next: boolean): void {
  if (next === isUp) return;
  isUp = next;
  for (const listener of listeners) listener();
}

/** Subscribes to the stream's opening and closing. Returns the unsubscribe function. */
function subscribeLive(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useIsLive(): boolean {
  return useSyncExternalStore(subscribeLive, isLive);
}
