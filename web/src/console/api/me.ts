import { getMe, type Me } from '@mercury/contract/console/access.ts';
import type { Permission } from '@mercury/contract/console/permissions.ts';
import { queryOptions } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { callConsole } from './client.ts';
import { meKey } from './staff-session.ts';

/** Null where nobody is signed in. */
export const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: async ({ signal }): Promise<Me | null> => {
    try {
      return (await callConsole(getMe, { signal })).me;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
});

export const MeContext = createContext<Me | null>(null);

/** On pages that only staff see. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (me === null) throw new Error('nobody is signed in');
  return me;
}

/** Whether the person's role permits it. */
export function useMay(permission: Permission): boolean {
  return useMe().permissions.includes(permission);
}
