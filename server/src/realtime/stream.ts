import { eventStreamPath, eventTopics } from '@mercury/contract/api/events.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { Database } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import { createStreams, type Streams } from './streams.ts';
import { subscribe } from './subscription.ts';
import { redeemTicket } from './tickets.ts';

// Shorter than the minute after which proxies drop a silent connection. It also finds expired sessions.
const heartbeatMs = 15_000;

const ticketQuery = z.strictObject({ ticket: z.string().min(1).max(limits.tokenLengthMax) });

/**
 * GET /v1/events?ticket=...: server-sent events (HTML standard, 9.2) that say what changed for the person. They carry topics
 * only, no data, and end with the session. A missed event does no harm.
 */
export async function installEventStream(
  app: FastifyInstance,
  deps: { db: Database; connectionString: string; log: Logger; rateLimiter: RateLimiter },
): Promise<void> {
  const streams = createStreams();
  const subscription = await subscribe({
    connectionString: deps.connectionString,
    log: deps.log,
    onEvents: (events) => {
      for (const event of events) {
        if ('endedSessionIds' in event)
          streams.end(({ sessionId }) => event.endedSessionIds.includes(sessionId));
        else streams.send(event.topics, event.userId);
      }
    },
    onGap: () => {
      void endDeadStreams(streams, deps);
      streams.send(eventTopics);
    },
  });
  const heartbeat = setInterval(() => {
    streams.beat();
    void endDeadStreams(streams, deps);
  }, heartbeatMs);

  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    streams.end(() => true);
  });
  app.addHook('onClose', () => subscription.close());

  // A HEAD would use the ticket up.
  app.get(`/v1${eventStreamPath}`, { exposeHeadRoute: false }, async (request, reply) => {
    const query = ticketQuery.safeParse(request.query);
    const owner = query.success ? await redeemTicket(deps.db, query.data.ticket) : undefined;
    if (owner === undefined) {
      await deps.rateLimiter.consume('invalidToken', request.ip);
      throw new DomainError('Unauthenticated');
    }
    reply.hijack();
    streams.add(owner, reply.raw);
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Proxies that buffer would delay each event.
      'x-accel-buffering': 'no',
    });
    // The browser waits this long before it reconnects by itself; our client brings a new ticket anyway.
    reply.raw.write('retry: 5000\n\n');
  });
}

/** Ends the streams of sessions that expired, or that ended while the connection was down. */
async function endDeadStreams(streams: Streams, { db, log }: { db: Database; log: Logger }): Promise<void> {
  const sessionIds = streams.sessionIds();
  if (sessionIds.length === 0) return;
  try {
    const { rows } = await db.pool.query<{ id: string }>(
      'select id from session where id = any($1) and idle_expires_at > now() and absolute_expires_at > now()',
      [sessionIds],
    );
    const alive = new Set(rows.map((row) => row.id));
    streams.end(({ sessionId }) => sessionIds.includes(sessionId) && !alive.has(sessionId));
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, 'the sessions of live streams could not be checked');
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
