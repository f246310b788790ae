import { readPersonLevel } from '@mercury/contract/console/levels.ts';
import {
  listHistory,
  listNotes,
  listPersonEvents,
  listPersonSessions,
  readPerson,
} from '@mercury/contract/console/people.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { queryClient } from '../../api/query-client.ts';
import { callConsole } from '../api/client.ts';

/** Of everything in the file of one person. */
export const fileKey = (id: string) => ['people', 'file', id] as const;
export const levelKey = (id: string) => ['people', 'level', id] as const;
export const notesKey = (id: string) => ['people', 'notes', id] as const;

export function isLookRequired(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'LookRequired';
}

// What is known of a person is never shown from a while ago.
const fresh = { staleTime: 0, gcTime: 0 } as const;

export const fileQuery = (id: string) =>
  queryOptions({
    ...fresh,
    queryKey: fileKey(id),
    queryFn: async ({ signal }) => (await callConsole(readPerson, { params: { id }, signal })).person,
  });

/** Once half an hour is over, the whole page asks for a reason anew. */
async function ofFile<Reply>(id: string, call: () => Promise<Reply>): Promise<Reply> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Error && isLookRequired(error))
      void queryClient.resetQueries({ queryKey: fileKey(id) });
    throw error;
  }
}

const pages = {
  ...fresh,
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
} as const;

export const historyQuery = (id: string) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: ['people', 'history', id],
    queryFn: ({ pageParam, signal }) =>
      ofFile(id, () => callConsole(listHistory, { params: { id }, query: { cursor: pageParam }, signal })),
  });

export const eventsQuery = (id: string) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: ['people', 'events', id],
    queryFn: ({ pageParam, signal }) =>
      ofFile(id, () =>
        callConsole(listPersonEvents, { params: { id }, query: { cursor: pageParam }, signal }),
      ),
  });

export const notesQuery = (id: string) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: notesKey(id),
    queryFn: ({ pageParam, signal }) =>
      ofFile(id, () => callConsole(listNotes, { params: { id }, query: { cursor: pageParam }, signal })),
  });

export const personLevelQuery = (id: string) =>
  queryOptions({
    ...fresh,
    queryKey: levelKey(id),
    queryFn: ({ signal }) => ofFile(id, () => callConsole(readPersonLevel, { params: { id }, signal })),
  });

export const sessionsQuery = (id: string) =>
  queryOptions({
    ...fresh,
    queryKey: ['people', 'sessions', id],
    queryFn: ({ signal }) => ofFile(id, () => callConsole(listPersonSessions, { params: { id }, signal })),
  });
