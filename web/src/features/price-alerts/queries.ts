import { listPriceAlerts } from '@mercury/contract/api/price-alerts.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { liveQueryOptions } from '../../api/live-queries.ts';
import { topicKey } from '../../api/topic-key.ts';

export const priceAlertsQuery = queryOptions({
  queryKey: topicKey('priceAlerts'),
  queryFn: async ({ signal }) => {
    const { priceAlerts } = await call(listPriceAlerts, { signal });
    return priceAlerts;
  },
  ...liveQueryOptions,
});
