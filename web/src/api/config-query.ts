import { getConfig } from '@mercury/contract/api/config.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

const staleAfterMs = 5 * 60 * 1000;

/** What the operator set: rail, price, limits. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => call(getConfig, { signal }),
  staleTime: staleAfterMs,
});
