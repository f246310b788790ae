import { getConfig } from '@mercury/contract/api/config.ts';
import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';

export type Config = ReplyOf<typeof getConfig>;

/** A currency and its options here. */
export type AssetOffer = Config['assets'][number];

const staleAfterMs = 5 * 60 * 1000;

/** The operator's settings: rail, price, limits. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => call(getConfig, { signal }),
  staleTime: staleAfterMs,
});
