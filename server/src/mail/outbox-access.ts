import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { isLoopback, isLoopbackUrl } from '../http/network-address.ts';

const cookieName = 'outbox';

// Names that no stranger's web page can have.
const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

// Whatever a proxy, a tunnel or a delivery network adds to say for whom it asks.
const forwardedHeader =
  /^(x-(forwarded|real|client|original|cluster|envoy)|forwarded$|via$|cf-|true-client|fastly-|fly-)/;

/**
 * Whether the settings say that nobody from elsewhere comes through this machine. A proxy that adds no header of its own
 * looks like somebody who sits here, but who puts one in front gives the product a public name, or trusts the proxy.
 */
export function isForThisMachineAlone({ host, publicUrl, trustedProxies }: Config): boolean {
  return isLoopback(host) && isLoopbackUrl(publicUrl) && trustedProxies.length === 0;
}

/** Whoever has the token that the start of the program printed, or sits at this machine, where that can be told. */
export function mayReadOutbox(
  request: FastifyRequest,
  { token, config }: { token: string; config: Config },
): boolean {
  if (isSame(request.cookies[cookieName], token)) return true;
  return isForThisMachineAlone(config) && isFromThisMachine(request) && loopbackNames.has(nameOf(request));
}

/** Takes the token out of the address and into a cookie of these pages. Answers whether there was a right one. */
export function takeToken(request: FastifyRequest, reply: FastifyReply, token: string): boolean {
  // The query is whatever the caller sent: nothing, one text, or several.
  const { token: shown } = request.query as { readonly token?: unknown };
  if (typeof shown !== 'string' || !isSame(shown, token)) return false;
  // Lax, so that the link also works out of a chat or a mail; without an age it ends with the browser.
  void reply.setCookie(cookieName, token, { path: '/dev/mail', sameSite: 'lax' });
  return true;
}

/** By the socket, which nobody can make up. A proxy on this machine says for whom it asks, and is nobody's seat. */
function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const isForwarded = Object.keys(headers).some((name) => forwardedHeader.test(name));
  return !isForwarded && isLoopback(socket.remoteAddress ?? '');
}

/**
 * The name that the browser asked for. A stranger's page whose own name is made to mean this machine (DNS rebinding)
 * would read the mails as its own, but it can't ask under another name. A forwarded host may be the page's own claim.
 */
function nameOf({ headers }: FastifyRequest): string {
  return (headers.host ?? '').toLowerCase().replace(/:[0-9]{1,5}$/, '');
}

function isSame(shown: string | undefined, token: string): boolean {
  const [one, other] = [Buffer.from(shown ?? ''), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
