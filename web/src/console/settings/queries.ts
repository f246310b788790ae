import { listOfferedAssets } from '@mercury/contract/console/assets.ts';
import { listSettings } from '@mercury/contract/console/settings.ts';
import { queryOptions } from '@tanstack/react-query';
import { callConsole } from '../api/client.ts';

/** Of every question about settings. */
export const settingsKey = ['settings'] as const;

export const settingsQuery = queryOptions({
  queryKey: [...settingsKey, 'list'],
  queryFn: ({ signal }) => callConsole(listSettings, { signal }),
  // A price is never shown from a while ago.
  staleTime: 0,
});

export const assetsQuery = queryOptions({
  queryKey: [...settingsKey, 'assets'],
  queryFn: ({ signal }) => callConsole(listOfferedAssets, { signal }),
  staleTime: 0,
});
