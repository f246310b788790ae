import type { Me } from '@mercury/contract/console/access.ts';
import { createStore, useStore } from 'zustand';
import { queryClient } from '../../api/query-client.ts';

/** Whoever is signed in; null: nobody. */
export const meKey = ['me'] as const;

/** Why nobody is signed in any more; null if nobody was. */
const lastEnd = createStore<'lost' | 'signedOut' | null>(() => null);

export const useLastEnd = () => useStore(lastEnd);

/** What one person saw must not be there for the next. */
function forgetOthers(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] });
}

export function beginStaffSession(me: Me): void {
  lastEnd.setState(null, true);
  forgetOthers();
  queryClient.setQueryData(meKey, me);
}

export function endStaffSession(why: 'lost' | 'signedOut'): void {
  if (!queryClient.getQueryData(meKey)) return;
  lastEnd.setState(why, true);
  queryClient.setQueryData(meKey, null);
  forgetOthers();
}

/** Another proof, for example. */
export function updateMe(me: Me): void {
  queryClient.setQueryData(meKey, me);
}
