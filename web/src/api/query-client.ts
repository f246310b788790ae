import type { EventTopic } from '@mercury/contract/api/events.ts';
import { notifyManager, onlineManager, QueryClient, type QueryKey } from '@tanstack/react-query';
import { connection } from '../connection.ts';
import { toast } from '../ui/toast.ts';
import { ApiError } from './api-error.ts';
import { session } from './session.ts';

/** Starts the key of every cached reply about the signed-in person. */
export const personalKey = 'personal';

/** Set by the operator, the same for everybody; lists the assets. */
export const assetsKey = ['config'] as const;

const retriesMax = 2;

/** No answer, or the server was busy or failed. Without a connection another answer comes with its return only. */
function isWorthRetrying(error: Error): boolean {
  if (!(error instanceof ApiError)) return true;
  return !error.isRefusal && (error.code !== 'NetworkError' || connection.isOnline());
}

/** Without a connection a call fails at once. A paused transfer would go out after the person gave up on it. */
const networkMode = 'always';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode,
      staleTime: 15_000,
      // Queries that never pause would not refetch on reconnect either.
      refetchOnReconnect: true,
      retry: (failureCount, error) => failureCount < retriesMax && isWorthRetrying(error),
    },
    // Only the person repeats a command.
    mutations: { retry: false, networkMode },
  },
});

// By default, listeners hear in a later task. Then a call is on its way before its button is busy and its dialog stays open.
notifyManager.setScheduler(queueMicrotask);

// A server that is reachable again means that the connection has returned, whatever the browser believes of its network.
onlineManager.setEventListener((setOnline) => connection.subscribe((isOnline) => setOnline(isOnline)));

// Before the next session starts, in every order of events.
session.subscribe((former) => {
  queryClient.removeQueries({ queryKey: [personalKey] });
  // Visitors hear of no changes, so the next page that needs the settings asks anew.
  if (session.read().token !== null)
    void queryClient.invalidateQueries({ queryKey: assetsKey, refetchType: 'none' });
  // Toasts show names and amounts, and stay while nobody looks.
  if (former !== null) toast.dismiss();
});

/** An event of the topic refetches every query below these keys. The end of the session removes personal ones. */
export function topicKey(topic: EventTopic) {
  return topic === 'assets' ? assetsKey : ([personalKey, topic] as const);
}

/**
 * A first answer in flight may be older than the change, and the library would not refetch after it: so it is shown, then fetched
 * again.
 */
export async function askAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const firstAsked = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
  await client.invalidateQueries({ queryKey });
  if (firstAsked.length > 0)
    await client.invalidateQueries({ predicate: (query) => firstAsked.includes(query) });
}
