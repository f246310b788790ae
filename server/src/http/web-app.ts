import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../errors.ts';
import { sendError } from './error-reply.ts';
import { installRenderedPage } from './rendered-pages.ts';
import { isPage, isPublicPage, publicPages } from './site-paths.ts';

const builtWebAppFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const aYearSeconds = 31_536_000;

/** Paths that belong to the API and its neighbours: nothing there ever answers with the web app's page. */
const serverPathPattern = /^\/(v1|dev|docs|healthz|readyz|\.well-known)(\/|$)/;

/** The web app's page of all its components. The other pages under /dev are the server's own. */
const devUiPath = '/dev/ui';

interface WebAppOptions {
  publicUrl: URL;
  folder?: string;
  /** Beside the sandbox rail only. */
  hasDevPages?: boolean;
}

/**
 * Serves the built web app from the same address as the API. Files with a hash in their name are kept for ever, anything
 * else is asked for each time. A public page that was rendered when the app was built is sent with the site's address in it; any other path is
 * one of the web app's routes, and gets its empty page, with 404 where it has no such route.
 */
export async function installWebApp(
  app: FastifyInstance,
  { publicUrl, folder = builtWebAppFolder, hasDevPages = false }: WebAppOptions,
): Promise<void> {
  // While developing, the web app's own server stands in front and nothing is built.
  if (!existsSync(folder)) {
    app.setNotFoundHandler((request, reply) => sendError(request, reply, new DomainError('NotFound')));
    return;
  }
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    setHeaders(reply, path) {
      const isHashed = path.includes('/assets/');
      void reply.header(
        'cache-control',
        isHashed ? `public, max-age=${aYearSeconds}, immutable` : 'no-cache',
      );
    },
  });
  for (const [path, file] of renderedPagesIn(folder)) {
    await installRenderedPage(app, { path, file, origin: publicUrl.origin });
  }
  // Where nothing was rendered beforehand, the first page is the empty one.
  const emptyPage = existsSync(join(folder, 'app.html')) ? 'app.html' : 'index.html';
  if (hasDevPages) {
    app.get(devUiPath, (_request, reply) => reply.header('x-robots-tag', 'noindex').sendFile(emptyPage));
  }
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    if (!asksForPage(request, path)) return sendError(request, reply, new DomainError('NotFound'));
    return sendEmptyPage(reply, { path, emptyPage });
  });
}

/** Each public page that the build wrote, with its file. */
function renderedPagesIn(folder: string): (readonly [path: string, file: string])[] {
  return publicPages
    .map((path) => [path, join(folder, path, 'index.html')] as const)
    .filter(([, file]) => existsSync(file));
}

/** A search engine keeps what everybody may read, and nothing that belongs to one person or opens something. */
function sendEmptyPage(
  reply: FastifyReply,
  { path, emptyPage }: { path: string; emptyPage: string },
): FastifyReply {
  if (!isPublicPage(path)) void reply.header('x-robots-tag', 'noindex');
  if (isPage(path)) return reply.sendFile(emptyPage);
  // Without a validator: "not modified" would leave a 404 without its page.
  return reply.code(404).sendFile(emptyPage, { etag: false, lastModified: false });
}

function pathOf({ url }: FastifyRequest): string {
  // The query is the page's own affair, whatever it holds.
  return url.split('?', 1)[0] ?? '';
}

function asksForPage({ method }: FastifyRequest, path: string): boolean {
  const looksLikeFile = /\.[a-z0-9]+$/i.test(path);
  return (method === 'GET' || method === 'HEAD') && !serverPathPattern.test(path) && !looksLikeFile;
}
