import { eventTopics } from '@mercury/contract/api/events.ts';
import pg from 'pg';
import type { Logger } from 'pino';
import * as z from 'zod';
import { eventChannel, type ChangeEvent } from './publisher.ts';

const batchSchema = z.array(z.object({ userId: z.string(), topics: z.array(z.enum(eventTopics)) }));

export interface Subscription {
  close(): Promise<void>;
}

const reconnectDelayMs = 1_000;

/**
 * Hears what any process published, on a connection of its own. While that connection is lost nothing is heard, so
 * `onGap` is called once it is back: whoever listens must then ask again.
 */
export async function subscribe(options: {
  connectionString: string;
  log: Logger;
  onEvents: (events: readonly ChangeEvent[]) => void;
  onGap: () => void;
}): Promise<Subscription> {
  const { connectionString, log, onEvents, onGap } = options;
  let client: pg.Client | undefined;
  let reconnectTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ connectionString, application_name: 'mercury events', keepAlive: true });
    fresh.on('error', (error) => log.warn({ err: error }, 'the connection for events broke'));
    fresh.on('end', scheduleReconnect);
    fresh.on('notification', ({ payload }) => {
      const batch = batchSchema.safeParse(parseJson(payload));
      if (batch.success) onEvents(batch.data);
      else log.warn('a notification was not understood');
    });
    client = fresh;
    await fresh.connect();
    await fresh.query(`listen ${eventChannel}`);
  }

  function scheduleReconnect(): void {
    if (isClosed || reconnectTimer !== undefined) return;
    reconnectTimer = setTimeout(() => {
      reconnectTimer = undefined;
      connect().then(onGap, (error: unknown) => {
        log.warn({ err: error }, 'the connection for events could not be opened');
        scheduleReconnect();
      });
    }, reconnectDelayMs);
  }

  await connect();
  return {
    async close() {
      isClosed = true;
      clearTimeout(reconnectTimer);
      await client?.end();
    },
  };
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
