import { listRoles } from '@mercury/contract/console/roles.ts';
import { listStaff } from '@mercury/contract/console/staff.ts';
import { queryOptions } from '@tanstack/react-query';
import { callConsole } from '../api/client.ts';

export const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: ({ signal }) => callConsole(listStaff, { signal }),
  // Who gets in is never shown from a while ago.
  staleTime: 0,
});

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: async ({ signal }) => (await callConsole(listRoles, { signal })).roles,
  staleTime: 0,
});
