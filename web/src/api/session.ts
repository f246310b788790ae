import { readStored, removeStored, writeStored } from '../storage.ts';

const tokenKey = 'token';

/** How the last session ended: decides where a page that needs one sends the person. */
export type SessionEnd = 'signedOut' | 'lost';

export interface SessionSnapshot {
  token: string | null;
  end: SessionEnd | null;
}

type Listener = () => void;

const listeners = new Set<Listener>();
/** Prerendered pages are nobody's. */
const nobody: SessionSnapshot = { token: null, end: null };
let snapshot: SessionSnapshot = { token: readStored(tokenKey), end: null };

function announce(next: SessionSnapshot) {
  snapshot = next;
  for (const listener of listeners) listener();
}

function replace(next: SessionSnapshot) {
  if (next.token === null) removeStored(tokenKey);
  else writeStored(tokenKey, next.token);
  announce(next);
}

/** The bearer token of this browser, outside React because the API client needs it too. */
export const session = {
  read: (): SessionSnapshot => snapshot,
  readPrerendered: (): SessionSnapshot => nobody,
  subscribe: (listener: Listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  begin: (token: string) => replace({ token, end: null }),
  end: (end: SessionEnd) => replace({ token: null, end }),
  /** The person has been led to sign in; from now on they are simply signed out. */
  acknowledgeEnd: () => {
    if (snapshot.end !== null) replace({ ...snapshot, end: null });
  },
};

// Signing in or out in one tab does so in all.
globalThis.addEventListener?.('storage', (event) => {
  if (event.key !== tokenKey) return;
  // Always by way of nobody, so that what the former person saw is forgotten.
  announce({ token: null, end: 'signedOut' });
  if (event.newValue !== null) announce({ token: event.newValue, end: null });
});
