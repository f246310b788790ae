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
  'notices',
  'assets',
] as const;
export type EventTopic = (typeof eventTopics)[number];

/** Each event of the stream is named so; its data is a JSON array of topics. */
export const eventName = 'changed';

/**
 * Server-sent events (HTML standard, 9.2). The reply has no end, so this is none of `endpoints`, whose replies are awaited.
 * Who opens it is told at once what changed within `limits.eventsReplayedMs` before.
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
