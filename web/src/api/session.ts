import { createStore, useStore } from 'zustand';
import { readStored, removeStored, writeStored } from '../storage.ts';

const tokenKey = 'token';
/** Commands that got no answer (intent-key.ts). They outlive a session that was lost. */
export const unsettledKey = 'unsettled';

/** The token of this browser's session. A tab that was frozen may not know the newest yet. */
export const readStoredToken = () => readStored(tokenKey);

/** How the last session ended. It decides where a protected page redirects. */
type SessionEnd = 'signedOut' | 'lost';

interface SessionSnapshot {
  token: string | null;
  end: SessionEnd | null;
  /** Why a session was lost, in the server's words; empty if it said nothing. */
  endReason: string;
}

/** It starts without a session, like prerendered pages. */
const store = createStore<SessionSnapshot>(() => ({ token: null, end: null, endReason: '' }));
/** The stored token at the last look. It is not the session's token where storage is forbidden or full. */
let stored = readStoredToken();
// Without one it stays the very state of prerendered pages: another object would have React hydrate them in one long task.
if (stored !== null) store.setState({ token: stored });

// boot.js asks on behalf of a session from storage before this module runs.
let askedSinceMs = performance.timeOrigin;
store.subscribe(({ token }) => {
  if (token !== null) askedSinceMs = Date.now();
});

/** Signing in or out in one tab applies to all tabs, also to those that were frozen at the time. */
function catchUp() {
  const latest = readStoredToken();
  if (latest === stored) return;
  stored = latest;
  // First to no session at all, so that the former person's data is removed.
  store.setState({ token: null, end: 'signedOut' });
  if (latest !== null) store.setState({ token: latest, end: null, endReason: '' });
}

interface EndDetails {
  /** Why it was lost, in the server's words. */
  reason?: string | undefined;
  /** Whose it was, if that is known. */
  userId?: string | undefined;
}

/** What others sent whose session was lost stays for them. If it is not known whose session this was, nothing stays. */
function forgetUnsettled(userId: string | undefined): void {
  const isOfAnother = (intent: unknown): boolean => {
    const owner = typeof intent === 'object' && intent !== null && 'owner' in intent ? intent.owner : '';
    return userId !== undefined && owner !== '' && owner !== userId;
  };
  const others = readUnsettled().filter(isOfAnother);
  if (others.length > 0) writeStored(unsettledKey, JSON.stringify(others));
  else removeStored(unsettledKey);
}

function readUnsettled(): readonly unknown[] {
  try {
    const intents: unknown = JSON.parse(readStored(unsettledKey) ?? '[]');
    return Array.isArray(intents) ? intents : [];
  } catch {
    return [];
  }
}

/** This browser's bearer token. It lives outside React because the API client needs it too. */
export const session = {
  read: store.getState,
  /** A time before the first request of this session in this page. */
  askedSinceMs: () => askedSinceMs,
  /** The listener gets the former token. */
  subscribe: (listener: (former: string | null) => void) =>
    store.subscribe((_now, { token }) => listener(token)),
  begin: (token: string) => {
    writeStored(tokenKey, token);
    stored = readStoredToken();
    store.setState({ token, end: null, endReason: '' });
  },
  /** Ends this tab's own session. If another tab began a new session, it stays, and this tab adopts it. */
  end: (end: SessionEnd, { reason, userId }: EndDetails = {}) => {
    if (readStoredToken() === stored) {
      removeStored(tokenKey);
      stored = null;
      // Other tabs hear of every end as of a sign-out. So the tab of the sign-out itself forgets what the person sent.
      if (end === 'signedOut') forgetUnsettled(userId);
    }
    store.setState({ token: null, end, endReason: reason ?? store.getState().endReason });
    catchUp();
  },
  /** The person has reached the sign-in. From now on they are just signed out. */
  acknowledgeEnd: () => {
    if (store.getState().end !== null) store.setState({ end: null, endReason: '' });
  },
};

export function useSessionSnapshot(): SessionSnapshot {
  return useStore(store);
}

// The last two: a page can return from the back-forward cache, or wake up after a long time in the background.
for (const event of ['storage', 'pageshow', 'visibilitychange']) {
  globalThis.addEventListener?.(event, catchUp);
}

export const lastKnownKey = 'lastKnown';

/** The version of the data's shape, and the end of the token, too short for a thief. Null if signed out. */
export function markOf(token: string | null): string | null {
  return token && `3 ${token.slice(-8)}`;
}

// Whichever way the session ends or the next begins. What the next session already kept in another tab must stay.
session.subscribe(() => {
  const mark = JSON.stringify(markOf(readStoredToken()));
  if (!readStored(lastKnownKey)?.includes(`"mark":${mark}`)) removeStored(lastKnownKey);
});
