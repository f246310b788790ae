import type { PasskeyAssertion } from '@mercury/contract/api/passkeys.ts';
import { DomainError } from '../../errors.ts';
import type { RequestContext } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { findPasskey } from '../factors/find-passkey.ts';
import { noteUse, verifyAssertion, type VerifiedAssertion } from '../factors/verify-assertion.ts';
import type { UserRow } from '../person/person.ts';
import { countChallengeTry, type Challenge } from './challenge.ts';
import { completeChallenge } from './complete-challenge.ts';
import { recordingFailure } from './record-failure.ts';

/**
 * The second step of a sign-in, with one of the account's passkeys. A wrong one costs a try of this sign-in and is
 * no use to whoever would guess: wrong codes elsewhere don't keep anybody's passkey out.
 * @throws DomainError PasskeyRefused, ChallengeExpired, AccountFrozen, RateLimitExceeded
 */
export async function signInWithPasskeyFactor(
  services: Pick<Services, 'db' | 'config'>,
  { tempToken, credential }: { tempToken: string; credential: PasskeyAssertion },
  context: RequestContext,
): Promise<{ token: string; user: UserRow }> {
  const { db } = services;
  const challenge = await countChallengeTry(db, tempToken);
  const userId = challenge.user.id;
  return recordingFailure(db, { userId, origin: context }, async () => {
    const verified = await verifyOwnPasskey(services, challenge, credential);
    if (verified === undefined) throw new DomainError('PasskeyRefused');
    return completeChallenge(db, {
      challenge,
      context,
      async spend(trx) {
        if (!(await noteUse(trx, verified))) throw new DomainError('PasskeyRefused');
      },
    });
  });
}

async function verifyOwnPasskey(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { user, passkeyChallenge }: Challenge,
  credential: PasskeyAssertion,
): Promise<VerifiedAssertion | undefined> {
  if (passkeyChallenge === null) return undefined;
  const passkey = await findPasskey(db, credential.id);
  if (passkey?.user_id !== user.id) return undefined;
  return verifyAssertion(config, {
    passkey,
    credential,
    challenge: passkeyChallenge,
    isUserVerificationRequired: false,
  });
}
