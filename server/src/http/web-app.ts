import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../errors.ts';
import { sendError } from './error-reply.ts';

const builtWebAppFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const aYearSeconds = 31_536_000;

/** Paths that belong to the API and its neighbours: nothing there ever answers with the web app's page. */
const serverPathPattern = /^\/(v1|dev|docs|healthz|readyz)(\/|$)/;

/**
 * Serves the built web app from the same address as the API. Files with a hash in their name are kept for ever, the
 * page itself is asked for each time; any other path is a route of the web app, whose page it gets.
 */
export async function installWebApp(app: FastifyInstance): Promise<void> {
  // While developing, the web app's own server stands in front and nothing is built.
  const isBuilt = existsSync(builtWebAppFolder);
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: builtWebAppFolder,
      preCompressed: true,
      setHeaders(reply, path) {
        const isHashed = path.includes('/assets/');
        void reply.header(
          'cache-control',
          isHashed ? `public, max-age=${aYearSeconds}, immutable` : 'no-cache',
        );
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (!isBuilt || !asksForPage(request)) return sendError(request, reply, new DomainError('NotFound'));
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}

function asksForPage({ method, url }: FastifyRequest): boolean {
  // The query is the page's own affair, whatever it holds.
  const [path = ''] = url.split('?', 1);
  const looksLikeFile = /\.[a-z0-9]+$/i.test(path);
  return (method === 'GET' || method === 'HEAD') && !serverPathPattern.test(path) && !looksLikeFile;
}
