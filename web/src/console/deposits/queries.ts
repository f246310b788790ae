import {
  countDeposits,
  findOwners,
  getDeposit,
  listDeposits,
  listedDepositStates,
  listUnassignedDeposits,
  type ListedDepositState,
} from '@mercury/contract/console/deposits.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callConsole } from '../api/client.ts';

/** Of every question about deposits. */
export const depositsKey = ['deposits'] as const;

export const depositTabs = ['unassigned', ...listedDepositStates] as const;
export type DepositTab = (typeof depositTabs)[number];

export function readDepositTab(search: URLSearchParams): DepositTab {
  const named = search.get('state');
  return depositTabs.find((tab) => tab === named) ?? 'unassigned';
}

export const depositCountsQuery = queryOptions({
  queryKey: [...depositsKey, 'counts'],
  queryFn: ({ signal }) => callConsole(countDeposits, { signal }),
  staleTime: 0,
});

export const depositListQuery = (state: ListedDepositState) =>
  infiniteQueryOptions({
    queryKey: [...depositsKey, 'list', state],
    queryFn: ({ pageParam, signal }) =>
      callConsole(listDeposits, { query: { state, cursor: pageParam }, signal }),
    staleTime: 0,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

export const unassignedQuery = infiniteQueryOptions({
  queryKey: [...depositsKey, 'unassigned'],
  queryFn: ({ pageParam, signal }) =>
    callConsole(listUnassignedDeposits, { query: { cursor: pageParam }, signal }),
  staleTime: 0,
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

export const depositFileQuery = (id: string) =>
  queryOptions({
    queryKey: [...depositsKey, 'file', id],
    queryFn: ({ signal }) => callConsole(getDeposit, { params: { id }, signal }),
    staleTime: 0,
  });

/** Apart from the lists: an assignment changes nobody's name. */
export const ownersQuery = (search: string) =>
  queryOptions({
    queryKey: ['deposit-owners', search],
    queryFn: ({ signal }) => callConsole(findOwners, { query: { search }, signal }),
    enabled: search !== '',
    staleTime: 0,
  });
