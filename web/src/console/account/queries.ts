import { getOwnAccess } from '@mercury/contract/console/access.ts';
import { queryOptions } from '@tanstack/react-query';
import { callConsole } from '../api/client.ts';

/** One's own ways in, and sessions. */
export const accessQuery = queryOptions({
  queryKey: ['access'],
  queryFn: ({ signal }) => callConsole(getOwnAccess, { signal }),
  // Who gets in is never shown from a while ago.
  staleTime: 0,
});
