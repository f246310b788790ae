import type { IncomingMessage, Server } from 'node:http';
import { streamPath } from '@mercury/contract/api/stream.ts';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import { DomainError } from '../errors.ts';
import { sendError } from './error-reply.ts';

// How late a slow request may be noticed. By default Node checks twice a minute.
const checkIntervalMs = 1000;

/**
 * A caller that sends head or body byte by byte holds a socket for this long at most. Node applies the longer of its two limits
 * to the body, so set both when creating the server.
 */
export function connectionSettings(requestTimeoutMs: number) {
  return {
    requestTimeout: requestTimeoutMs,
    http: {
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: checkIntervalMs,
      shouldUpgradeCallback: mayUpgrade,
    },
    forceCloseConnections: 'idle',
    // Fastify's refusal has neither our envelope nor our headers. `refuseWhileClosing` replies instead.
    return503OnClosing: false,
  } as const satisfies FastifyHttpOptions<Server>;
}

/** Any other request goes on as if it had not asked. */
function mayUpgrade({ method, url, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    url?.split('?', 1)[0] === `/v1${streamPath}` &&
    headers.upgrade?.toLowerCase() === 'websocket'
  );
}

/** A request on an open connection after the shutdown began gets "try again later", as any call without room. */
export function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', async (request, reply) => {
    if (isClosing) return sendError(request, reply.header('connection', 'close'), new DomainError('Busy'));
    return undefined;
  });
}
