import { createStore, useStore } from 'zustand';
import { readStored, removeStored, writeStored } from '../storage.ts';

const tokenKey = 'token';

/** Of whoever is signed in in this browser, which a tab that was frozen may not have heard of yet. */
export const readStoredToken = () => readStored(tokenKey);

/** How the last session ended: decides where a page that needs one sends the person. */
type SessionEnd = 'signedOut' | 'lost';

interface SessionSnapshot {
  token: string | null;
  end: SessionEnd | null;
}

/** It begins as nobody's, which is what prerendered pages are. */
const store = createStore<SessionSnapshot>(() => ({ token: null, end: null }));
/** What was in storage when last looked at. It is not the session's token where storage is forbidden or full. */
let stored = readStoredToken();
store.setState({ token: stored });

/** Signing in or out in one tab does so in all, also in those that heard nothing of it while they were frozen. */
function catchUp() {
  const latest = readStoredToken();
  if (latest === stored) return;
  stored = latest;
  // Always by way of nobody, so that what the former person saw is forgotten.
  store.setState({ token: null, end: 'signedOut' });
  if (latest !== null) store.setState({ token: latest, end: null });
}

/** The bearer token of this browser, outside React because the API client needs it too. */
export const session = {
  read: store.getState,
  /** The listener hears whose token it was before. */
  subscribe: (listener: (former: string | null) => void) =>
    store.subscribe((_now, { token }) => listener(token)),
  begin: (token: string) => {
    writeStored(tokenKey, token);
    stored = readStoredToken();
    store.setState({ token, end: null });
  },
  /** Ends this tab's own session: one that another tab has begun meanwhile stays, and is this tab's from now on. */
  end: (end: SessionEnd) => {
    if (readStoredToken() === stored) {
      removeStored(tokenKey);
      stored = null;
    }
    store.setState({ token: null, end });
    catchUp();
  },
  /** The person has been led to sign in; from now on they are simply signed out. */
  acknowledgeEnd: () => {
    if (store.getState().end !== null) store.setState({ end: null });
  },
};

export function useSessionSnapshot(): SessionSnapshot {
  return useStore(store);
}

// The last two: a page can come back out of the browser's memory, or wake up after a long time behind others.
for (const event of ['storage', 'pageshow', 'visibilitychange']) {
  globalThis.addEventListener?.(event, catchUp);
}

export const lastKnownKey = 'lastKnown';

/**
 * Whose it is, and in which shape: the version of the shape, and the end of the session's token, of which it gives away too
 * little to be of use. Null where nobody is signed in.
 */
export function markOf(token: string | null): string | null {
  return token && `2 ${token.slice(-8)}`;
}

// Whatever ends the session, here or in another tab, and whoever begins the next: nothing is left of this one. What the next
// has kept already, in another tab, is not this one's to remove.
session.subscribe(() => {
  const mark = JSON.stringify(markOf(readStoredToken()));
  if (!readStored(lastKnownKey)?.includes(`"mark":${mark}`)) removeStored(lastKnownKey);
});
