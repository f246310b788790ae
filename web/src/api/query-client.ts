import type { EventTopic } from '@mercury/contract/api/events.ts';
import { onlineManager, QueryClient, type QueryKey } from '@tanstack/react-query';
import { connection } from '../connection.ts';
import { toast } from '../ui/toast.ts';
import { ApiError } from './api-error.ts';
import { session } from './session.ts';

/** Everything that belongs to the signed-in person is cached under this first key. */
export const personalKey = 'personal';

const retriesMax = 2;

/** Asking again helps only where nobody answered, or a server was busy or failed. */
function isWorthRetrying(error: Error): boolean {
  return !(error instanceof ApiError) || !error.isRefusal;
}

/**
 * Without a connection a call fails at once and says so. Held back, a transfer that the person has given up on would
 * be sent when the connection returns.
 */
const networkMode = 'always';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode,
      staleTime: 15_000,
      // Queries that never wait for a connection would not ask again when it returns, either.
      refetchOnReconnect: true,
      retry: (failureCount, error) => failureCount < retriesMax && isWorthRetrying(error),
    },
    // A command is repeated only by whoever gave it.
    mutations: { retry: false, networkMode },
  },
});

// A server that can be reached again is a connection that has returned, whatever the browser thinks of its network.
onlineManager.setEventListener((setOnline) => connection.subscribe((isOnline) => setOnline(isOnline)));

// What one person saw is forgotten before another is there, however one follows the other.
session.subscribe((former) => {
  queryClient.removeQueries({ queryKey: [personalKey] });
  // Toasts show names and amounts, and stay for as long as nobody looks at the page.
  if (former !== null) toast.dismiss();
});

/** Of what the operator set, which is for everybody and lists the assets. */
export const assetsKey = ['config'] as const;

/**
 * The first keys of a query about a topic of the live stream. News of the topic make every query below it ask
 * again, and the end of the session forgets what is personal.
 */
export function topicKey(topic: EventTopic) {
  return topic === 'assets' ? assetsKey : ([personalKey, topic] as const);
}

/**
 * Asks again for whatever stands under the key: something has changed. A first answer that is still on its way may be from
 * before that, and the library would leave it at that: it is shown, and then asked for once more.
 */
export async function askAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const firstAsked = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
  await client.invalidateQueries({ queryKey });
  if (firstAsked.length > 0)
    await client.invalidateQueries({ predicate: (query) => firstAsked.includes(query) });
}
