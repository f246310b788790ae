import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback } from '../http/loopback.ts';

const cookieName = 'outbox';

/** Whoever sits at this machine, or has the token that the start of the program printed. */
export function mayReadOutbox(
  request: FastifyRequest,
  { token, hostnames }: { token: string; hostnames: ReadonlySet<string> },
): boolean {
  if (isSame(request.cookies[cookieName], token)) return true;
  return isFromThisMachine(request) && hostnames.has(hostnameOf(request));
}

/** Takes the token out of the address and into a cookie of these pages. Answers whether there was a right one. */
export function takeToken(request: FastifyRequest, reply: FastifyReply, token: string): boolean {
  const { searchParams } = new URL(request.url, 'http://localhost');
  const isRight = isSame(searchParams.get('token') ?? undefined, token);
  if (isRight) void reply.setCookie(cookieName, token, { path: '/dev/mail' });
  return isRight;
}

/** By the socket, which nobody can make up. A proxy on this machine says for whom it asks, and is nobody's seat. */
function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => name in headers);
  return !isForwarded && isLoopback(socket.remoteAddress ?? '');
}

/**
 * The name that the browser asked for. A stranger's page whose own name is made to mean this machine (DNS rebinding)
 * would read the mails as its own, but it can't ask under another name. A forwarded host may be the page's own claim.
 */
function hostnameOf({ headers }: FastifyRequest): string {
  return (headers.host ?? '').toLowerCase().replace(/:[0-9]{1,5}$/, '');
}

function isSame(shown: string | undefined, token: string): boolean {
  const [one, other] = [Buffer.from(shown ?? ''), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
