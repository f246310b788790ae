import { getBalance } from '@mercury/contract/api/wallets.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { configQuery } from '../../api/config-query.ts';
import { topicKey } from '../../api/topic-key.ts';
import { leftoversOf } from './leftovers.ts';

const walletsQuery = queryOptions({
  queryKey: [...topicKey('balance'), 'wallets'],
  queryFn: async ({ signal }) => {
    const { wallets } = await call(getBalance, { signal });
    return wallets;
  },
});

/** What the account holds and can't withdraw; nothing while it isn't known, and then the server decides alone. */
export function useLeftovers() {
  const { data: wallets = [] } = useQuery(walletsQuery);
  const { data: config } = useQuery(configQuery);
  return leftoversOf(wallets, config?.assets ?? []);
}
