import { getBooksCheck, getTrialBalance } from '@mercury/contract/console/books.ts';
import { queryOptions } from '@tanstack/react-query';
import { callConsole } from '../api/client.ts';

/** Of every question about the books. */
export const booksKey = ['books'] as const;

export const trialBalanceQuery = queryOptions({
  queryKey: [...booksKey, 'trial-balance'],
  queryFn: ({ signal }) => callConsole(getTrialBalance, { signal }),
  staleTime: 0,
});

const pollMs = 1000;

export const checkQuery = queryOptions({
  queryKey: [...booksKey, 'check'],
  queryFn: async ({ signal }) => (await callConsole(getBooksCheck, { signal })).check,
  staleTime: 0,
  // Looked at again while it runs, whoever began it.
  refetchInterval: ({ state: { data } }) => (data?.endedAt === null ? pollMs : false),
});
