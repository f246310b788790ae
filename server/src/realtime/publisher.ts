import { eventTopics, type EventTopic } from '@mercury/contract/api/events.ts';
import type pg from 'pg';
import type { Logger } from 'pino';
import * as z from 'zod';

/** What changed for whom. */
export interface ChangeEvent {
  readonly userId: string;
  readonly topics: readonly EventTopic[];
}

/** Sessions that are no more: whatever stream they opened ends with them. */
export interface SessionsEndedEvent {
  readonly endedSessionIds: readonly string[];
}

export type LiveEvent = ChangeEvent | SessionsEndedEvent;

export const liveEventsSchema: z.ZodType<readonly LiveEvent[]> = z.array(
  z.union([
    z.strictObject({ userId: z.string(), topics: z.array(z.enum(eventTopics)) }),
    z.strictObject({ endedSessionIds: z.array(z.string()) }),
  ]),
);

export interface EventPublisher {
  /**
   * To be called after the commit. Never fails and never waits: news are a courtesy, the effect is committed already,
   * and a browser that misses them is right again with its next question.
   */
  publish(events: readonly LiveEvent[]): void;
}

export const eventChannel = 'mercury_changed';

// PostgreSQL takes fewer than 8000 bytes in a notification; one event is under 500 (ten sessions of a person).
const eventsPerNotificationMax = 15;

/**
 * Tells every process through the database. Events that come close together share one notification, because
 * notifying commits take turns in PostgreSQL.
 */
export function createEventPublisher(pool: pg.Pool, log: Logger): EventPublisher {
  let waiting: LiveEvent[] = [];
  let isSending = false;

  async function sendWaiting(): Promise<void> {
    isSending = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, eventsPerNotificationMax);
      waiting = waiting.slice(eventsPerNotificationMax);
      try {
        await pool.query('SELECT pg_notify($1, $2)', [eventChannel, JSON.stringify(batch)]);
      } catch (error) {
        log.warn(
          { reason: error instanceof Error ? error.message : String(error) },
          'events could not be sent',
        );
      }
    }
    isSending = false;
  }

  return {
    publish(events) {
      waiting.push(...events);
      if (!isSending) void sendWaiting();
    },
  };
}
