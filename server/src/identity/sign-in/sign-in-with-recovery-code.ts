import { DomainError } from '../../errors.ts';
import type { RequestContext } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { tellPerson } from '../events/tell-person.ts';
import { countTry } from '../factors/check-code.ts';
import { findRecoveryCode, spendRecoveryCode } from '../factors/recovery-codes.ts';
import { tellCountedCode } from '../factors/tell-wrong-codes.ts';
import type { UserRow } from '../person/person.ts';
import { countChallengeTry } from './challenge.ts';
import { completeChallenge } from './complete-challenge.ts';
import { recordingFailure } from './record-failure.ts';

/**
 * The second step of a sign-in for somebody who lost the authenticator. The code is spent, and the session may set
 * two-factor up anew.
 * @throws DomainError InvalidRecoveryCode, ChallengeExpired, AccountFrozen, RateLimitExceeded, Busy
 */
export async function signInWithRecoveryCode(
  services: Pick<Services, 'db' | 'log'>,
  { tempToken, recoveryCode }: { tempToken: string; recoveryCode: string },
  context: RequestContext,
): Promise<{ token: string; user: UserRow }> {
  const { db } = services;
  const challenge = await countChallengeTry(db, tempToken);
  const { user } = challenge;
  const { triesInRow } = await countTry(db, user.id, 'recovery');
  return recordingFailure(db, { userId: user.id, origin: context }, async () => {
    const codeHash = await findRecoveryCode(db, { userId: user.id, typed: recoveryCode });
    if (codeHash === undefined) {
      await tellCountedCode(services, { userId: user.id, origin: context, wrongInRow: triesInRow });
      throw new DomainError('InvalidRecoveryCode');
    }
    return completeChallenge(db, {
      challenge,
      context,
      canRenewTwoFactor: true,
      async spend(trx) {
        const isSpent = await spendRecoveryCode(trx, { userId: user.id, codeHash });
        if (!isSpent) throw new DomainError('InvalidRecoveryCode');
        await tellPerson(trx, user, { kind: 'recovery_code_used', actor: 'person', origin: context });
      },
    });
  });
}
