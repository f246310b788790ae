import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import { maybeOne } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import type { RequestContext } from '../../http/caller.ts';
import type { SessionsEndedEvent } from '../../realtime/publisher.ts';
import { securityParameters } from '../../security-parameters.ts';
import type { Services } from '../../services.ts';
import { proveEmail } from '../email/prove-email.ts';
import { recordSecurityEvent } from '../events/security-events.ts';
import { tellPerson } from '../events/tell-person.ts';
import { removeUnknownPasskeys } from '../factors/passkeys.ts';
import { lockEmail, lockPerson } from '../person/locks.ts';
import { getUser, type UserRow } from '../person/person.ts';
import { verifyPasswordIsAllowed } from '../secrets/password-rules.ts';
import { hashPassword } from '../secrets/password.ts';
import { createToken, hashToken, readLongCode } from '../secrets/tokens.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { rememberOnlyThisDevice } from '../sessions/known-device.ts';

/** The token of the mail's link, or its typed code. */
export interface ResetProof {
  readonly tokenHash: Buffer;
  readonly codeHash: Buffer;
}

/** A code has 16 characters and a token 43. */
export function readResetProof(shown: string): ResetProof {
  return { tokenHash: hashToken(shown), codeHash: hashToken(readLongCode(shown)) };
}

export interface LiveReset {
  readonly userId: string;
  readonly expiresInSeconds: number;
  /** After the reset: a first proof of the email turns two-factor off. */
  readonly isTwoFactorOn: boolean;
}

/** Undefined if it opens no reset any more. Spends nothing. */
export async function findPasswordReset(db: Database, proof: ResetProof): Promise<LiveReset | undefined> {
  return maybeOne(
    await db.pool.query<LiveReset>(
      `select user_id as "userId", ceil(extract(epoch from expires_at - now()))::integer as "expiresInSeconds",
            two_factor_enabled_at is not null and email_verified_at is not null as "isTwoFactorOn"
     from password_reset
     join app_user on app_user.id = user_id
     where (token_hash = $1 or code_hash = $2) and expires_at > now() and deleted_at is null`,
      [proof.tokenHash, proof.codeHash],
    ),
  );
}

export interface NewPasswordByMail {
  /** Or the mail's code. */
  readonly token: string;
  readonly password: string;
  /** The ones that the person knows; none by default. */
  readonly keepPasskeyIds?: readonly string[] | undefined;
}

/**
 * Removes every passkey that is not named: the reset may be against a person who had one. Two-factor stays on: a reader of the
 * mailbox must not take it off. A refused password spends nothing.
 * @throws DomainError InvalidOrExpiredToken, ValidationFailed, Busy
 */
export async function resetPassword(
  { db, events }: Pick<Services, 'db' | 'events'>,
  { token, password, keepPasskeyIds }: NewPasswordByMail,
  context: RequestContext,
): Promise<void> {
  const proof = readResetProof(token);
  const reset = await findPasswordReset(db, proof);
  if (reset === undefined) throw refusalOf(token);
  const user = await getUser(db.kysely, reset.userId);
  const names = [user.username, user.name, user.email];
  await verifyPasswordIsAllowed({ password, field: 'password', names });
  const passwordHash = await hashPassword(password);
  const ended = await inTransaction(db, async (trx) => {
    await lockEmail(trx, user.email);
    await spendReset(trx, { user, proof });
    return replacePassword(trx, { user, passwordHash, keepPasskeyIds, context });
  });
  events.publish([ended]);
}

/** A typed code can be corrected in its field. */
function refusalOf(shown: string): DomainError {
  const isLink = shown.length === createToken().length;
  return new DomainError('InvalidOrExpiredToken', isLink ? {} : { textKey: 'errors.InvalidOrExpiredCode' });
}

/** Fails if another call was faster, a newer reset or another email replaced this one, or the account is gone. */
async function spendReset(
  trx: Transaction,
  { user, proof }: { user: UserRow; proof: ResetProof },
): Promise<void> {
  // All code that ends resets locks the account's row first.
  const current = await lockPerson(trx, user.id);
  const spent = await trx.client.query(
    `delete from password_reset
     where user_id = $1 and (token_hash = $2 or code_hash = $3) and expires_at > now()`,
    [user.id, proof.tokenHash, proof.codeHash],
  );
  if (current?.email !== user.email || spent.rowCount !== 1) throw new DomainError('InvalidOrExpiredToken');
}

interface PasswordReset {
  readonly user: UserRow;
  readonly passwordHash: string;
  readonly keepPasskeyIds: readonly string[] | undefined;
  readonly context: RequestContext;
}

async function replacePassword(
  trx: Transaction,
  { user, passwordHash, keepPasskeyIds, context }: PasswordReset,
): Promise<SessionsEndedEvent> {
  const endedByProof = user.email_verified_at === null ? await proveByReset(trx, user, context) : undefined;
  await trx.client.query(
    // A freeze that is over stays over. Only the operator ends the operator's freeze.
    `update app_user
     set password_hash = $2,
         unfreezes_at = case
           when frozen_by = 'link' and is_frozen(frozen_at, unfreezes_at)
           then now() + make_interval(hours => $3)
           else unfreezes_at
         end
     where id = $1`,
    [user.id, passwordHash, securityParameters.unfreezeAfterHours],
  );
  const ended = await endSessions(trx, { userId: user.id, reason: 'password_changed' });
  await removeUnknownPasskeys(trx, { userId: user.id, knownIds: keepPasskeyIds, origin: context });
  // Only this browser is known now: otherwise strangers who try passwords could keep the person out. The mail below names it.
  await rememberOnlyThisDevice(trx, user.id, context);
  const current = await getUser(trx.kysely, user.id);
  await tellPerson(trx, current, { kind: 'password_reset', actor: 'person', origin: context });
  return { endedSessionIds: [...(endedByProof?.endedSessionIds ?? []), ...ended.endedSessionIds] };
}

/** Only the owner of the address has read the mail. */
async function proveByReset(
  trx: Transaction,
  user: UserRow,
  context: RequestContext,
): Promise<SessionsEndedEvent> {
  const ended = await proveEmail(trx, { userId: user.id, email: user.email });
  if (ended === undefined) throw new DomainError('InvalidOrExpiredToken');
  await recordSecurityEvent(trx, user.id, { kind: 'email_verified', actor: 'person', origin: context });
  return ended;
}
