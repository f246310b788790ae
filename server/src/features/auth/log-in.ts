import { inTransaction, type Database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { RequestContext } from '../../http/caller.ts';
import { findUserByEmail, findUserByUsername, type UserRow } from '../users/find-user.ts';
import { hashPassword, isOutdated, verifyPassword } from './password.ts';
import { startSession } from './start-session.ts';

export interface Credentials {
  /** One of the two, as the contract sees to. */
  readonly email?: string | undefined;
  readonly username?: string | undefined;
  readonly password: string;
  readonly rememberMe?: boolean | undefined;
}

/**
 * Signs in by email or by username. An account whose email is not proved yet may, and sees little before it is.
 * Unknown names cost the same time as wrong passwords.
 * @throws DomainError InvalidCredentials, Busy
 */
export async function logIn(
  db: Database,
  credentials: Credentials,
  context: RequestContext,
): Promise<{ token: string; user: UserRow }> {
  const user = await findUser(db, credentials);
  const isRight = await verifyPassword(user?.password_hash, credentials.password);
  if (user === undefined || !isRight) {
    const way = credentials.email === undefined ? 'invalidUsernameLogin' : 'invalidEmailLogin';
    throw new DomainError('InvalidCredentials', { textKey: `auth.${way}` });
  }
  const newHash = isOutdated(user.password_hash) ? await hashPassword(credentials.password) : undefined;
  const token = await inTransaction(db, async (trx) => {
    if (newHash !== undefined) {
      // Only over the hash that was verified: the password may have been changed meanwhile.
      await trx.kysely
        .updateTable('app_user')
        .set({ password_hash: newHash })
        .where('id', '=', user.id)
        .where('password_hash', '=', user.password_hash)
        .execute();
    }
    return startSession(trx, { userId: user.id, isRemembered: credentials.rememberMe ?? false, context });
  });
  return { token, user };
}

async function findUser(db: Database, { email, username }: Credentials): Promise<UserRow | undefined> {
  if (email !== undefined) return findUserByEmail(db.kysely, email);
  if (username !== undefined) return findUserByUsername(db.kysely, username);
  return undefined;
}
