import { getProposal, listProposals } from '@mercury/contract/console/proposals.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callConsole } from '../api/client.ts';

/** Of every question about proposals. */
export const proposalsKey = ['proposals'] as const;

function listOf(kind: 'open' | 'ended') {
  return infiniteQueryOptions({
    queryKey: [...proposalsKey, kind],
    queryFn: ({ pageParam, signal }) =>
      callConsole(listProposals, {
        query: { cursor: pageParam, ...(kind === 'ended' && { ended: 'true' as const }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });
}

export const openProposalsQuery = listOf('open');
export const endedProposalsQuery = listOf('ended');

export function proposalQuery(id: string) {
  return queryOptions({
    queryKey: [...proposalsKey, 'one', id],
    queryFn: async ({ signal }) => (await callConsole(getProposal, { params: { id }, signal })).proposal,
    staleTime: 0,
  });
}
