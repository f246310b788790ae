import { timingSafeEqual } from 'node:crypto';
import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Origin, Session } from '../../http/caller.ts';
import type { SessionsEndedEvent } from '../../realtime/publisher.ts';
import { securityParameters } from '../../security-parameters.ts';
import type { Services } from '../../services.ts';
import { lockEmail } from '../person/lock-email.ts';
import { getUser, type UserRow } from '../person/person.ts';
import { hashCode } from '../secrets/tokens.ts';
import { emailChangePurpose } from './issue-verification.ts';
import { replaceEmail } from './replace-email.ts';

interface PendingChange {
  email: string;
  code_hash: Buffer;
}

/**
 * Replaces the account's email by the one that the code was mailed to. Every other session ends.
 * @throws DomainError InvalidOrExpiredCode, also where the address has become somebody else's meanwhile
 */
export async function proveNewEmail(
  { db, events }: Services,
  { session, code, origin }: { session: Session; code: string; origin: Origin },
): Promise<UserRow> {
  const { userId } = session;
  const pending = await countAttempt(db, userId);
  if (pending === undefined || !isRightCode(pending, { userId, code })) {
    throw new DomainError('InvalidOrExpiredCode');
  }
  const ended = await inTransaction(db, async (trx) => {
    const ended = await spendCode(trx, { pending, session, origin });
    if (ended === undefined) throw new DomainError('InvalidOrExpiredCode');
    return ended;
  });
  events.publish([ended, { userId, topics: ['account'] }]);
  return getUser(db.kysely, userId);
}

/** Counted and committed before the code is looked at, so that tries in parallel can't be more than there are. */
async function countAttempt(db: Database, userId: string): Promise<PendingChange | undefined> {
  const { rows } = await db.pool.query<PendingChange>(
    `update email_verification
     set code_attempts = code_attempts + 1
     where user_id = $1 and purpose = $2 and code_attempts < $3 and code_expires_at > now()
     returning email, code_hash`,
    [userId, emailChangePurpose, securityParameters.emailCode.triesMax],
  );
  return rows[0];
}

function isRightCode(pending: PendingChange, { userId, code }: { userId: string; code: string }): boolean {
  const binding = { userId, email: pending.email, purpose: emailChangePurpose };
  return timingSafeEqual(hashCode(code, binding), pending.code_hash);
}

/** Undefined where another call was faster, the change was asked for anew, or the address is not free. */
async function spendCode(
  trx: Transaction,
  { pending, session, origin }: { pending: PendingChange; session: Session; origin: Origin },
): Promise<SessionsEndedEvent | undefined> {
  await lockEmail(trx, pending.email);
  const { rowCount } = await trx.client.query(
    'delete from email_verification where user_id = $1 and purpose = $2 and code_hash = $3',
    [session.userId, emailChangePurpose, pending.code_hash],
  );
  if (rowCount !== 1) return undefined;
  return replaceEmail(trx, {
    userId: session.userId,
    newEmail: pending.email,
    keptSessionId: session.id,
    actor: 'person',
    origin,
  });
}
