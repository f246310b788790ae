import type { Locale } from '@mercury/contract/locales.ts';

/** A live session, as far as a guard needs to know it. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly isEmailVerified: boolean;
  /** The password, a code or a passkey was shown within the last minutes. */
  readonly isProved: boolean;
}

/** Looks a bearer token up: undefined for one that was never given out, has expired or was ended. */
export type FindSession = (token: string) => Promise<Session | undefined>;

/** Who asks, from where, and in which language. */
export interface RequestContext {
  readonly requestId: string;
  readonly locale: Locale;
  readonly networkAddress: string;
  readonly userAgent: string;
  /** What this browser was given when somebody first signed in on it; undefined for a new one. It opens nothing. */
  readonly deviceToken: string | undefined;
  /** Has the browser keep its device token, with the reply. */
  keepDevice(token: string): void;
}

/** An IPv6 address with a zone is the longest there is; what a proxy forwards may be anything, and is cut to this. */
export const networkAddressLengthMax = 64;

/** Where something came from, as far as it is kept. */
export type Origin = Pick<RequestContext, 'networkAddress' | 'userAgent'>;
