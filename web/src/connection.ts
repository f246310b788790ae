import { createStore, useStore } from 'zustand';

/** Answers for the server without touching its database. */
const probePath = '/healthz';
const probeTimeoutMs = 5000;
const probeEveryMs = 5000;

/** As far as is known; pages that are rendered ahead know of no network. */
const reachability = createStore<boolean>(() => true);
let probing: Promise<void> | undefined;
let next: ReturnType<typeof setTimeout> | undefined;

function setReachable(isReachable: boolean): void {
  clearTimeout(next);
  if (!isReachable) next = setTimeout(() => void probe(), probeEveryMs);
  reachability.setState(isReachable);
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

/** Whether the server can be reached, as far as the browser and the calls that were made know. */
export const connection = {
  isOnline: reachability.getState,
  subscribe: reachability.subscribe,
  /** A call was answered. */
  reportAnswer: () => {
    if (!reachability.getState()) setReachable(true);
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
  return useStore(reachability);
}
