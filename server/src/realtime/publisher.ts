import { eventTopics, type EventTopic } from '@mercury/contract/api/events.ts';
import { consoleTopics, type ConsoleTopic } from '@mercury/contract/console/live.ts';
import type pg from 'pg';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { Transaction } from '../db/database.ts';
import { reasonOf } from '../errors.ts';
import { refusalReasons, type RefusalReason } from '../matching/book.ts';

export interface ChangeEvent {
  readonly userId: string;
  readonly topics: readonly EventTopic[];
}

/** Ended sessions. Their streams end too. */
export interface SessionsEndedEvent {
  readonly endedSessionIds: readonly string[];
}

/** An asset was added or changed. The database itself publishes this (0002-ledger.sql), whichever program wrote it. */
export interface AssetsChangedEvent {
  readonly areAssetsChanged: true;
}

/** The operator said another thing of the business. The database itself publishes this (0032-settings.sql). */
export interface SettingsChangedEvent {
  readonly areSettingsChanged: true;
}

/** An order book moved on to `seq`, or the state of its market changed. */
export interface MarketChangedEvent {
  readonly changedMarket: string;
  readonly seq?: number | undefined;
}

/** An order that its market refused: no log tells of it. */
export interface OrderRefusedEvent {
  readonly refusedOrder: {
    readonly userId: string;
    readonly market: string;
    readonly clientOrderId: string | null;
    readonly reason: RefusalReason;
    readonly at: number;
  };
}

/** Lists of the operator's console changed. */
export interface ConsoleChangedEvent {
  readonly consoleTopics: readonly ConsoleTopic[];
}

export type LiveEvent =
  | ChangeEvent
  | SessionsEndedEvent
  | AssetsChangedEvent
  | SettingsChangedEvent
  | MarketChangedEvent
  | OrderRefusedEvent
  | ConsoleChangedEvent;

export const liveEventsSchema: z.ZodType<readonly LiveEvent[]> = z.array(
  z.union([
    z.strictObject({ userId: z.string(), topics: z.array(z.enum(eventTopics)) }),
    z.strictObject({ endedSessionIds: z.array(z.string()) }),
    z.strictObject({ areAssetsChanged: z.literal(true) }),
    z.strictObject({ areSettingsChanged: z.literal(true) }),
    z.strictObject({ consoleTopics: z.array(z.enum(consoleTopics)) }),
    z.strictObject({ changedMarket: z.string(), seq: z.optional(z.number()) }),
    z.strictObject({
      refusedOrder: z.strictObject({
        userId: z.string(),
        market: z.string(),
        clientOrderId: z.nullable(z.string()),
        reason: z.enum(refusalReasons),
        at: z.number(),
      }),
    }),
  ]),
);

export interface EventPublisher {
  /** After the commit. It never fails and never waits: a browser that misses an event is right after its next request. */
  publish(events: readonly LiveEvent[]): void;
}

export const eventChannel = 'mercury_changed';

// A notification may have fewer than 8000 bytes; one event is under 500 (ten sessions of a person).
const eventsPerNotificationMax = 15;

// One transaction that does not wait for the disk. A crash that loses the events breaks every stream anyway.
const NOTIFY_SQL = `select set_config('synchronous_commit', 'off', true), pg_notify($1, payload)
  from unnest($2::text[]) as payload`;

function payloadsOf(events: readonly LiveEvent[]): string[] {
  const payloads: string[] = [];
  for (let first = 0; first < events.length; first += eventsPerNotificationMax) {
    payloads.push(JSON.stringify(events.slice(first, first + eventsPerNotificationMax)));
  }
  return payloads;
}

/**
 * Tells every process through the database. Events close together share notifications and one commit, because PostgreSQL
 * serializes commits that notify.
 */
export function createEventPublisher(pool: pg.Pool, log: Logger): EventPublisher {
  let waiting: LiveEvent[] = [];
  let isSending = false;

  async function sendWaiting(): Promise<void> {
    isSending = true;
    while (waiting.length > 0) {
      const events = waiting;
      waiting = [];
      try {
        await pool.query(NOTIFY_SQL, [eventChannel, payloadsOf(events)]);
      } catch (error) {
        log.warn({ reason: reasonOf(error) }, 'events could not be sent');
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

/** For an operator's command, which ends right after the commit: its events go inside the commit. */
export async function publishWithCommit(trx: Transaction, events: readonly LiveEvent[]): Promise<void> {
  await trx.client.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [
    eventChannel,
    payloadsOf(events),
  ]);
}
