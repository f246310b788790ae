import { inTransaction, type Database } from '../../db/database.ts';
import { tellPerson } from '../events/tell-person.ts';
import { lockForOperator, publishWithCommit } from '../person/operator-transaction.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { turnOffTwoFactor } from './take-off-two-factor.ts';

/**
 * For somebody who lost both authenticator and recovery codes, or whose account a stranger has closed with theirs: who it
 * is, the operator has to be sure of. False where two-factor is off already.
 */
export function removeTwoFactorByOperator(db: Database, userId: string): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const user = await lockForOperator(trx, userId);
    if (user.two_factor_enabled_at === null) return false;
    await turnOffTwoFactor(trx, userId);
    await tellPerson(trx, user, { kind: 'two_factor_disabled', actor: 'operator' });
    await publishWithCommit(trx, [await endSessions(trx, { userId })]);
    return true;
  });
}
