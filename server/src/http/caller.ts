import type { Locale } from '@mercury/contract/locales.ts';

/** A live session, as far as a guard needs it. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly isEmailVerified: boolean;
  /** The password, a code or a passkey was proved within the last minutes. */
  readonly isProved: boolean;
}

/** Looks up a bearer token: undefined for an unknown, expired or ended one. */
export type FindSession = (token: string) => Promise<Session | undefined>;

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
