import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { isLoopback, isLoopbackUrl } from '../http/network-address.ts';

const cookieName = 'outbox';

// Names that a stranger's web page cannot have.
const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

// Headers that a proxy, a tunnel or a CDN adds about its client.
const forwardedHeader =
  /^(x-(forwarded|real|client|original|cluster|envoy)|forwarded$|via$|cf-|true-client|fastly-|fly-)/;

/**
 * True if the settings show that no outside caller comes through this machine. A proxy without headers of its own looks like a
 * local user. But an operator with a proxy gives the product a public name, or trusts the proxy.
 */
export function isForThisMachineAlone({ host, publicUrl, trustedProxies }: Config): boolean {
  return isLoopback(host) && isLoopbackUrl(publicUrl) && trustedProxies.length === 0;
}

/** A reader with the token that the program printed at its start, or at this machine if that is certain. */
export function mayReadOutbox(
  request: FastifyRequest,
  { token, config }: { token: string; config: Config },
): boolean {
  if (isSame(request.cookies[cookieName], token)) return true;
  return isForThisMachineAlone(config) && isFromThisMachine(request) && loopbackNames.has(nameOf(request));
}

/** Moves the token from the address into a cookie of these pages. True if the token was right. */
export function takeToken(request: FastifyRequest, reply: FastifyReply, token: string): boolean {
  // The caller controls the query: nothing, one text, or several.
  const { token: shown } = request.query as { readonly token?: unknown };
  if (typeof shown !== 'string' || !isSame(shown, token)) return false;
  // Lax, so that the link also works from a chat or a mail. Without an age it ends with the browser.
  void reply.setCookie(cookieName, token, { path: '/dev/mail', sameSite: 'lax' });
  return true;
}

/** Uses the socket's address, which nobody can forge. A request through a proxy on this machine does not count as local. */
function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const isForwarded = Object.keys(headers).some((name) => forwardedHeader.test(name));
  return !isForwarded && isLoopback(socket.remoteAddress ?? '');
}

/**
 * The name that the browser asked for. A stranger's page whose name resolves to this machine (DNS rebinding) could read the
 * mails, but it cannot ask under another name. A forwarded host may be the page's own claim.
 */
function nameOf({ headers }: FastifyRequest): string {
  return (headers.host ?? '').toLowerCase().replace(/:[0-9]{1,5}$/, '');
}

function isSame(shown: string | undefined, token: string): boolean {
  const [one, other] = [Buffer.from(shown ?? ''), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
