import type * as z from 'zod/mini';
import type { ErrorCode } from '../errors.ts';

/** Who may call: anyone, a session (even with an unverified email), or a session with a verified email. */
export type Caller = 'anyone' | 'signedIn' | 'verified';

/**
 * One call of the API. The server binds its handler to it and validates with it, the web app calls through it,
 * and the OpenAPI document is written from it, so that the three can't come apart.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /v1, with `:name` where a path parameter stands. */
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  readonly caller: Caller;
  /** Takes an Idempotency-Key, because it moves money. */
  readonly isIdempotent?: true;
  /** Only for a session that has shown its password or code within the last minutes (limits.proofLifetimeMs). */
  readonly needsProof?: true;
  /** Likewise, but not in every case: the use case decides. */
  readonly mayNeedProof?: true;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** The status of the one successful reply. */
  readonly status: 200 | 201 | 204;
  /** Of the successful reply; JSON where it is not named. */
  readonly mediaType?: string;
  /** The successful reply's body; null where there is none. */
  readonly reply: z.ZodMiniType | null;
  /** What it can refuse with, beyond what every call can. */
  readonly errors: readonly ErrorCode[];
}

/** What any call can answer, whatever it is about. */
export const commonErrors = [
  'ValidationFailed',
  'MalformedJson',
  'PayloadTooLarge',
  'UnsupportedMediaType',
  'RateLimitExceeded',
  'ServerError',
  'Busy',
] as const satisfies readonly ErrorCode[];

/** Keeps the literal types of a definition, so that callers and handlers are typed by it. */
export function endpoint<const Definition extends Endpoint>(definition: Definition): Definition {
  return definition;
}

type OutputOf<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined;
export type ParamsOf<E extends Endpoint> = OutputOf<E['params']>;
export type QueryOf<E extends Endpoint> = OutputOf<E['query']>;
export type BodyOf<E extends Endpoint> = OutputOf<E['body']>;
export type ReplyOf<E extends Endpoint> = OutputOf<E['reply']>;
