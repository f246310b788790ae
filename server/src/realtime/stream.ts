import { eventStream, eventTopics } from '@mercury/contract/api/events.ts';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { loadAssetTable } from '../db/asset-table.ts';
import type { Database } from '../db/database.ts';
import { reasonOf } from '../errors.ts';
import { admitCaller, type AdmissionDeps } from '../http/bind.ts';
import type { LoadedSettings } from '../settings/settings.ts';
import type { MarketNews } from './market-news.ts';
import { createReloader } from './reloader.ts';
import { createStreams, type Streams } from './streams.ts';
import { subscribe } from './subscription.ts';

// Shorter than the minute after which proxies drop a silent connection. It also finds expired sessions.
const heartbeatMs = 15_000;

interface EventStreamDeps extends AdmissionDeps {
  readonly db: Database;
  readonly connectionString: string;
  readonly log: Logger;
  readonly marketNews: MarketNews;
  readonly settings: Pick<LoadedSettings, 'load'>;
}

/** `eventStream` of the contract. Its events carry only topics, end with the session, and can be missed without harm. */
export async function installEventStream(app: FastifyInstance, deps: EventStreamDeps): Promise<void> {
  const streams = createStreams();
  // This process first: a browser that asks again is to be told of what there is now.
  const onLoaded = () => streams.sendToEverybody(['assets']);
  const { log } = deps;
  const assets = createReloader({ what: 'assets', load: () => loadAssetTable(deps.db.pool), log, onLoaded });
  const settings = createReloader({ what: 'settings', load: () => deps.settings.load(), log, onLoaded });
  const subscription = await subscribe({
    connectionString: deps.connectionString,
    log: deps.log,
    onEvents: (events) => {
      for (const event of events) {
        if ('areAssetsChanged' in event) {
          void assets.reload();
          continue;
        }
        if ('areSettingsChanged' in event) {
          void settings.reload();
          continue;
        }
        deps.marketNews.tell(event);
        if ('endedSessionIds' in event)
          streams.end(({ sessionId }) => event.endedSessionIds.includes(sessionId));
        else if ('userId' in event) streams.send(event.userId, event.topics);
      }
    },
    onGap: () => {
      void endDeadStreams(streams, deps);
      void assets.reload();
      void settings.reload();
      streams.sendToEverybody(eventTopics);
      deps.marketNews.tellGap();
    },
  });
  // This process missed what changed before it began to listen.
  streams.sendToEverybody(eventTopics);
  const heartbeat = setInterval(() => {
    streams.beat();
    void endDeadStreams(streams, deps);
  }, heartbeatMs);

  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    streams.end(() => true);
  });
  app.addHook('onClose', async () => {
    assets.close();
    settings.close();
    await subscription.close();
  });

  // A HEAD request would open a stream that it never reads.
  app.get(`/v1${eventStream.path}`, { exposeHeadRoute: false }, async (request, reply) => {
    const session = await admitCaller(eventStream, { request, reply }, deps);
    reply.hijack();
    reply.raw.writeHead(200, {
      'content-type': `${eventStream.mediaType}; charset=utf-8`,
      'cache-control': 'no-store',
      // Proxies that buffer would delay each event.
      'x-accel-buffering': 'no',
    });
    streams.add({ userId: session.userId, sessionId: session.id }, reply.raw);
    // The session may have ended after its check and before its stream existed. Such a stream would stay until the next
    // heartbeat.
    await endDeadStreams(streams, deps, [session.id]);
  });
}

/** Ends the streams of sessions that ran out, or ended while nothing was heard. */
async function endDeadStreams(
  streams: Streams,
  { db, log }: Pick<EventStreamDeps, 'db' | 'log'>,
  sessionIds = streams.sessionIds(),
): Promise<void> {
  if (sessionIds.length === 0) return;
  try {
    const { rows } = await db.pool.query<{ id: string }>(
      'select id from session where id = any($1) and idle_expires_at > now() and absolute_expires_at > now()',
      [sessionIds],
    );
    const dead = new Set(sessionIds);
    for (const { id } of rows) dead.delete(id);
    streams.end(({ sessionId }) => dead.has(sessionId));
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, 'the sessions of live streams could not be checked');
  }
}
