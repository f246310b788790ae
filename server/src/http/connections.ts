import type { Server } from 'node:http';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import { DomainError } from '../errors.ts';
import { sendError } from './error-reply.ts';

// How late it may be noticed that a request took too long to arrive. By default Node looks twice a minute.
const checkIntervalMs = 1000;

/**
 * A caller that sends its request byte by byte, head or body, holds a socket for this long and no longer. Node takes the
 * longer of its two limits for the body, so that both are set, where its server is made.
 */
export function connectionSettings(requestTimeoutMs: number) {
  return {
    requestTimeout: requestTimeoutMs,
    http: {
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: checkIntervalMs,
    },
    forceCloseConnections: 'idle',
    // Its refusal has neither our envelope nor our headers: `refuseWhileClosing` answers.
    return503OnClosing: false,
  } as const satisfies FastifyHttpOptions<Server>;
}

/** What comes over an open connection after the end was asked for is told to come again, as any call that finds no room. */
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
