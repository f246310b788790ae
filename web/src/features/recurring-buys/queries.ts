import { listRecurringBuys } from '@mercury/contract/api/recurring-buys.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { liveQueryOptions } from '../../api/live-queries.ts';
import { topicKey } from '../../api/topic-key.ts';

export const recurringBuysQuery = queryOptions({
  queryKey: topicKey('recurringBuys'),
  queryFn: async ({ signal }) => {
    const { recurringBuys } = await call(listRecurringBuys, { signal });
    return recurringBuys;
  },
  ...liveQueryOptions,
});
