import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import negotiate from '@fastify/accept-negotiator';
import fastifyStatic from '@fastify/static';
import { unknownOrigin } from '@mercury/contract/product.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../errors.ts';
import { sendError } from './error-reply.ts';
import { isPage, isPublicPage, publicPages } from './site-paths.ts';

const builtWebAppFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const aYearSeconds = 31_536_000;

/** These never answer with the web app's page. */
const serverPathPattern = /^\/(v1|console\/api|dev|docs|healthz|readyz|\.well-known)(\/|$)/;

/** The operator's console, built apart: any page of it is this file. */
const consolePattern = /^\/console(\/|$)/;
const consolePage = 'console/console.html';

/** The server has the other pages under /dev. */
const devUiPath = '/dev/ui';

interface WebAppOptions {
  publicUrl: URL;
  folder?: string;
  /** With the sandbox rail only. */
  hasDevPages?: boolean;
}

/**
 * Serves the app from the API's own address. Files with a hash in their name are cached for ever, others revalidated. Public
 * pages are sent as rendered, with the site's address filled in. Any other path gets the empty page, with 404 if the app has no
 * such route.
 */
export async function installWebApp(
  app: FastifyInstance,
  { publicUrl, folder = builtWebAppFolder, hasDevPages = false }: WebAppOptions,
): Promise<void> {
  // In development the web app's own server is in front.
  if (!existsSync(folder)) {
    app.setNotFoundHandler((request, reply) => sendError(request, reply, new DomainError('NotFound')));
    return;
  }
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    setHeaders(reply, path) {
      void reply.header('cache-control', cachingOf(path));
    },
  });
  for (const [path, file] of renderedPagesIn(folder)) {
    await installRenderedPage(app, { path, file, origin: publicUrl.origin });
  }
  // Without rendered pages, index.html is the empty page.
  const emptyPage = existsSync(join(folder, 'app.html')) ? 'app.html' : 'index.html';
  const hasConsole = existsSync(join(folder, consolePage));
  if (hasDevPages) {
    app.get(devUiPath, (_request, reply) => reply.header('x-robots-tag', 'noindex').sendFile(emptyPage));
  }
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    if (!asksForPage(request, path)) return sendError(request, reply, new DomainError('NotFound'));
    if (hasConsole && consolePattern.test(path)) {
      return reply.header('x-robots-tag', 'noindex').sendFile(consolePage);
    }
    return sendEmptyPage(reply, { path, emptyPage });
  });
}

function cachingOf(path: string): string {
  // Nobody finds out from a browser's cache that its person is staff.
  if (path.includes(consolePage)) return 'no-store';
  return path.includes('/assets/') ? `public, max-age=${aYearSeconds}, immutable` : 'no-cache';
}

function renderedPagesIn(folder: string): (readonly [path: string, file: string])[] {
  return publicPages
    .map((path) => [path, join(folder, path, 'index.html')] as const)
    .filter(([, file]) => existsSync(file));
}

/** Search engines may index public pages, never those of one person or that open something. */
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
  return url.split('?', 1)[0] ?? '';
}

function asksForPage({ method }: FastifyRequest, path: string): boolean {
  const looksLikeFile = /\.[a-z0-9]+$/i.test(path);
  return (method === 'GET' || method === 'HEAD') && !serverPathPattern.test(path) && !looksLikeFile;
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

interface RenderedPage {
  readonly plain: Buffer;
  readonly br: () => Promise<Buffer>;
  readonly gzip: () => Promise<Buffer>;
  readonly etag: string;
}

interface RenderedPageOptions {
  /** With and without a trailing slash. */
  path: string;
  file: string;
  /** The build does not know it, but links to pages and pictures must contain it. */
  origin: string;
}

async function installRenderedPage(
  app: FastifyInstance,
  { path, file, origin }: RenderedPageOptions,
): Promise<void> {
  const rendered = await readFile(file, 'utf8');
  const page = prepare(rendered.replaceAll(unknownOrigin, origin));
  const paths = path === '/' ? [path] : [path, `${path}/`];
  for (const each of paths) app.get(each, (request, reply) => send(request, reply, page));
}

function prepare(html: string): RenderedPage {
  const plain = Buffer.from(html);
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  // All of them take a fifth of a second: a start need not wait for what its first caller can wait for.
  let br: Promise<Buffer> | undefined;
  let gzipped: Promise<Buffer> | undefined;
  return {
    plain,
    br: () => (br ??= toBrotli(plain)),
    gzip: () => (gzipped ??= toGzip(plain)),
    etag: `W/"${digest}"`,
  };
}

async function send(request: FastifyRequest, reply: FastifyReply, page: RenderedPage): Promise<FastifyReply> {
  void reply
    .header('cache-control', 'no-cache')
    .header('etag', page.etag)
    .header('vary', 'accept-encoding')
    .type('text/html; charset=utf-8');
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  const accepted = request.headers['accept-encoding']?.toLowerCase() ?? '';
  const encoding = negotiate(accepted, ['br', 'gzip']);
  if (encoding === null) return reply.send(page.plain);
  return reply.header('content-encoding', encoding).send(await page[encoding]());
}
