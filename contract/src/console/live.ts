import * as z from 'zod/mini';
import { consoleEndpoint } from './endpoint.ts';
import type { Permission } from './permissions.ts';

/** Who hears that a list has changed: whoever may read it. Null: every member of staff. */
export const readerOfTopic = {
  withdrawals: 'withdrawals.read',
  deposits: 'deposits.read',
  proposals: null,
  messages: 'messages.read',
  announcements: 'announcements.read',
  staff: 'staff.read',
  books: 'books.read',
  trading: 'trading.read',
  levels: 'levels.read',
  settings: 'settings.read',
  audit: 'audit.read',
} as const satisfies Readonly<Record<string, Permission | null>>;
export type ConsoleTopic = keyof typeof readerOfTopic;

// The keys of the object above.
export const consoleTopics = Object.keys(readerOfTopic) as readonly ConsoleTopic[];

/**
 * Server-sent events like those of customers (contract/src/api/events.ts): their data is a JSON array of topics and nothing else.
 * Not one of `consoleEndpoints`, because its reply never ends. It keeps no session alive, and ends with it.
 */
export const consoleEvents = consoleEndpoint({
  method: 'GET',
  path: '/events',
  summary: 'The stream of changes: server-sent events that name the lists to ask for again',
  caller: 'staff',
  status: 200,
  mediaType: 'text/event-stream',
  reply: z.string(),
  errors: ['Unauthenticated'],
});
