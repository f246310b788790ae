import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../errors.ts';
import type { TextKey } from '../i18n/translate.ts';
import { checkReply, readInput, sendReply } from './call-io.ts';
import type { FindSession, RequestContext, Session } from './caller.ts';
import { readDeviceToken, writeDeviceToken } from './device-cookie.ts';
import { localeOf } from './locale.ts';
import type { RateLimiter, RateLimitName } from './rate-limit.ts';
import {
  admitKey,
  isSigned,
  nameOfSignedCall,
  readSignedCall,
  type KeyAdmissionDeps,
  type SignedCredential,
} from './signed-call.ts';

export interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly context: RequestContext;
  /** Present unless the contract says 'anyone'. */
  readonly session: E['caller'] extends 'anyone' ? undefined : Session;
  /** Looked up only if the contract asks for a session. */
  readonly bearerToken: string | undefined;
  /** For calls that move money. */
  readonly idempotencyKey: string | undefined;
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<ReplyOf<E>>;

export interface AdmissionDeps extends KeyAdmissionDeps {
  readonly findSession: FindSession;
  /** Why a token opens nothing, as the sentence that its browser is told. */
  readonly explainEnd: (token: string) => Promise<TextKey>;
  readonly rateLimiter: RateLimiter;
}

export interface BindingDeps extends AdmissionDeps {
  /** So that a wrong one fails where it is made. Tests always do. */
  readonly checksReplies: boolean;
}

export interface BindingOptions<Reply> {
  readonly rateLimit?: RateLimitName;
  /** In a shared cache. By default no reply is cached. */
  readonly publicSeconds?: (reply: Reply) => number;
  /** For a person who leaves: cached pages of the browser's history still show the account. */
  readonly clearsBrowserCache?: boolean;
}

export type Bind = <const E extends Endpoint>(
  endpoint: E,
  options: BindingOptions<NoInfer<ReplyOf<E>>>,
  handler: NoInfer<Handler<E>>,
) => void;

export function createBind(app: FastifyInstance, deps: BindingDeps): Bind {
  return (endpoint, options, handler) => {
    app.route({
      method: endpoint.method,
      url: `/v1${endpoint.path}`,
      handler: async (request, reply) => {
        const session =
          endpoint.caller === 'anyone' ? undefined : await admitCaller(endpoint, { request, reply }, deps);
        const subject = session?.userId ?? request.ip;
        if (options.rateLimit !== undefined) await deps.rateLimiter.consume(options.rateLimit, subject);
        const call = {
          ...readInput(endpoint, request),
          session,
          bearerToken: bearerToken(request),
          context: contextOf(request, reply),
          idempotencyKey: readIdempotencyKey(endpoint, request, session),
        };
        // The schemas above produced the endpoint's types, which the compiler can't follow.
        const body = await handler(call as Call<typeof endpoint>);
        checkReply(endpoint, body, deps);
        // Not "storage": language, theme and offline data belong to the browser.
        if (options.clearsBrowserCache === true) void reply.header('clear-site-data', '"cache"');
        const publicSeconds = endpoint.reply === null ? undefined : options.publicSeconds?.(body);
        return sendReply(endpoint, reply, { body, publicSeconds });
      },
    });
  };
}

/** @throws DomainError if there is none, if the contract does not admit it, or if it calls too often. */
export async function admitCaller(
  endpoint: Endpoint,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  deps: AdmissionDeps,
): Promise<Session> {
  const credential = isSigned(request)
    ? { call: readSignedCall(request), tellBudget: (headers: object) => void reply.headers({ ...headers }) }
    : { token: bearerToken(request), networkAddress: request.ip };
  return admit(endpoint, credential, deps);
}

/** By what a caller shows who they are: a signed call, or a session's token. */
export type Credential =
  | SignedCredential
  | { readonly token: string | undefined; readonly networkAddress: string };

/** The same, whatever carried it. */
export async function admit(
  endpoint: Pick<Endpoint, 'caller' | 'needsProof' | 'keyScope' | 'keyWeight'>,
  credential: Credential,
  deps: AdmissionDeps,
): Promise<Session> {
  const session = await ('call' in credential
    ? admitKey(endpoint, credential, deps)
    : admitSession(credential, deps));
  if (endpoint.caller === 'verified' && !session.isEmailVerified) throw new DomainError('EmailNotVerified');
  if (endpoint.needsProof && !session.isProved) throw new DomainError('ProofRequired');
  // A key has a budget of its own.
  if (!session.isProgram) await deps.rateLimiter.consume('signedIn', session.userId);
  return session;
}

async function admitSession(
  { token, networkAddress }: Exclude<Credential, SignedCredential>,
  deps: AdmissionDeps,
): Promise<Session> {
  const session = token === undefined ? undefined : await deps.findSession(token);
  if (session === undefined) {
    if (token === undefined) throw new DomainError('Unauthenticated');
    await deps.rateLimiter.consume('invalidToken', networkAddress);
    throw new DomainError('Unauthenticated', { textKey: await deps.explainEnd(token) });
  }
  return session;
}

/** RFC 6750, 2.1. */
function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([A-Za-z0-9_~+/.=-]{1,256})$/i.exec(request.headers.authorization ?? '')?.[1];
}

function contextOf(request: FastifyRequest, reply: FastifyReply): RequestContext {
  return {
    deviceToken: readDeviceToken(request),
    keepDevice: (token) => writeDeviceToken(reply, token),
    requestId: request.id,
    locale: localeOf(request.headers['accept-language']),
    networkAddress: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  };
}

/** A program signs its key with the call, and needs one: whoever recorded the call could have it done again otherwise. */
function readIdempotencyKey(
  { isIdempotent }: Endpoint,
  request: FastifyRequest,
  session: Session | undefined,
): string | undefined {
  if (isIdempotent === undefined) return undefined;
  const header = request.headers['idempotency-key'];
  if (header === undefined && session?.isProgram !== true) return undefined;
  if (header === undefined && isIdempotent === 'byName') return nameOfSignedCall(request);
  const isUsable =
    typeof header === 'string' &&
    header.length >= limits.idempotencyKeyLengthMin &&
    header.length <= limits.idempotencyKeyLengthMax &&
    /^[\x21-\x7e]+$/.test(header);
  if (isUsable) return header;
  throw new DomainError('ValidationFailed', { fieldErrors: [{ field: 'Idempotency-Key', key: 'invalid' }] });
}
