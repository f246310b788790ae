import { onlineManager, QueryClient } from '@tanstack/react-query';
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
onlineManager.setEventListener((setOnline) => connection.subscribe(() => setOnline(connection.isOnline())));

// What one person saw is forgotten before another is there, however one follows the other.
session.subscribe((former) => {
  queryClient.removeQueries({ queryKey: [personalKey] });
  // Toasts show names and amounts, and stay for as long as nobody looks at the page.
  if (former !== null) toast.dismiss();
});
