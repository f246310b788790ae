import { getSecurity } from '@mercury/contract/api/security.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { topicKey } from './topic-key.ts';

/** How the account is protected. News of the account, from this browser or another, make it ask again. */
export const securityQuery = queryOptions({
  queryKey: [...topicKey('account'), 'security'],
  queryFn: async ({ signal }) => {
    const { security } = await call(getSecurity, { signal });
    return security;
  },
});
