import type { ConsoleTopic } from '@mercury/contract/console/live.ts';
import { proposalKinds } from '@mercury/contract/console/permissions.ts';

/** By how an act is called. */
const changedLists: readonly (readonly [RegExp, ConsoleTopic])[] = [
  [/^announcement\./, 'announcements'],
  [/^books\.c/, 'books'],
  [/^deposit\./, 'deposits'],
  [/^(levels\.|people\.level)/, 'levels'],
  [/^message\./, 'messages'],
  [/^proposal\./, 'proposals'],
  [/^((settings|assets)\.|(set|add)-asset$)/, 'settings'],
  [/^(staff|roles|invitation|session|passkey|password)\./, 'staff'],
  // What the house trades on is told there too.
  [/^(trading|settings|assets)\./, 'trading'],
  [/^(withdrawals?\.|people\.(un)?freeze)/, 'withdrawals'],
];

/** The lists of the console that an act changes. What only looks changes the log alone: whoever is told looks again. */
export function topicsOf(action: string): readonly ConsoleTopic[] {
  const changed = changedLists.flatMap(([pattern, topic]) => (pattern.test(action) ? [topic] : []));
  const wasProposed = proposalKinds.some((kind) => kind === action);
  return ['audit', ...changed, ...(wasProposed ? (['proposals'] as const) : [])];
}
