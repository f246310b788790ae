import { limits } from '@mercury/contract/limits.ts';
import type { PasskeyOptions } from '@mercury/contract/api/passkeys.ts';
import type { Proof } from '@mercury/contract/api/security.ts';
import { generateRegistrationOptions } from '@simplewebauthn/server';
import { inTransaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { RequestContext, Session } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { lockCheckedUser } from '../person/locks.ts';
import { getUser } from '../person/person.ts';
import { checkProof } from './check-proof.ts';
import { findPasskeysOf } from './find-passkey.ts';
import { keepChallenge } from './passkey-challenge.ts';
import { passkeyAlgorithms, passkeyTimeoutMs, relyingPartyOf, userHandleOf } from './relying-party.ts';

/**
 * What a browser needs to make a passkey for an account: one that is found without a name being typed, and that verifies
 * its person. An authenticator that holds one of the account already makes no second. It costs a proof of its own, which the
 * challenge then stands for: a passkey outlives the session, so that whoever took its token must not be able to make one.
 * @throws DomainError TooManyPasskeys, TwoFactorCodeRequired, InvalidTwoFactorCode, WrongPassword, ValidationFailed,
 * RateLimitExceeded, Busy
 */
export async function offerCreation(
  services: Pick<Services, 'db' | 'config' | 'secretBox' | 'log'>,
  { session, proof, context }: { session: Session; proof: Proof; context: RequestContext },
): Promise<{ options: PasskeyOptions; challengeToken: string }> {
  const { db, config } = services;
  const { userId } = session;
  const user = await getUser(db.kysely, userId);
  const existing = await findPasskeysOf(db, userId);
  if (existing.length >= limits.passkeysMax) throw new DomainError('TooManyPasskeys');
  await checkProof(services, user, { proof, context });
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
  const challengeToken = await inTransaction(db, async (trx) => {
    await lockCheckedUser(trx, session, user);
    return keepChallenge(trx.client, { challenge: options.challenge, userId });
  });
  return { options: { ...options }, challengeToken };
}
