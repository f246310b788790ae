import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import negotiate from '@fastify/accept-negotiator';
import { unknownOrigin } from '@mercury/contract/product.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

interface RenderedPage {
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
  readonly etag: string;
}

interface RenderedPageOptions {
  /** The same page with and without a trailing slash. */
  path: string;
  file: string;
  /** The site's origin. The build does not know it, but links to pages and pictures must contain it. */
  origin: string;
}

/** Sends a page that was rendered at build time, with the site's own address filled in. */
export async function installRenderedPage(
  app: FastifyInstance,
  { path, file, origin }: RenderedPageOptions,
): Promise<void> {
  const rendered = await readFile(file, 'utf8');
  const page = await prepare(rendered.replaceAll(unknownOrigin, origin));
  const paths = path === '/' ? [path] : [path, `${path}/`];
  for (const each of paths) app.get(each, (request, reply) => send(request, reply, page));
}

async function prepare(html: string): Promise<RenderedPage> {
  const plain = Buffer.from(html);
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { plain, br: await toBrotli(plain), gzip: await toGzip(plain), etag: `W/"${digest}"` };
}

function send(request: FastifyRequest, reply: FastifyReply, page: RenderedPage): FastifyReply {
  void reply
    .header('cache-control', 'no-cache')
    .header('etag', page.etag)
    .header('vary', 'accept-encoding')
    .type('text/html; charset=utf-8');
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  const accepted = request.headers['accept-encoding']?.toLowerCase() ?? '';
  const encoding = negotiate(accepted, ['br', 'gzip']);
  if (encoding === null) return reply.send(page.plain);
  return reply.header('content-encoding', encoding).send(page[encoding]);
}
