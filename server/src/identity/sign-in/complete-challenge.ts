import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import type { RequestContext } from '../../http/caller.ts';
import { forgetTries } from '../factors/check-code.ts';
import type { UserRow } from '../person/person.ts';
import { spendChallenge, type Challenge } from './challenge.ts';
import { completeSignIn } from './complete-sign-in.ts';

export interface ChallengeAnswer {
  readonly challenge: Challenge;
  readonly context: RequestContext;
  readonly canRenewTwoFactor?: boolean;
  /** What goes with the answer, in the same transaction: it throws where the answer is not right any more. */
  readonly spend?: (trx: Transaction) => Promise<void>;
}

/**
 * Opens the session of a sign-in whose second factor was right. Of those who answer one challenge together, one does.
 * @throws DomainError ChallengeExpired, AccountFrozen
 */
export async function completeChallenge(
  db: Database,
  { challenge, context, spend, ...rest }: ChallengeAnswer,
): Promise<{ token: string; user: UserRow }> {
  const { user, isRemembered } = challenge;
  const token = await inTransaction(db, async (trx) => {
    // It locks the account first, as everybody does who then ends challenges: none waits for the other in a circle.
    const opened = await completeSignIn(trx, { user, isRemembered, context, ...rest });
    await spendChallenge(trx, challenge);
    await spend?.(trx);
    await forgetTries(trx, user.id);
    return opened;
  });
  return { token, user };
}
