import type { EventTopic } from '@mercury/contract/api/events.ts';
import type pg from 'pg';
import type { Logger } from 'pino';

/** What changed for whom. Sent after the commit; a browser that misses it is right again with its next question. */
export interface ChangeEvent {
  readonly userId: string;
  readonly topics: readonly EventTopic[];
}

export interface EventPublisher {
  /** Never fails and never waits: news are a courtesy, the effect is committed already. */
  publish(events: readonly ChangeEvent[]): void;
}

export const eventChannel = 'mercury_changed';

// PostgreSQL takes at most 8000 bytes in a notification; one event is under 120.
const eventsPerNotificationMax = 50;

/**
 * Tells every process through the database. Events that come close together share one notification, because
 * notifying commits take turns in PostgreSQL.
 */
export function createEventPublisher(pool: pg.Pool, log: Logger): EventPublisher {
  let waiting: ChangeEvent[] = [];
  let isSending = false;

  async function sendWaiting(): Promise<void> {
    isSending = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, eventsPerNotificationMax);
      waiting = waiting.slice(eventsPerNotificationMax);
      try {
        await pool.query('SELECT pg_notify($1, $2)', [eventChannel, JSON.stringify(batch)]);
      } catch (error) {
        log.warn({ err: error }, 'events could not be sent');
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
