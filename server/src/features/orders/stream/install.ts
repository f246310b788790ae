import { setImmediate as nextTurn } from 'node:timers/promises';
import { streamPath } from '@mercury/contract/api/stream.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { WebSocketServer } from 'ws';
import { DomainError } from '../../../errors.ts';
import type { AdmissionDeps } from '../../../http/bind.ts';
import { localeOf } from '../../../http/locale.ts';
import { networkOf } from '../../../http/network-address.ts';
import { installUpgrades } from '../../../http/upgrades.ts';
import type { Services } from '../../../services.ts';
import { createCallerWatch } from './caller-watch.ts';
import { serveClient } from './client.ts';
import type { Connection } from './connection.ts';
import { createDisconnects } from './disconnects.ts';
import { createHub } from './hub.ts';
import { streamLimits, type StreamLimits } from './stream-limits.ts';

export interface MarketStreamDeps {
  readonly services: Pick<
    Services,
    'config' | 'db' | 'log' | 'market' | 'marketNews' | 'exchange' | 'rail' | 'settings'
  >;
  readonly admission: AdmissionDeps;
  readonly isDiskShort: () => boolean;
  readonly limits?: StreamLimits;
}

// RFC 6455, 7.4.1: the server goes away.
const goingAway = 1001;

/** The WebSocket of the order books, as the contract describes its messages (contract/src/api/stream.ts). */
export async function installMarketStream(
  app: FastifyInstance,
  { services, admission, isDiskShort, limits = streamLimits }: MarketStreamDeps,
): Promise<void> {
  const { db, log, marketNews } = services;
  const hub = createHub({ db, log, limits });
  const callers = createCallerWatch({ db, log });
  const disconnects = createDisconnects({ db, log }, limits);
  const client = { services, admission, isDiskShort, hub, callers, disconnects, limits, log };
  marketNews.listen({
    onChange(event) {
      callers.hear(event);
      hub.hear(event);
    },
    onGap: () => hub.hearOfAll(),
  });
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.requestBytesMax,
  });
  const connections = new Set<Connection>();
  const countOf = new Map<string, number>();
  let beating: Promise<void> | undefined;
  const heartbeat = setInterval(() => {
    hub.hearOfAll();
    beating ??= beatInTurns(connections).finally(() => (beating = undefined));
  }, limits.heartbeatMs);
  const callerCheck = setInterval(() => void callers.check(), limits.callerCheckMs);
  const renewal = setInterval(() => disconnects.renew(), limits.disconnectRenewMs);
  const takeUpgrade = installUpgrades(app);

  app.get(`/v1${streamPath}`, { exposeHeadRoute: false }, async (request, reply) => {
    refuseForeignPage(request, services.config.publicUrl);
    await admission.rateLimiter.consume('market', request.ip);
    const network = networkOf(request.ip);
    const count = countOf.get(network) ?? 0;
    if (connections.size >= limits.connectionsMax) throw new DomainError('Busy');
    if (count >= limits.connectionsPerNetworkMax) throw new DomainError('RateLimitExceeded');
    const upgrade = takeUpgrade(request);
    if (upgrade === undefined) {
      throw new DomainError('ValidationFailed', { fieldErrors: [{ field: 'Upgrade', key: 'required' }] });
    }
    reply.hijack();
    sockets.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) => {
      const locale = localeOf(request.headers['accept-language']);
      const connection = serveClient(socket, client, { locale, networkAddress: request.ip });
      connections.add(connection);
      countOf.set(network, count + 1);
      socket.on('close', () => {
        connections.delete(connection);
        const left = (countOf.get(network) ?? 1) - 1;
        if (left === 0) countOf.delete(network);
        else countOf.set(network, left);
      });
    });
  });

  app.addHook('preClose', async () => {
    for (const timer of [heartbeat, callerCheck, renewal]) clearInterval(timer);
    // Clients connect again, to whoever serves then.
    for (const connection of connections) connection.close(goingAway, 'shutting down');
    await hub.close();
    await callers.check();
    await disconnects.close();
  });
}

// A millisecond or two.
const beatsPerTurn = 100;

/** Thousands at once would keep those waiting who place orders. */
export async function beatInTurns(connections: Iterable<Pick<Connection, 'beat'>>): Promise<void> {
  let count = 0;
  for (const connection of connections) {
    connection.beat();
    count += 1;
    if (count % beatsPerTurn === 0) await nextTurn();
  }
}

/**
 * As our own pages may connect by their Content-Security-Policy: to the address they came from, and to the public one. A page of
 * somebody else would use up its visitors' connections; programs send no origin.
 */
function refuseForeignPage({ headers: { origin }, host }: FastifyRequest, publicUrl: URL): void {
  if (origin === undefined || origin === publicUrl.origin) return;
  if (URL.canParse(origin) && new URL(origin).host === host) return;
  throw new DomainError('ValidationFailed', { fieldErrors: [{ field: 'Origin', key: 'invalid' }] });
}
