import { consoleEvents, consoleTopics, type ConsoleTopic } from '@mercury/contract/console/live.ts';
import type { FastifyInstance } from 'fastify';
import { reasonOf } from '../../errors.ts';
import { admitStaff, type ConsoleDeps, contextOf } from '../bind.ts';
import { findPermissionsOfSessions } from '../staff/sessions.ts';
import { createStaffStreams } from './streams.ts';

// Shorter than the minute after which proxies drop a silent connection. It also finds sessions that ran out.
const heartbeatMs = 15_000;

/** Changes that follow one another sooner are told together. */
const togetherMs = 1000;

/** `consoleEvents` of the contract: whatever process an act happened in, the streams of this one tell of it after the commit. */
export function installConsoleStream(app: FastifyInstance, deps: ConsoleDeps): void {
  const { db, log, marketNews } = deps.services;
  const streams = createStaffStreams();

  async function keepLiveSessions(sessionIds = streams.sessionIds()): Promise<void> {
    if (sessionIds.length === 0) return;
    try {
      streams.keepOnly(sessionIds, await findPermissionsOfSessions(db, sessionIds));
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'the sessions of the console’s streams could not be checked');
    }
  }

  const together = gather((topics) => {
    // Somebody may have been signed out or removed, or their role changed.
    if (topics.includes('staff')) void keepLiveSessions();
    streams.tell(topics);
  });
  marketNews.listen({
    onChange: (event) => {
      if ('consoleTopics' in event) together.add(event.consoleTopics);
    },
    onGap: () => together.add(consoleTopics),
  });
  const heartbeat = setInterval(() => {
    streams.beat();
    void keepLiveSessions();
  }, heartbeatMs);
  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    together.stop();
    streams.endAll();
  });

  // A HEAD request would open a stream that it never reads.
  app.get(`/console/api${consoleEvents.path}`, { exposeHeadRoute: false }, async (request, reply) => {
    const context = contextOf(request, reply, deps.consoleUrl);
    const session = await admitStaff(consoleEvents, { ...context, isUnattended: true }, deps);
    reply.hijack();
    reply.raw.writeHead(consoleEvents.status, {
      'content-type': `${consoleEvents.mediaType}; charset=utf-8`,
      'cache-control': 'no-store',
      // Proxies that buffer would delay each event.
      'x-accel-buffering': 'no',
    });
    const { id: sessionId, staffId, permissions } = session;
    streams.add({ sessionId, staffId, permissions, response: reply.raw });
    // The session may have ended after its check and before its stream existed.
    await keepLiveSessions([sessionId]);
  });
}

/** The first at once, what follows within a moment together at its end. */
function gather(tell: (topics: readonly ConsoleTopic[]) => void) {
  const waiting = new Set<ConsoleTopic>();
  let timer: NodeJS.Timeout | undefined;

  function tellWaiting(): void {
    timer = undefined;
    if (waiting.size === 0) return;
    const topics = [...waiting];
    waiting.clear();
    timer = setTimeout(tellWaiting, togetherMs);
    tell(topics);
  }

  return {
    add(topics: readonly ConsoleTopic[]): void {
      for (const topic of topics) waiting.add(topic);
      if (timer === undefined) tellWaiting();
    },
    stop: () => clearTimeout(timer),
  };
}
