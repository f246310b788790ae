import type { RequestContext } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { checkTwoFactorCode } from '../factors/check-code.ts';
import type { UserRow } from '../person/person.ts';
import { countChallengeTry } from './challenge.ts';
import { completeChallenge } from './complete-challenge.ts';
import { recordingFailure } from './record-failure.ts';

/**
 * The second step of a sign-in, with a code of the authenticator app.
 * @throws DomainError InvalidTwoFactorCode, ChallengeExpired, AccountFrozen, RateLimitExceeded
 */
export async function signInWithCode(
  services: Pick<Services, 'db' | 'secretBox' | 'log'>,
  { tempToken, twoFactorCode }: { tempToken: string; twoFactorCode: string },
  context: RequestContext,
): Promise<{ token: string; user: UserRow }> {
  const challenge = await countChallengeTry(services.db, tempToken);
  const userId = challenge.user.id;
  await recordingFailure(services.db, { userId, origin: context }, () =>
    checkTwoFactorCode(services, { userId, code: twoFactorCode, origin: context }),
  );
  return completeChallenge(services.db, { challenge, context });
}
