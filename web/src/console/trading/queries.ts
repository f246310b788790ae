import { getTrading, listOutsideTrades } from '@mercury/contract/console/trading.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callConsole } from '../api/client.ts';

/** Of every question about trading. */
export const tradingKey = ['trading'] as const;

/** Prices grow old, and others halt and resume. */
const askedEveryMs = 15_000;

export const tradingQuery = queryOptions({
  queryKey: [...tradingKey, 'now'],
  queryFn: ({ signal }) => callConsole(getTrading, { signal }),
  staleTime: 0,
  refetchInterval: askedEveryMs,
});

export const outsideTradesQuery = infiniteQueryOptions({
  queryKey: [...tradingKey, 'outside'],
  queryFn: ({ pageParam, signal }) =>
    callConsole(listOutsideTrades, { query: { cursor: pageParam }, signal }),
  staleTime: 0,
  refetchInterval: askedEveryMs,
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor,
});
