import { listPasskeys } from '@mercury/contract/api/passkeys.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { topicKey } from './topic-key.ts';

export const passkeysQuery = queryOptions({
  queryKey: [...topicKey('account'), 'passkeys'],
  queryFn: async ({ signal }) => {
    const { passkeys } = await call(listPasskeys, { signal });
    return passkeys;
  },
});
