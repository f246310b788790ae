import { getPortfolio, type PortfolioRange } from '@mercury/contract/api/portfolio.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { liveQueryOptions } from '../../api/live.ts';
import { topicKey } from '../../api/query-client.ts';

/** Prices move while nobody does anything. */
const refreshMs = 60_000;

/** Whatever changes a balance changes this too. What was shown of another range stays until the asked one has come. */
export function portfolioQuery(range: PortfolioRange) {
  return queryOptions({
    queryKey: [...topicKey('balance'), 'portfolio', range],
    queryFn: ({ signal }) => call(getPortfolio, { query: { range }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    ...liveQueryOptions,
  });
}
