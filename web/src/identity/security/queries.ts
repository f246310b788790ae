import { listApiKeys } from '@mercury/contract/api/api-keys.ts';
import { listPasskeys } from '@mercury/contract/api/passkeys.ts';
import { getLimits } from '@mercury/contract/api/levels.ts';
import { getSecurity, listSecurityEvents, listSessions } from '@mercury/contract/api/security.ts';
import type { Locale } from '@mercury/contract/locales.ts';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { askAgain, topicKey } from '../../api/query-client.ts';
import { call } from '../../api/client.ts';

/** An account event, from any browser, refetches it. */
export const securityQuery = queryOptions({
  queryKey: [...topicKey('account'), 'security'],
  queryFn: async ({ signal }) => {
    const { security } = await call(getSecurity, { signal });
    return security;
  },
});

/** What is left changes with every movement of money. The server says the level's name in the reader's language. */
export const limitsQuery = (locale: Locale) =>
  queryOptions({
    queryKey: [...topicKey('account'), 'limits', locale],
    queryFn: ({ signal }) => call(getLimits, { signal }),
    staleTime: 0,
  });

export const passkeysQuery = queryOptions({
  queryKey: [...topicKey('account'), 'passkeys'],
  queryFn: async ({ signal }) => {
    const { passkeys } = await call(listPasskeys, { signal });
    return passkeys;
  },
});

export const apiKeysQuery = queryOptions({
  queryKey: [...topicKey('account'), 'api-keys'],
  queryFn: async ({ signal }) => {
    const { keys } = await call(listApiKeys, { signal });
    return keys;
  },
});

export const sessionsQuery = queryOptions({
  queryKey: [...topicKey('account'), 'sessions'],
  queryFn: async ({ signal }) => {
    const { sessions } = await call(listSessions, { signal });
    return sessions;
  },
  refetchOnWindowFocus: 'always',
});

export const securityEventsQuery = infiniteQueryOptions({
  queryKey: [...topicKey('account'), 'security-events'],
  queryFn: ({ pageParam: cursor, signal }) =>
    call(listSecurityEvents, { query: cursor === null ? {} : { cursor }, signal }),
  // The type of all other pages' cursors.
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

/** Refetches every list that shows the account's protection. */
export function askForAccount(queryClient: QueryClient): Promise<void> {
  return askAgain(queryClient, topicKey('account'));
}
