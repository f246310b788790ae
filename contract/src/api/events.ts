import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { timeSchema } from './shapes.ts';

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
] as const;
export type EventTopic = (typeof eventTopics)[number];

/**
 * GET /v1/events?ticket=... answers a stream of server-sent events. It has no JSON reply, so it has no endpoint here. Each event
 * is named `changed`; its data is a JSON array of topics.
 */
export const eventStreamPath = '/events';
export const eventName = 'changed';

export const createEventTicket = endpoint({
  method: 'POST',
  path: '/events/ticket',
  tag: 'live',
  summary: 'A one-time ticket that opens the stream of changes',
  caller: 'verified',
  status: 201,
  reply: z.strictObject({ success: z.literal(true), ticket: z.string(), expiresAt: timeSchema }),
  errors: ['Unauthenticated', 'EmailNotVerified'],
});
