import type { Database } from '../../db/database.ts';
import { getUser } from '../users/find-user.ts';
import { findSession } from './find-session.ts';

/**
 * Whose account a caller means with an email that several may have registered with: their own, where they are signed
 * in and it waits for a proof of that very email. Undefined where the caller is nobody, or somebody for whom the email
 * is another's.
 */
export async function findWaitingCaller(
  db: Database,
  { bearerToken, email }: { bearerToken: string | undefined; email: string },
): Promise<string | undefined> {
  const session = bearerToken === undefined ? undefined : await findSession(db, bearerToken);
  if (session === undefined || session.isEmailVerified) return undefined;
  const user = await getUser(db.kysely, session.userId);
  return user.email.toLowerCase() === email.toLowerCase() ? user.id : undefined;
}
