import type { FastifyReply, FastifyRequest } from 'fastify';

/** `__Host-` binds the cookie to this very host and to https (RFC 6265bis, 4.1.3.2). */
function settingsOf({ protocol }: URL) {
  const isHttps = protocol === 'https:';
  return {
    name: isHttps ? '__Host-mercury-console' : 'mercury-console',
    attributes: { path: '/', httpOnly: true, sameSite: 'strict', secure: isHttps },
  } as const;
}

/** Undefined for a malformed one: anyone can send any cookie. */
export function readSessionToken({ cookies }: FastifyRequest, consoleUrl: URL): string | undefined {
  const token = cookies[settingsOf(consoleUrl).name];
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined;
}

/** Until the browser closes, at most; the server ends it sooner. Undefined forgets it. */
export function writeSessionToken(reply: FastifyReply, consoleUrl: URL, token: string | undefined): void {
  const { name, attributes } = settingsOf(consoleUrl);
  if (token === undefined) void reply.clearCookie(name, attributes);
  else void reply.setCookie(name, token, attributes);
}
