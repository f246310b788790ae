import { createStore, useStore } from 'zustand';

/** A health endpoint that does not touch the database. */
const probePath = '/healthz';
const probeTimeoutMs = 5000;
const probeEveryMs = 5000;

/** As far as is known. Prerendered pages know of no network. */
const reachability = createStore<boolean>(() => true);
let probing: Promise<void> | undefined;
let next: ReturnType<typeof setTimeout> | undefined;

function setReachable(isReachable: boolean): void {
  clearTimeout(next);
  if (!isReachable) next = setTimeout(() => void probe(), probeEveryMs);
  reachability.setState(isReachable);
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

/** Whether the server is reachable, as far as the browser and the last calls know. */
export const connection = {
  isOnline: reachability.getState,
  subscribe: reachability.subscribe,
  /** A call was answered. */
  reportAnswer: () => {
    if (!reachability.getState()) setReachable(true);
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
  return useStore(reachability);
}
