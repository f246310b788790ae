import { getFirstSteps } from '@mercury/contract/api/wallets.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { topicKey } from '../../api/query-client.ts';
import { moneyActions } from '../../domain/money-actions.ts';

/** Every change of the balance may be the first money, or the first trade. */
export const firstStepsQuery = queryOptions({
  queryKey: [...topicKey('balance'), 'first-steps'],
  queryFn: async ({ signal, client }) => {
    const { isSimulated } = await moneyActions(client);
    // In a demonstration there is nothing to begin with.
    return isSimulated ? { hasReceivedMoney: true, hasTraded: true } : call(getFirstSteps, { signal });
  },
});
