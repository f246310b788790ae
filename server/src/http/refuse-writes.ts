import type { FastifyInstance } from 'fastify';
import { DomainError } from '../errors.ts';

// What only asks (RFC 9110, 9.2.1).
const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const retryAfterSeconds = 30;

/** While the disk is short, whatever would write is told to come again later, and what reads is answered. */
export function refuseWritesWhile(app: FastifyInstance, isDiskShort: () => boolean): void {
  app.addHook('onRequest', async ({ method }) => {
    if (isDiskShort() && !readingMethods.has(method)) throw new DomainError('Busy', { retryAfterSeconds });
  });
}
