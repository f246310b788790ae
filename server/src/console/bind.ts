import { Readable } from 'node:stream';
import type { BodyOf, ParamsOf, QueryOf, ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { unattendedHeader, type ConsoleEndpoint } from '@mercury/contract/console/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../errors.ts';
import { checkReply, readInput, sendReply } from '../http/call-io.ts';
import { networkAddressLengthMax, type Origin } from '../http/caller.ts';
import { localeOf } from '../http/locale.ts';
import type { RateLimiter, RateLimitName } from '../http/rate-limit.ts';
import type { Services } from '../services.ts';
import { readSessionToken, writeSessionToken } from './session-cookie.ts';
import { findStaffSession, type StaffSession } from './staff/sessions.ts';

export interface ConsoleContext extends Origin {
  readonly locale: ReturnType<typeof localeOf>;
  /** Undefined: this browser shows none. */
  readonly sessionToken: string | undefined;
  /** A page reads by itself: nobody need be there. */
  readonly isUnattended: boolean;
  /** Undefined forgets it. */
  keepSession(token: string | undefined): void;
}

export interface ConsoleCall<E extends ConsoleEndpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly context: ConsoleContext;
  /** Present unless anyone may call. */
  readonly session: E['caller'] extends 'anyone' ? undefined : StaffSession;
}

/** A file is a stream. */
type ConsoleAnswer<E extends ConsoleEndpoint> = E extends { readonly mediaType: string }
  ? Readable
  : ReplyOf<E>;

type ConsoleHandler<E extends ConsoleEndpoint> = (call: ConsoleCall<E>) => Promise<ConsoleAnswer<E>>;

export type ConsoleBind = <const E extends ConsoleEndpoint>(
  endpoint: E,
  options: { readonly rateLimit?: RateLimitName },
  handler: NoInfer<ConsoleHandler<E>>,
) => void;

export interface ConsoleDeps {
  readonly services: Services;
  readonly rateLimiter: RateLimiter;
  readonly checksReplies: boolean;
  /** Where the console is: a write must come from its own pages. */
  readonly consoleUrl: URL;
}

/** One guard for all calls: where it came from, who makes it, what they may do, whether they proved it lately. */
export function createConsoleBind(app: FastifyInstance, deps: ConsoleDeps): ConsoleBind {
  return (endpoint, { rateLimit }, handler) => {
    app.route({
      method: endpoint.method,
      url: `/console/api${endpoint.path}`,
      handler: async (request, reply) => {
        if (endpoint.method !== 'GET') refuseForeignOrigin(request, deps.consoleUrl);
        const context = contextOf(request, reply, deps.consoleUrl);
        const session = endpoint.caller === 'anyone' ? undefined : await admitStaff(endpoint, context, deps);
        if (rateLimit !== undefined)
          await deps.rateLimiter.consume(rateLimit, session?.staffId ?? request.ip);
        const call = { ...readInput(endpoint, request), context, session };
        // The schemas above produced the endpoint's types, which the compiler can't follow.
        const body = await handler(call as ConsoleCall<typeof endpoint>);
        if (!(body instanceof Readable)) checkReply(endpoint, body, deps);
        return sendReply(endpoint, reply, { body, publicSeconds: undefined });
      },
    });
  };
}

/** Besides SameSite, which trusts every subdomain of the site. Browsers name the origin of each write. */
function refuseForeignOrigin({ headers }: FastifyRequest, { origin }: URL): void {
  if (headers.origin !== origin) throw new DomainError('OriginNotAllowed');
}

/** @throws DomainError Unauthenticated, PermissionMissing, ProofRequired, RateLimitExceeded */
export async function admitStaff(
  { caller, needsProof }: ConsoleEndpoint,
  { sessionToken, networkAddress, isUnattended }: ConsoleContext,
  { services: { db }, rateLimiter }: ConsoleDeps,
): Promise<StaffSession> {
  const session =
    sessionToken === undefined
      ? undefined
      : await findStaffSession(db, { token: sessionToken, keepsAlive: !isUnattended });
  if (session === undefined) {
    if (sessionToken !== undefined) await rateLimiter.consume('invalidToken', networkAddress);
    throw new DomainError('Unauthenticated');
  }
  await rateLimiter.consume('signedIn', session.staffId);
  const isPermitted = caller === 'staff' || session.permissions.some((permission) => permission === caller);
  if (!isPermitted) throw new DomainError('PermissionMissing');
  if (needsProof && !session.isProved) throw new DomainError('ProofRequired');
  return session;
}

export function contextOf(request: FastifyRequest, reply: FastifyReply, consoleUrl: URL): ConsoleContext {
  return {
    locale: localeOf(request.headers['accept-language']),
    networkAddress: request.ip.slice(0, networkAddressLengthMax),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    sessionToken: readSessionToken(request, consoleUrl),
    isUnattended: request.method === 'GET' && request.headers[unattendedHeader] !== undefined,
    keepSession: (token) => writeSessionToken(reply, consoleUrl, token),
  };
}
