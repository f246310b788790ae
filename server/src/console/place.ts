import { posix } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { DomainError } from '../errors.ts';
import { isInNetworks } from '../http/network-address.ts';

/** The pages and calls of the console are below this path, wherever it is. */
export const consolePath = '/console';

/** Its own host name if the operator gave one, else the customers' origin. */
export function consoleUrlOf({ publicUrl, consoleHost }: Pick<Config, 'publicUrl' | 'consoleHost'>): URL {
  const url = new URL(publicUrl);
  if (consoleHost !== undefined) url.hostname = consoleHost;
  return url;
}

/** What its pages load from the same server. */
const sharedPaths = /^\/(assets\/|locales\/|favicon|icons\/|fonts\/|boot\.js|healthz|readyz)/;

/**
 * With a host of its own, the console answers there and nowhere else, and the customers' product not there. Outside its networks
 * it answers as if there were none.
 */
export function guardPlace(
  app: FastifyInstance,
  config: Pick<Config, 'publicUrl' | 'consoleHost' | 'consoleNetworks'>,
): void {
  const { consoleHost, consoleNetworks } = config;
  app.addHook('onRequest', async (request, reply) => {
    const isConsole = isConsolePath(request);
    const isAtItsHost = request.hostname.toLowerCase() === consoleHost;
    const isInside = consoleNetworks.length === 0 || isInNetworks(request.ip, consoleNetworks);
    // Whoever types the host alone means the console.
    if (isAtItsHost && isInside && request.url === '/') return reply.redirect(consolePath);
    if (consoleHost !== undefined && (isConsole || !sharedPaths.test(request.url))) {
      if (isConsole !== isAtItsHost) throw new DomainError('NotFound');
    }
    if (isConsole && !isInside) throw new DomainError('NotFound');
    return undefined;
  });
}

/** By the route that answers, since the router reads more spellings of a path than one. Files and pages have one route for all. */
function isConsolePath({ url, routeOptions }: FastifyRequest): boolean {
  const route = routeOptions.url;
  const path = route === undefined || route.includes('*') ? spelledOut(url) : route;
  return path === consolePath || path.startsWith(`${consolePath}/`);
}

/** As what sends files reads it: without an origin, decoded twice, with dots followed. */
function spelledOut(url: string): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/]*/i, '').split(/[?#]/, 1);
  return posix.normalize(decoded(decoded(path)));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
