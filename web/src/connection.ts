import { useSyncExternalStore } from 'react';

/** A health endpoint that does not touch the database. */
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

/** Any answer counts: even a server that is shutting down is reachable. */
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

/** Whether the server is reachable, judged by the browser and recent calls. */
export const connection = {
  isOnline,
  subscribe,
  /** A call got an answer. */
  reportAnswer: () => {
    if (!isReachable) setReachable(true);
  },
  /** A call got no answer. One failure proves little, so a probe follows before anyone is told. */
  reportSilence: () => void probe(),
};

// The browser reports a lost network at once. A restored network promises nothing, so a probe checks it.
globalThis.addEventListener?.('offline', () => setReachable(false));
globalThis.addEventListener?.('online', () => void probe());
// Prerendering has a navigator too, but it knows no network.
if (globalThis.navigator && 'onLine' in navigator && !navigator.onLine) setReachable(false);

export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, () => true);
}
