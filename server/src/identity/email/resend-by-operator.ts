import { appendEntry, type Actor } from '../../audit/append-entry.ts';
import { inTransaction, type Database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Origin } from '../../http/caller.ts';
import { lockEmail, lockForOperator } from '../person/locks.ts';
import { findUserById, findVerifiedUserByEmail } from '../person/person.ts';
import { issueVerification } from './issue-verification.ts';

/**
 * Within the same hourly limits as a person's own request.
 * @throws DomainError NotFound, EmailAlreadyProved (also by another account), RateLimitExceeded
 */
export function resendVerificationByOperator(
  db: Database,
  {
    userId,
    actor,
    reason,
    origin,
  }: { userId: string; actor: Actor; reason: string; origin: Pick<Origin, 'networkAddress'> },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const found = await findUserById(trx.kysely, userId);
    if (found === undefined) throw new DomainError('NotFound');
    await lockEmail(trx, found.email);
    const user = await lockForOperator(trx, userId);
    // Changed while the lock was waited for: whoever asks sees the file anew.
    if (user.email !== found.email) throw new DomainError('Busy');
    if ((await findVerifiedUserByEmail(trx.kysely, user.email)) !== undefined)
      throw new DomainError('EmailAlreadyProved');
    if (!(await issueVerification(trx, user, origin))) throw new DomainError('RateLimitExceeded');
    await appendEntry(trx, {
      actor,
      action: 'people.resend_mail',
      subject: { kind: 'person', id: userId },
      after: { username: user.username, mail: 'verify-email' },
      reason,
    });
  });
}
