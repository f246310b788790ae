import { useSyncExternalStore } from 'react';

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
