import type { TwoFactorChallenge } from '@mercury/contract/api/auth.ts';
import { inTransaction, type Database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { RequestContext } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { requireTwoFactorCode } from '../factors/check-proof.ts';
import { refuseFrozen } from '../person/frozen.ts';
import { lockSigningIn } from '../person/locks.ts';
import {
  findNewestUnverifiedUserByEmail,
  findUserByUsername,
  findVerifiedUserByEmail,
  getUser,
  type UserRow,
} from '../person/person.ts';
import { callOffPasswordTry, countPasswordTry, forgetPasswordTries } from '../secrets/password-throttle.ts';
import { hashPassword, isOutdated, verifyPassword } from '../secrets/password.ts';
import { isKnownDevice } from '../sessions/known-device.ts';
import { recordingFailure, startChallenge } from './challenge.ts';
import { completeSignIn } from './complete-sign-in.ts';

export interface Credentials {
  /** The contract requires exactly one of the two. */
  readonly email?: string | undefined;
  readonly username?: string | undefined;
  readonly password: string;
  readonly rememberMe?: boolean | undefined;
  readonly twoFactorCode?: string | undefined;
}

/** Half: the password was right and two-factor is on. */
export type LogInOutcome =
  | { readonly token: string; readonly user: UserRow }
  | Pick<TwoFactorChallenge, 'tempToken' | 'twoFactorMethods'>;

/**
 * Possible with an unproved email, which shows little. Unknown names take as long as wrong passwords, and count too.
 * @throws DomainError InvalidCredentials, AccountFrozen, InvalidTwoFactorCode, RateLimitExceeded, Busy
 */
export async function logIn(
  services: Pick<Services, 'db' | 'config' | 'secretBox' | 'log'>,
  credentials: Credentials,
  context: RequestContext,
): Promise<LogInOutcome> {
  const { db } = services;
  const found = await findByCredentials(services, credentials, context);
  refuseFrozen(found);
  const user = await renewHash(db, found, credentials.password);
  const isRemembered = credentials.rememberMe ?? false;
  if (user.two_factor_enabled_at !== null && credentials.twoFactorCode === undefined) {
    return inTransaction(db, async (trx) => {
      await lockSigningIn(trx, user);
      return startChallenge(trx, { userId: user.id, isRemembered });
    });
  }
  await recordingFailure(db, { userId: user.id, origin: context }, () =>
    requireTwoFactorCode(services, user, { code: credentials.twoFactorCode, origin: context }),
  );
  const token = await inTransaction(db, (trx) => completeSignIn(trx, { user, isRemembered, context }));
  return { token, user };
}

/** Only now is the password known. */
async function renewHash(db: Database, user: UserRow, password: string): Promise<UserRow> {
  if (!isOutdated(user.password_hash)) return user;
  const newHash = await hashPassword(password);
  const renewed = await db.kysely
    .updateTable('app_user')
    .set({ password_hash: newHash })
    .where('id', '=', user.id)
    // A concurrent password change wins.
    .where('password_hash', '=', user.password_hash)
    .returningAll()
    .executeTakeFirst();
  if (renewed !== undefined) return renewed;
  // Another sign-in may have renewed the hash. If another password replaced it, this one opens nothing.
  const current = await getUser(db.kysely, user.id);
  return (await verifyPassword(current.password_hash, password)) ? current : user;
}

async function findByCredentials(
  { db, config }: Pick<Services, 'db' | 'config'>,
  credentials: Credentials,
  context: RequestContext,
): Promise<UserRow> {
  const candidates = await findCandidates(db, credentials);
  const tried = {
    name: credentials.email === undefined ? `username ${credentials.username}` : `email ${credentials.email}`,
    networkAddress: context.networkAddress,
    isKnownDevice: await isKnownDevice(db.pool, idsOf(candidates), context),
  };
  await countPasswordTry(db, tried, config.rateLimitFactor);
  const user = await findByPassword(candidates, credentials.password);
  if (user === undefined) {
    const way = credentials.email === undefined ? 'invalidUsernameLogin' : 'invalidEmailLogin';
    throw new DomainError('InvalidCredentials', { textKey: `auth.${way}` });
  }
  // Several accounts may wait to prove one email.
  const isNameTheirs = credentials.email === undefined || user.email_verified_at !== null;
  await (isNameTheirs ? forgetPasswordTries(db, tried) : callOffPasswordTry(db, tried));
  return user;
}

function idsOf(candidates: readonly (UserRow | undefined)[]): string[] {
  return candidates.flatMap((candidate) => candidate?.id ?? []);
}

/**
 * Undefined is an empty place. An email's owner comes first. The newest account that registered with the email may sign in too: a
 * refusal would reveal the owner.
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

/** A wrong password costs one hash for each place, taken or empty. */
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
