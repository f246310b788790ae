import { useSyncExternalStore } from 'react';

/** Answers for the server without touching its database. */
const probePath = '/healthz';
const probeTimeoutMs = 5000;
const probeEveryMs = 5000;

type Listener = () => void;

const listeners = new Set<Listener>();
let isReachable = true;
let probing: Promise<void> | undefined;
let next: ReturnType<typeof setTimeout> | undefined;

function isOnline(): boolean {
  return isReachable;
}

function setReachable(reachable: boolean): void {
  clearTimeout(next);
  if (!reachable) next = setTimeout(() => void probe(), probeEveryMs);
  if (reachable === isReachable) return;
  isReachable = reachable;
  for (const listener of listeners) listener();
}

/** Any answer will do: whoever answers is there, even a server that is about to close. */
async function ask(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    await fetch(probePath, { cache: 'no-store', signal: AbortSignal.timeout(probeTimeoutMs) });
    return true;
  } catch {
    return false;
  }
}

async function probe(): Promise<void> {
  probing ??= ask()
    .then(setReachable)
    .finally(() => {
      probing = undefined;
    });
  return probing;
}

function subscribe(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the server can be reached, as far as the browser and the calls that were made know. */
export const connection = {
  isOnline,
  subscribe,
  /** A call was answered. */
  reportAnswer: () => {
    if (!isReachable) setReachable(true);
  },
  /** A call got no answer. One alone says little, so it is asked once more before anybody is told. */
  reportSilence: () => void probe(),
};

// The browser knows at once that its cable is out. That it is in again promises nothing, so that is tried.
globalThis.addEventListener?.('offline', () => setReachable(false));
globalThis.addEventListener?.('online', () => void probe());
// Where pages are rendered ahead there is a navigator too, which knows of no network.
if (globalThis.navigator && 'onLine' in navigator && !navigator.onLine) setReachable(false);

export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, () => true);
}
