import { createStore, useStore } from 'zustand';

/** A health endpoint that does not touch the database. */
const probePath = '/healthz';
const probeTimeoutMs = 5000;
const probeEveryMs = 5000;

/** Offline: this device has no network. Unreachable: it has one, but the server does not answer. */
export type ConnectionState = 'online' | 'offline' | 'unreachable';

/** As far as is known. Prerendered pages know of no network. */
const state = createStore<ConnectionState>(() => 'online');
let probing: Promise<void> | undefined;
let next: ReturnType<typeof setTimeout> | undefined;

function setState(known: ConnectionState): void {
  clearTimeout(next);
  if (known !== 'online') next = setTimeout(() => void probe(), probeEveryMs);
  state.setState(known, true);
}

/** Any answer counts: even a server that is shutting down is reachable. */
async function ask(): Promise<ConnectionState> {
  if (!navigator.onLine) return 'offline';
  try {
    await fetch(probePath, { cache: 'no-store', signal: AbortSignal.timeout(probeTimeoutMs) });
    return 'online';
  } catch {
    return navigator.onLine ? 'unreachable' : 'offline';
  }
}

async function probe(): Promise<void> {
  probing ??= ask()
    .then(setState)
    .finally(() => {
      probing = undefined;
    });
  return probing;
}

/** Whether the server is reachable, as far as the browser and the last calls know. */
export const connection = {
  read: state.getState,
  isOnline: () => state.getState() === 'online',
  /** Hears only whether the server can be reached, not why it can't. */
  subscribe: (listen: (isOnline: boolean) => void) =>
    state.subscribe((now, before) => {
      const isOnline = now === 'online';
      if (isOnline !== (before === 'online')) listen(isOnline);
    }),
  /** A call was answered. */
  reportAnswer: () => {
    if (state.getState() !== 'online') setState('online');
  },
  /** A call got no answer. One failure proves little, so a probe follows before anyone is told. */
  reportSilence: () => void probe(),
};

// The browser reports a lost network at once. A restored network promises nothing, so a probe checks it.
globalThis.addEventListener?.('offline', () => setState('offline'));
globalThis.addEventListener?.('online', () => void probe());
// Prerendering has a navigator too, but it knows no network.
if (globalThis.navigator && 'onLine' in navigator && !navigator.onLine) setState('offline');

export function useIsOnline(): boolean {
  return useStore(state, (known) => known === 'online');
}

export function useConnection(): ConnectionState {
  return useStore(state);
}
