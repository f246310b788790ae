import type { Locale } from '@mercury/contract/locales.ts';

/** A live session, as far as a guard needs to know it. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly isEmailVerified: boolean;
}

/** Looks a bearer token up: undefined for one that was never given out, has expired or was ended. */
export type FindSession = (token: string) => Promise<Session | undefined>;

/** Who asks, from where, and in which language. */
export interface RequestContext {
  readonly requestId: string;
  readonly locale: Locale;
  readonly networkAddress: string;
  readonly userAgent: string;
}
