import { listStaff } from '@mercury/contract/console/staff.ts';
import { queryOptions } from '@tanstack/react-query';
import { callConsole } from '../api/client.ts';

export const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: ({ signal }) => callConsole(listStaff, { signal }),
  // Who gets in is never shown from a while ago.
  staleTime: 0,
});
