import { getPortfolio, type PortfolioRange } from '@mercury/contract/api/portfolio.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { liveQueryOptions } from '../../api/live.ts';
import { topicKey } from '../../api/query-client.ts';

/** Prices change without the person's actions. */
const refreshMs = 60_000;

/** Every balance change refetches this too. The former range stays on screen until the new one arrives. */
export function portfolioQuery(range: PortfolioRange) {
  return queryOptions({
    queryKey: [...topicKey('balance'), 'portfolio', range],
    queryFn: ({ signal }) => call(getPortfolio, { query: { range }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    ...liveQueryOptions,
  });
}
