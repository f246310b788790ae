/**
 * How queries that the live stream speaks of are asked again: the stream says when, and stands in for itself while it is
 * down. Coming back to the page or to the network asks in any case.
 */
export const liveQueryOptions = { refetchOnWindowFocus: 'always', refetchOnReconnect: 'always' } as const;
