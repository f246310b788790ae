import type { Database } from '../../db/database.ts';
import { findUserByUsername, getUser } from '../person/person.ts';
import { findSession } from '../sessions/find-session.ts';

export interface WaitingCaller {
  readonly email: string;
  /** The account that the caller says is theirs. */
  readonly username: string | undefined;
  readonly bearerToken: string | undefined;
}

/** Nobody's id (RFC 9562, 5.9): a caller who names an account that does not wait for that email means none. */
const nobodyId = '00000000-0000-0000-0000-000000000000';

/**
 * Whose account a caller means with an email that several may have registered with: their own, where they are signed in
 * and it waits for a proof of that very email, else the one that they name. Undefined where they say nothing.
 */
export async function findWaitingCaller(db: Database, caller: WaitingCaller): Promise<string | undefined> {
  const { bearerToken, username, email } = caller;
  const session = bearerToken === undefined ? undefined : await findSession(db, bearerToken);
  if (session !== undefined && !session.isEmailVerified) {
    const user = await getUser(db.kysely, session.userId);
    if (user.email.toLowerCase() === email.toLowerCase()) return user.id;
  }
  if (username === undefined) return undefined;
  const named = await findUserByUsername(db.kysely, username);
  return named?.email.toLowerCase() === email.toLowerCase() ? named.id : nobodyId;
}
