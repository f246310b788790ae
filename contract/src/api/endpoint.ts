import type * as z from 'zod/mini';
import type { ErrorCode } from '../errors.ts';

/** signedIn: even with an unverified email. */
export type Caller = 'anyone' | 'signedIn' | 'verified';

/** What the key of a program may be granted. */
export const keyScopes = ['read', 'trade', 'withdraw'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** Handler, client and OpenAPI document use this definition, so they can't drift apart. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /v1. `:name` marks a path parameter. */
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  readonly caller: Caller;
  /** Takes an Idempotency-Key because it moves money. */
  readonly isIdempotent?:
    | true
    /** What it makes has a name of its own; the key is its name where none is sent, and of a program's call what it signed. */
    | 'byName';
  /** Only for a session that showed its password or code recently (limits.proofLifetimeMs). */
  readonly needsProof?: true;
  /** The same, but only in some cases: the use case decides. */
  readonly mayNeedProof?: true;
  /** What an API key needs to call it; without it no key can. Whoever admits anyone asks for no key. */
  readonly keyScope?: KeyScope;
  /** Of a call by a key, counted against its budget; 1 by default. */
  readonly keyWeight?: number;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** The status of the one successful reply. */
  readonly status: 200 | 201 | 204;
  /** Of the successful reply; JSON by default. */
  readonly mediaType?: string;
  /** The successful reply's body; null if it has none. */
  readonly reply: z.ZodMiniType | null;
  /** Its own error codes, in addition to those of every call. */
  readonly errors: readonly ErrorCode[];
}

/** Error codes that any call can answer. */
export const commonErrors = [
  'ValidationFailed',
  'MalformedJson',
  'PayloadTooLarge',
  'UnsupportedMediaType',
  'RateLimitExceeded',
  'ServerError',
  'Busy',
] as const satisfies readonly ErrorCode[];

/** In addition, where a key may call. */
export const keyErrors = [
  'SignatureRefused',
  'TimestampRefused',
  'ApiKeyExpired',
  'NetworkNotAllowed',
  'ScopeMissing',
] as const satisfies readonly ErrorCode[];

/** Keeps the literal types of a definition: they type callers and handlers. */
export function endpoint<const Definition extends Endpoint>(definition: Definition): Definition {
  return definition;
}

type OutputOf<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined;
export type ParamsOf<E extends Pick<Endpoint, 'params'>> = OutputOf<E['params']>;
export type QueryOf<E extends Pick<Endpoint, 'query'>> = OutputOf<E['query']>;
export type BodyOf<E extends Pick<Endpoint, 'body'>> = OutputOf<E['body']>;
export type ReplyOf<E extends Pick<Endpoint, 'reply'>> = OutputOf<E['reply']>;
