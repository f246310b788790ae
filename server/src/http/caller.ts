import type { KeyScope } from '@mercury/contract/api/endpoint.ts';
import type { Locale } from '@mercury/contract/locales.ts';

/** A live session, as far as a guard needs it. A program has none: its key stands in for one. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly isEmailVerified: boolean;
  /** The password, a code or a passkey was proved within the last minutes. */
  readonly isProved: boolean;
  /** The call was signed with an API key, and `id` is the key's. */
  readonly isProgram?: true;
}

/** Looks up a bearer token: undefined for an unknown, expired or ended one. */
export type FindSession = (token: string) => Promise<Session | undefined>;

/** A call as its key signed it, of a time that is taken. */
export interface SignedCall {
  readonly keyId: string;
  readonly message: string;
  readonly signature: Buffer;
  readonly networkAddress: string;
}

export interface KeyCaller {
  readonly session: Session;
  readonly scopes: readonly KeyScope[];
  /** The signature is right, and the key may not call all the same. */
  readonly refusal: 'ApiKeyExpired' | 'NetworkNotAllowed' | undefined;
}

/** Undefined for an unknown or ended key and for a wrong signature alike. */
export type FindKey = (call: SignedCall) => Promise<KeyCaller | undefined>;

export interface RequestContext {
  readonly requestId: string;
  readonly locale: Locale;
  readonly networkAddress: string;
  readonly userAgent: string;
  /** The token that this browser got at its first sign-in; undefined for a new browser. It gives no access. */
  readonly deviceToken: string | undefined;
  keepDevice(token: string): void;
}

/** The longest valid address is IPv6 with a zone. A proxy may forward anything, which is cut to this length. */
export const networkAddressLengthMax = 64;

export type Origin = Pick<RequestContext, 'networkAddress' | 'userAgent'>;
