import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface TwoVersions {
  /** Where the product is served: as it is at first, and as its next version once that is released. */
  origin: string;
  release: () => void;
  stop: () => Promise<void>;
}

/** The script of the app itself is the last that boot.js is told to start. */
async function presentScript(product: string): Promise<string> {
  const shell = await (await fetch(`${product}/app.html`)).text();
  const script = / data-app="([^"]+)"/.exec(shell)?.[1]?.split(' ').at(-1);
  if (script === undefined) throw new Error('the page names its script');
  return script;
}

/**
 * Stands before the product and passes on what it serves. A release changes what a new build would: the page names another
 * script, and the worker keeps that one in place of the present.
 */
export async function serveTwoVersions(product: string): Promise<TwoVersions> {
  const present = await presentScript(product);
  const next = present.replace(/\.js$/, '-next.js');
  let isReleased = false;

  async function passOn(reply: IncomingMessage, path: string, response: ServerResponse): Promise<void> {
    const isOfBuild = path === '/service-worker.js' || reply.headers['content-type']?.includes('text/html');
    if (!isReleased || !isOfBuild) {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
      return;
    }
    const { 'content-length': _length, etag: _tag, 'last-modified': _time, ...headers } = reply.headers;
    response.writeHead(reply.statusCode ?? 502, headers).end((await text(reply)).replaceAll(present, next));
  }

  const server = createServer((asked, response) => {
    const path = asked.url ?? '/';
    if (path === next) {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(`import '${present}';`);
      return;
    }
    // Whole and as they are, so that they can be changed.
    const { 'if-none-match': _tag, 'if-modified-since': _time, ...headers } = asked.headers;
    const passed = request(
      new URL(path, product),
      { method: asked.method, headers: { ...headers, 'accept-encoding': 'identity' } },
      (reply) => void passOn(reply, path, response),
    );
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve);
  });
  return {
    // A server that listens on a port has such an address.
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    release: () => {
      isReleased = true;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise<unknown>((resolve) => {
        server.close(resolve);
      });
    },
  };
}
