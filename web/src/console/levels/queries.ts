import { listLevels } from '@mercury/contract/console/levels.ts';
import { queryOptions } from '@tanstack/react-query';
import { callConsole } from '../api/client.ts';

export const levelsQuery = queryOptions({
  queryKey: ['levels'],
  queryFn: async ({ signal }) => (await callConsole(listLevels, { signal })).levels,
  staleTime: 0,
});
