import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';

/** /healthz: the process lives. /readyz: it can serve, because its database answers. */
export function installHealth(app: FastifyInstance, db: Database): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    try {
      await db.pool.query('SELECT 1');
      return reply.send({ status: 'ready' });
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer');
      return reply.code(503).header('retry-after', '1').send({ status: 'unavailable' });
    }
  });
}
