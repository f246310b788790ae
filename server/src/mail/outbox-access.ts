import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { isLoopback, isLoopbackUrl } from '../http/network-address.ts';

const cookieName = 'outbox';

// A stranger's web page can't have these names.
const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

// A proxy, a tunnel or a CDN adds these.
const forwardedHeader =
  /^(x-(forwarded|real|client|original|cluster|envoy)|forwarded$|via$|cf-|true-client|fastly-|fly-)/;

/**
 * No outside caller comes through this machine. A proxy without headers looks like a local user, but an operator with a proxy
 * gives the product a public name, or trusts the proxy.
 */
export function isForThisMachineAlone({ host, publicUrl, trustedProxies }: Config): boolean {
  return isLoopback(host) && isLoopbackUrl(publicUrl) && trustedProxies.length === 0;
}

/** With the token printed at the start, or surely at this machine. */
export function mayReadOutbox(
  request: FastifyRequest,
  { token, config }: { token: string; config: Config },
): boolean {
  if (isSame(request.cookies[cookieName], token)) return true;
  return isForThisMachineAlone(config) && isFromThisMachine(request) && loopbackNames.has(nameOf(request));
}

/** True if the token was right. It moves into a cookie of these pages. */
export function takeToken(request: FastifyRequest, reply: FastifyReply, token: string): boolean {
  // The caller controls the query: nothing, one text, or several.
  const { token: shown } = request.query as { readonly token?: unknown };
  if (typeof shown !== 'string' || !isSame(shown, token)) return false;
  // Lax, so that the link works from a chat or a mail. It ends with the browser.
  void reply.setCookie(cookieName, token, { path: '/dev/mail', sameSite: 'lax' });
  return true;
}

/** By the socket's address, which nobody can forge. A proxy on this machine does not count as local. */
function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const isForwarded = Object.keys(headers).some((name) => forwardedHeader.test(name));
  return !isForwarded && isLoopback(socket.remoteAddress ?? '');
}

/**
 * As the browser asked. A stranger's page that resolves to this machine (DNS rebinding) can't ask under another name. A forwarded
 * host may be the page's own claim.
 */
function nameOf({ headers }: FastifyRequest): string {
  return (headers.host ?? '').toLowerCase().replace(/:[0-9]{1,5}$/, '');
}

function isSame(shown: string | undefined, token: string): boolean {
  const [one, other] = [Buffer.from(shown ?? ''), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
