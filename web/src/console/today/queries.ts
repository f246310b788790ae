import { getToday } from '@mercury/contract/console/today.ts';
import { queryOptions } from '@tanstack/react-query';
import { callConsole } from '../api/client.ts';

/** Others do what waits. Nothing is asked while nobody sees the page. */
const askedEveryMs = 15_000;

export const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: ({ signal }) => callConsole(getToday, { signal }),
  staleTime: 0,
  refetchInterval: askedEveryMs,
});
