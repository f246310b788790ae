import { listPasskeys } from '@mercury/contract/api/passkeys.ts';
import { getSecurity } from '@mercury/contract/api/security.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { topicKey } from '../api/query-client.ts';

/** The account's protection. An account event, from this browser or another, refetches it. */
export const securityQuery = queryOptions({
  queryKey: [...topicKey('account'), 'security'],
  queryFn: async ({ signal }) => {
    const { security } = await call(getSecurity, { signal });
    return security;
  },
});

export const passkeysQuery = queryOptions({
  queryKey: [...topicKey('account'), 'passkeys'],
  queryFn: async ({ signal }) => {
    const { passkeys } = await call(listPasskeys, { signal });
    return passkeys;
  },
});
