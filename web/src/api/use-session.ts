import type { User } from '@mercury/contract/api/users.ts';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiError } from './api-error.ts';
import { call } from './client.ts';
import { type LastKnown, readLastKnown } from './last-known.ts';
import { session } from './session.ts';
import { topicKey } from './topic-key.ts';

let isPageLeaving = false;
globalThis.addEventListener?.('pagehide', () => {
  isPageLeaving = true;
});
// A page can come back out of the browser's memory.
globalThis.addEventListener?.('pageshow', () => {
  isPageLeaving = false;
});

const profileKey = [...topicKey('account'), 'profile'] as const;

const askAgainMs = 5000;

/** Who is shown from memory while the server can't be asked. */
let restored: User | undefined;

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.isRefusal;
}

/** Shows the person what they saw last, with the age that it has. */
function restore(client: QueryClient, { user, balance, atMs }: LastKnown): User {
  client.setQueryData(topicKey('balance'), balance, { updatedAt: atMs });
  restored = user;
  return user;
}

export const profileQuery = queryOptions({
  queryKey: profileKey,
  queryFn: async ({ client, signal }) => {
    let user: User;
    try {
      // Fetched with the first session: a visitor needs neither the call nor the schemas behind it.
      const { getProfile } = await import('@mercury/contract/api/users.ts');
      const reply = await call(getProfile, { signal });
      user = reply.data.user;
    } catch (error) {
      // A token whose person can't be fetched is of no use; a 401 has removed it already. A page that is left cuts its
      // calls off, though, and that says nothing of the token, which the next page needs; nor does a lost connection
      // where the person is known and was only asked for again, or is remembered. Another session has aborted it.
      const isKnown = client.getQueryData<User>(profileKey) !== undefined;
      const isTelling = !signal.aborted && !isPageLeaving && !isKnown;
      const remembered = isTelling && !isRefusal(error) ? readLastKnown() : null;
      if (remembered !== null) return restore(client, remembered);
      if (isTelling && session.read().token !== null) session.end('lost');
      throw error;
    }
    restored = undefined;
    return user;
  },
  // Whoever was restored is asked for again: their session may be over. The stream may not be there to say so.
  refetchInterval: ({ state }) => (state.data !== undefined && state.data === restored ? askAgainMs : false),
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
});

export type SessionState =
  | { status: 'loading'; user: null }
  | { status: 'anonymous'; user: null }
  | { status: 'unverified'; user: User }
  | { status: 'verified'; user: User };

function useSessionSnapshot() {
  return useSyncExternalStore(session.subscribe, session.read, session.readPrerendered);
}

export function useSessionEnd() {
  return useSessionSnapshot().end;
}

/** Somebody counts as authenticated only with a verified email. */
export function useSession(): SessionState {
  const { token } = useSessionSnapshot();
  const { data: user } = useQuery({ ...profileQuery, enabled: token !== null });
  if (token === null) return { status: 'anonymous', user: null };
  if (!user) return { status: 'loading', user: null };
  return { status: user.emailVerified ? 'verified' : 'unverified', user };
}

/** Begins a session of a person whom the server has just told us of. */
export function useBeginSession() {
  const queryClient = useQueryClient();
  return (token: string, user: User) => {
    session.begin(token);
    queryClient.setQueryData(profileQuery.queryKey, user);
  };
}
