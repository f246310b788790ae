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
// A page can come back out of the browser's memory.
globalThis.addEventListener?.('pageshow', () => {
  isPageLeaving = false;
});

const profileKey = [...topicKey('account'), 'profile'] as const;

const askAgainMs = 5000;

/** Who is shown from memory while the server can't be asked. */
let restored: User | undefined;

/** The token is of no use, as against: the server can't be asked now, or is too busy to say. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && [401, 403, 404].includes(error.status ?? 0);
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
      // Another session has aborted it, or the page is left and cuts its calls off; or the person is known and was only
      // asked for again.
      const isKnown = client.getQueryData<User>(profileKey) !== undefined;
      if (signal.aborted || isPageLeaving || isKnown) throw error;
      // A 401 has ended the session already.
      if (isGone(error)) {
        session.end('lost');
        throw error;
      }
      // With whatever else a signed-in person's page has fetched.
      const { readLastKnown } = await import('./last-known.ts');
      const remembered = readLastKnown();
      if (remembered === null) throw error;
      return restore(client, remembered);
    }
    restored = undefined;
    return user;
  },
  // Whoever is not known yet, or was restored, is asked for again: their session may be over. The stream may not be there to say so.
  refetchInterval: ({ state: { data } }) => (data === undefined || data === restored ? askAgainMs : false),
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
});

export type SessionState =
  /** Failing: the server could not be asked so far. It is asked again and again. */
  | { status: 'loading'; user: null; isFailing: boolean }
  | { status: 'anonymous'; user: null }
  | { status: 'unverified'; user: User }
  | { status: 'verified'; user: User };

export function useSessionEnd() {
  return useSessionSnapshot().end;
}

/** Somebody counts as authenticated only with a verified email. */
export function useSession(): SessionState {
  const { token } = useSessionSnapshot();
  const { data: user, errorUpdateCount } = useQuery({ ...profileQuery, enabled: token !== null });
  if (token === null) return { status: 'anonymous', user: null };
  if (!user) return { status: 'loading', user: null, isFailing: errorUpdateCount > 0 };
  return { status: user.emailVerified ? 'verified' : 'unverified', user };
}
