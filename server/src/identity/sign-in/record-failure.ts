import type { ErrorCode } from '@mercury/contract/errors.ts';
import { inTransaction, type Database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Origin } from '../../http/caller.ts';
import { recordSecurityEvent } from '../events/security-events.ts';

const refusals: ReadonlySet<ErrorCode> = new Set([
  'InvalidTwoFactorCode',
  'InvalidRecoveryCode',
  'PasskeyRefused',
]);

/**
 * Keeps a wrong second factor of a sign-in in the account's history: whoever tried it had the password. The refusal
 * itself goes on to the caller.
 */
export async function recordingFailure<Result>(
  db: Database,
  { userId, origin }: { userId: string; origin: Origin },
  check: () => Promise<Result>,
): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof DomainError && refusals.has(error.code)) {
      await inTransaction(db, (trx) =>
        recordSecurityEvent(trx, userId, { kind: 'second_factor_failed', actor: 'person', origin }),
      );
    }
    throw error;
  }
}
