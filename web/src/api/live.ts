import { useSyncExternalStore } from 'react';

/**
 * How queries that the live stream speaks of are asked again: the stream says when, and stands in for itself while it is
 * down. Coming back to the page or to the network asks in any case.
 */
export const liveQueryOptions = { refetchOnWindowFocus: 'always', refetchOnReconnect: 'always' } as const;

type Listener = () => void;

const listeners = new Set<Listener>();
let isUp = false;

/** True while the server's stream of changes is open: then nothing has to be asked for on the chance that it changed. */
function isLive(): boolean {
  return isUp;
}

/** Called by whoever keeps the stream. */
export function setLive(next: boolean): void {
  if (next === isUp) return;
  isUp = next;
  for (const listener of listeners) listener();
}

/** Hears of the stream's coming and going. Answers what ends it. */
function subscribeLive(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useIsLive(): boolean {
  return useSyncExternalStore(subscribeLive, isLive);
}
