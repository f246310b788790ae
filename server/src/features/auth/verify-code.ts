import { timingSafeEqual } from 'node:crypto';
import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { RequestContext } from '../../http/caller.ts';
import { getUser, type UserRow } from '../users/find-user.ts';
import { inEvenTime } from './even-time.ts';
import { registrationPurpose } from './issue-verification.ts';
import { hashCode } from './secrets.ts';
import { startSession } from './start-session.ts';

// Well above what counting a try writes.
const durationMsMin = 150;

const attemptsMax = 5;

interface PendingVerification {
  user_id: string;
  email: string;
  code_hash: Buffer;
}

/**
 * Proves an account's email by the mailed code, and signs its person in: a code works once, so this is the account's
 * first proof. Unknown emails, proved ones, wrong and spent codes are all the same to the caller.
 * @throws DomainError InvalidOrExpiredCode
 */
export async function verifyCode(
  db: Database,
  input: { email: string; code: string },
  context: RequestContext,
): Promise<{ token: string; user: UserRow }> {
  return inEvenTime(durationMsMin, async () => {
    const pending = await countAttempt(db, input.email);
    if (pending === undefined || !isRightCode(pending, input.code))
      throw new DomainError('InvalidOrExpiredCode');
    return inTransaction(db, async (trx) => {
      if (!(await spendCode(trx, pending))) throw new DomainError('InvalidOrExpiredCode');
      const token = await startSession(trx, { userId: pending.user_id, isRemembered: false, context });
      return { token, user: await getUser(trx.kysely, pending.user_id) };
    });
  });
}

/** Counted and committed before the code is looked at, so that tries in parallel can't be more than there are. */
async function countAttempt(db: Database, email: string): Promise<PendingVerification | undefined> {
  const { rows } = await db.pool.query<PendingVerification>(
    `update email_verification
     set code_attempts = code_attempts + 1
     from app_user
     where app_user.id = email_verification.user_id
       and lower(app_user.email) = lower($1)
       and email_verification.purpose = $2
       and code_attempts < $3
       and code_expires_at > now()
     returning email_verification.user_id, email_verification.email, code_hash`,
    [email, registrationPurpose, attemptsMax],
  );
  return rows[0];
}

function isRightCode(pending: PendingVerification, code: string): boolean {
  const binding = { userId: pending.user_id, email: pending.email, purpose: registrationPurpose };
  return timingSafeEqual(hashCode(code, binding), pending.code_hash);
}

/** False where somebody was faster, or a resend replaced the code meanwhile. */
async function spendCode(trx: Transaction, pending: PendingVerification): Promise<boolean> {
  const { rowCount } = await trx.client.query(
    `with spent as (
       delete from email_verification where user_id = $1 and purpose = $2 and code_hash = $3 returning user_id, email
     )
     update app_user set email_verified_at = now()
     from spent
     where app_user.id = spent.user_id and app_user.email = spent.email and app_user.email_verified_at is null`,
    [pending.user_id, registrationPurpose, pending.code_hash],
  );
  return rowCount === 1;
}
