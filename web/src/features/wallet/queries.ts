import { getPortfolio } from '@mercury/contract/api/portfolio.ts';
import { getFirstSteps } from '@mercury/contract/api/wallets.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { personalKey, topicKey } from '../../api/query-client.ts';
import { pricesRefreshing } from '../../domain/market-query.ts';
import { moneyActions } from '../../domain/money-actions.ts';

/** What prices and trades changed within a day. Money that moves is no part of it, so only time makes it old. */
export const dayChangeQuery = queryOptions({
  queryKey: [personalKey, 'day-change'],
  queryFn: async ({ signal, client }) => {
    const { isSimulated } = await moneyActions(client);
    // The server has no history of simulated money.
    if (isSimulated) return null;
    const { change } = await call(getPortfolio, { query: { range: 'day' }, signal });
    return change;
  },
  ...pricesRefreshing,
});

/** Every change of the balance may be the first money, or the first trade. */
export const firstStepsQuery = queryOptions({
  queryKey: [...topicKey('balance'), 'first-steps'],
  queryFn: async ({ signal, client }) => {
    const { isSimulated } = await moneyActions(client);
    // In a demonstration there is nothing to begin with.
    return isSimulated ? { hasReceivedMoney: true, hasTraded: true } : call(getFirstSteps, { signal });
  },
});
