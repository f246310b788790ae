import { getToday } from '@mercury/contract/console/today.ts';
import { queryOptions } from '@tanstack/react-query';
import { callConsole } from '../api/client.ts';

/** The live stream tells of what people do. Prices, tasks and the books change by themselves. */
const askedEveryMs = 60_000;

export const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: ({ signal }) => callConsole(getToday, { signal }),
  staleTime: 0,
  refetchInterval: askedEveryMs,
});
