import { inTransaction, type Database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { RequestContext } from '../../http/caller.ts';
import {
  findNewestUnverifiedUserByEmail,
  findUserByUsername,
  findVerifiedUserByEmail,
  type UserRow,
} from '../users/find-user.ts';
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
  const user = await findByPassword(await findCandidates(db, credentials), credentials.password);
  if (user === undefined) {
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

/**
 * Who may be meant, each place taken by somebody or by nobody. An email is its owner's first; whoever registered with
 * it without having proved it is let in as well, or trying it would tell that it has an owner.
 */
async function findCandidates(
  { kysely }: Database,
  { email, username }: Credentials,
): Promise<(UserRow | undefined)[]> {
  if (email !== undefined) {
    return [
      await findVerifiedUserByEmail(kysely, email),
      await findNewestUnverifiedUserByEmail(kysely, email),
    ];
  }
  return [username === undefined ? undefined : await findUserByUsername(kysely, username)];
}

/** A password that opens nothing costs a hash for each place, taken or not, so that its time tells nothing. */
async function findByPassword(
  candidates: readonly (UserRow | undefined)[],
  password: string,
): Promise<UserRow | undefined> {
  for (const candidate of candidates) {
    const isRight = await verifyPassword(candidate?.password_hash, password);
    if (isRight) return candidate;
  }
  return undefined;
}
