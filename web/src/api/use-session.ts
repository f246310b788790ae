import type { User } from '@mercury/contract/api/users.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { call } from './client.ts';
import type { LastKnown } from './last-known.ts';
import { topicKey } from './query-client.ts';
import { session, useSessionSnapshot } from './session.ts';

let isPageLeaving = false;
globalThis.addEventListener?.('pagehide', () => {
  isPageLeaving = true;
});
// A page can return from the back-forward cache.
globalThis.addEventListener?.('pageshow', () => {
  isPageLeaving = false;
});

const profileKey = [...topicKey('account'), 'profile'] as const;

const askAgainMs = 5000;

/** The person from memory while the server is unreachable. */
let restored: User | undefined;

/** False if the server is unreachable or too busy. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && [401, 403, 404].includes(error.status ?? 0);
}

/** Shows the last known person, and what is known of their account with its original age. */
function restore(client: QueryClient, { user, balance, atMs, lists }: LastKnown): User {
  client.setQueryData(topicKey('balance'), balance, { updatedAt: atMs });
  for (const list of lists) client.setQueryData(list.queryKey, list.data, { updatedAt: list.atMs });
  restored = user;
  return user;
}

export const profileQuery = queryOptions({
  queryKey: profileKey,
  queryFn: async ({ client, signal }) => {
    let user: User;
    try {
      // Visitors need neither the call nor its schemas.
      const { getProfile } = await import('@mercury/contract/api/users.ts');
      const reply = await call(getProfile, { signal });
      user = reply.data.user;
    } catch (error) {
      // Another session or leaving the page aborted it, or it was only a refetch.
      const isKnown = client.getQueryData<User>(profileKey) !== undefined;
      if (signal.aborted || isPageLeaving || isKnown) throw error;
      // The client already ended the session on a 401.
      if (isGone(error)) {
        session.end('lost');
        throw error;
      }
      // Together with the other data of a signed-in page.
      const { readLastKnown } = await import('./last-known.ts');
      const remembered = readLastKnown();
      if (remembered === null) throw error;
      return restore(client, remembered);
    }
    restored = undefined;
    return user;
  },
  // While the person is unknown or restored from memory, the session may be over without a stream to report it.
  refetchInterval: ({ state: { data } }) => (data === undefined || data === restored ? askAgainMs : false),
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
});

export type SessionState =
  /** Failing: the server was unreachable so far. Retries continue. */
  | { status: 'loading'; user: null; isFailing: boolean }
  | { status: 'anonymous'; user: null }
  | { status: 'unverified'; user: User }
  | { status: 'verified'; user: User };

export function useSessionEnd() {
  return useSessionSnapshot().end;
}

/** Authenticated means a session with a verified email. */
export function useSession(): SessionState {
  const { token } = useSessionSnapshot();
  const { data: user, errorUpdateCount } = useQuery({ ...profileQuery, enabled: token !== null });
  if (token === null) return { status: 'anonymous', user: null };
  if (!user) return { status: 'loading', user: null, isFailing: errorUpdateCount > 0 };
  return { status: user.emailVerified ? 'verified' : 'unverified', user };
}
