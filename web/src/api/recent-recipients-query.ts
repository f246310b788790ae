import { limits } from '@mercury/contract/limits.ts';
import { queryOptions } from '@tanstack/react-query';
import { moneyActions } from './money-actions.ts';
import { topicKey } from './topic-key.ts';

/**
 * Whom the person has sent to lately. Whoever has sent to them does not count: a stranger makes themselves known by a
 * small gift, so that their address is taken for a friend's.
 */
export const recentRecipientsQuery = queryOptions({
  queryKey: [...topicKey('transactions'), 'recipients'],
  queryFn: async ({ client, signal }) => {
    const money = await moneyActions(client);
    return money.listTransactions({ type: 'TRANSFER', limit: limits.pageSizeMax }, signal);
  },
  select: ({ transactions }) => [
    ...new Set(
      transactions.flatMap(({ direction, counterparty }) =>
        direction === 'out' && counterparty !== null ? [counterparty] : [],
      ),
    ),
  ],
});
