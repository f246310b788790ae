import type { ServerResponse } from 'node:http';
import { eventName, eventStreamPath, eventTopics, type EventTopic } from '@mercury/contract/api/events.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { Database } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import { subscribe } from './subscription.ts';
import { redeemTicket } from './tickets.ts';

interface Stream {
  readonly userId: string;
  readonly sessionId: string;
  readonly response: ServerResponse;
}

// Shorter than the minute after which proxies drop a silent connection; also how soon a stream follows its session.
const heartbeatMs = 15_000;

const ticketQuery = z.strictObject({ ticket: z.string().min(1).max(limits.tokenLengthMax) });

/**
 * GET /v1/events?ticket=...: server-sent events (HTML standard, 9.2) that say what changed for the person. They carry
 * no data but topics, end with the session, and are missed without harm.
 */
export async function installEventStream(
  app: FastifyInstance,
  deps: { db: Database; connectionString: string; log: Logger },
): Promise<void> {
  const streams = new Set<Stream>();
  const subscription = await subscribe({
    connectionString: deps.connectionString,
    log: deps.log,
    onEvents: (events) => {
      for (const { userId, topics } of events) {
        for (const stream of streams) if (stream.userId === userId) sendTopics(stream, topics);
      }
    },
    onGap: () => {
      for (const stream of streams) sendTopics(stream, eventTopics);
    },
  });
  const heartbeat = setInterval(() => void beat(streams, deps), heartbeatMs);

  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    for (const { response } of streams) response.end();
  });
  app.addHook('onClose', () => subscription.close());

  app.get(`/v1${eventStreamPath}`, async (request, reply) => {
    const query = ticketQuery.safeParse(request.query);
    const owner = query.success ? await redeemTicket(deps.db, query.data.ticket) : undefined;
    if (owner === undefined) throw new DomainError('Unauthenticated');
    makeRoom(streams, owner.userId);
    reply.hijack();
    const stream: Stream = { ...owner, response: reply.raw };
    streams.add(stream);
    reply.raw.on('close', () => streams.delete(stream));
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Proxies that buffer would hold each event back.
      'x-accel-buffering': 'no',
    });
    // The browser waits this long before it comes back by itself; our client brings a new ticket anyway.
    reply.raw.write('retry: 5000\n\n');
  });
}

function sendTopics(stream: Stream, topics: readonly EventTopic[]): void {
  stream.response.write(`event: ${eventName}\ndata: ${JSON.stringify(topics)}\n\n`);
}

/** One more than a person may have: the oldest gives way, whose tab will ask again when it is looked at. */
function makeRoom(streams: ReadonlySet<Stream>, userId: string): void {
  const own = [...streams].filter((stream) => stream.userId === userId);
  if (own.length >= limits.eventStreamsPerPersonMax) own[0]?.response.end();
}

/** Keeps live streams open and ends those whose session has. */
async function beat(streams: ReadonlySet<Stream>, { db, log }: { db: Database; log: Logger }): Promise<void> {
  if (streams.size === 0) return;
  const sessionIds = [...new Set([...streams].map((stream) => stream.sessionId))];
  try {
    const { rows } = await db.pool.query<{ id: string }>(
      'select id from session where id = any($1) and idle_expires_at > now() and absolute_expires_at > now()',
      [sessionIds],
    );
    const alive = new Set(rows.map((row) => row.id));
    for (const { sessionId, response } of streams) {
      if (alive.has(sessionId)) response.write(': alive\n\n');
      else response.end();
    }
  } catch (error) {
    log.warn({ err: error }, 'the sessions of live streams could not be checked');
  }
}
