import { create } from 'zustand';

/**
 * How queries that the live stream speaks of are asked again: the stream says when, and stands in for itself while it is
 * down. Coming back to the page or to the network asks in any case.
 */
export const liveQueryOptions = { refetchOnWindowFocus: 'always', refetchOnReconnect: 'always' } as const;

/** True while the server's stream of changes is open: then nothing has to be asked for on the chance that it changed. */
export const useIsLive = create<boolean>(() => false);

/** Called by whoever keeps the stream. */
export function setLive(isLive: boolean): void {
  useIsLive.setState(isLive);
}
