import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Topics that may have changed for the person. A browser that receives one fetches again. */
export const eventTopics = [
  'balance',
  'transactions',
  'contacts',
  'account',
  'withdrawalAddresses',
  'recurringBuys',
  'priceAlerts',
  'watchlist',
  'notices',
  'assets',
] as const;
export type EventTopic = (typeof eventTopics)[number];

/** The name of every event. Its data is a JSON array of topics. */
export const eventName = 'changed';

/**
 * Server-sent events (HTML standard, 9.2). Not one of `endpoints`, because its reply never ends and can't be awaited. A new
 * stream first gets what changed within the last `limits.eventsReplayedMs`.
 */
export const eventStream = endpoint({
  method: 'GET',
  path: '/events',
  tag: 'live',
  summary: 'The stream of changes: server-sent events that name what to ask again',
  caller: 'verified',
  status: 200,
  mediaType: 'text/event-stream',
  reply: z.string(),
  errors: ['Unauthenticated', 'EmailNotVerified'],
});
