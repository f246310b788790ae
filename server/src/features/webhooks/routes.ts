import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../errors.ts';
import type { RateLimiter } from '../../http/rate-limit.ts';
import { RailUnavailableError, WebhookForgedError } from '../../rails/rail.ts';
import type { Services } from '../../services.ts';
import { receiveWebhook } from './receive-webhook.ts';

/** Providers send small notices; a longer body is none. */
const bodyBytesMax = 16 * 1024;

/**
 * POST /v1/rails/:name/webhook (docs/security.md). Not an endpoint of the contract: the provider defines the
 * body and signs its raw bytes, so they are read unparsed. Replies after the commit, so that the provider retries what failed.
 * 403 for a forged webhook (401 only ever speaks of a session), 404 for a rail that is not in use.
 */
export async function installWebhookRoute(
  app: FastifyInstance,
  { services, rateLimiter }: { services: Services; rateLimiter: RateLimiter },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post<{ Params: { name: string } }>(
      '/v1/rails/:name/webhook',
      { bodyLimit: bodyBytesMax },
      async (request, reply) => {
        await rateLimiter.consume('webhook', request.ip);
        if (request.params.name !== services.rail.name) throw new DomainError('NotFound');
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await receive(services, { headers: request.headers, rawBody });
        return reply.header('cache-control', 'no-store').send({ success: true });
      },
    );
  });
}

async function receive(services: Services, webhook: Parameters<typeof receiveWebhook>[1]): Promise<void> {
  try {
    await receiveWebhook(services, webhook);
  } catch (error) {
    if (error instanceof WebhookForgedError) throw new DomainError('WebhookForged');
    if (!(error instanceof RailUnavailableError)) throw error;
    services.log.warn({ err: error }, 'a webhook came, but its rail does not answer');
    throw new DomainError('RailUnavailable');
  }
}
