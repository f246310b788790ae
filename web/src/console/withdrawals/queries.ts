import {
  getWithdrawal,
  listedWithdrawalStates,
  listWithdrawals,
  type ListedWithdrawalState,
} from '@mercury/contract/console/withdrawals.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callConsole } from '../api/client.ts';

/** Of every question about withdrawals. */
export const withdrawalsKey = ['withdrawals'] as const;

export const withdrawalListQuery = (state: ListedWithdrawalState) =>
  infiniteQueryOptions({
    queryKey: [...withdrawalsKey, 'list', state],
    queryFn: ({ pageParam, signal }) =>
      callConsole(listWithdrawals, { query: { state, cursor: pageParam }, signal }),
    staleTime: 0,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

export const withdrawalFileQuery = (id: string) =>
  queryOptions({
    queryKey: [...withdrawalsKey, 'file', id],
    queryFn: ({ signal }) => callConsole(getWithdrawal, { params: { id }, signal }),
    staleTime: 0,
  });

export function readWithdrawalState(search: URLSearchParams): ListedWithdrawalState {
  const named = search.get('state');
  return listedWithdrawalStates.find((state) => state === named) ?? 'queued';
}
