import { limits } from '@mercury/contract/limits.ts';
import type { PasskeyOptions } from '@mercury/contract/api/passkeys.ts';
import { generateRegistrationOptions } from '@simplewebauthn/server';
import { DomainError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { getUser } from '../users/find-user.ts';
import { keepChallenge } from './challenge.ts';
import { findPasskeysOf } from './find-passkey.ts';
import { passkeyAlgorithms, passkeyTimeoutMs, relyingPartyOf, userHandleOf } from './relying-party.ts';

/**
 * What a browser needs to make a passkey for an account: one that is found without a name being typed, and that verifies
 * its person. An authenticator that holds one of the account already makes no second.
 * @throws DomainError TooManyPasskeys
 */
export async function offerCreation(
  { db, config }: Pick<Services, 'db' | 'config'>,
  userId: string,
): Promise<{ options: PasskeyOptions; challengeToken: string }> {
  const user = await getUser(db.kysely, userId);
  const existing = await findPasskeysOf(db, userId);
  if (existing.length >= limits.passkeysMax) throw new DomainError('TooManyPasskeys');
  const relyingParty = relyingPartyOf(config);
  const options = await generateRegistrationOptions({
    rpID: relyingParty.id,
    rpName: relyingParty.name,
    userID: userHandleOf(userId),
    userName: user.username,
    userDisplayName: user.name,
    timeout: passkeyTimeoutMs,
    supportedAlgorithmIDs: passkeyAlgorithms,
    // Which maker's device it is does not matter here, and is its person's own business.
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: existing.map((row) => ({ id: row.credential_id, transports: row.transports })),
  });
  const challengeToken = await keepChallenge(db, { challenge: options.challenge, userId });
  return { options: { ...options }, challengeToken };
}
