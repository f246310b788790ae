import pg from 'pg';
import type { Logger } from 'pino';
import { reasonOf } from '../errors.ts';
import { eventChannel, liveEventsSchema, type LiveEvent } from './publisher.ts';

export interface Subscription {
  close(): Promise<void>;
}

const reconnectDelayMs = 1_000;

/**
 * Hears the events of every process, on a connection of its own. Events are lost while the connection is down, so `onGap` runs
 * after a reconnect: listeners must then ask again.
 */
export async function subscribe(options: {
  connectionString: string;
  log: Logger;
  onEvents: (events: readonly LiveEvent[]) => void;
  onGap: () => void;
}): Promise<Subscription> {
  const { connectionString, log, onEvents, onGap } = options;
  let client: pg.Client | undefined;
  let reconnectTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ connectionString, application_name: 'mercury events', keepAlive: true });
    fresh.on('error', (error) => log.warn({ reason: error.message }, 'the connection for events broke'));
    fresh.on('end', scheduleReconnect);
    fresh.on('notification', ({ payload }) => {
      const batch = liveEventsSchema.safeParse(parseJson(payload));
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
        log.warn({ reason: reasonOf(error) }, 'the connection for events could not be opened');
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
