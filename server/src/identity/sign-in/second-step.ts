import type { PasskeyAssertion, PasskeyOptions } from '@mercury/contract/api/passkeys.ts';
import { DomainError } from '../../errors.ts';
import type { RequestContext } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { tellPerson } from '../events/tell-person.ts';
import { checkTwoFactorCode, countTry, tellCountedCode } from '../factors/check-code.ts';
import {
  createAssertionOptions,
  noteUse,
  verifyAssertion,
  type VerifiedAssertion,
} from '../factors/passkey-assertion.ts';
import { findPasskey } from '../factors/passkeys.ts';
import { findRecoveryCode, spendRecoveryCode } from '../factors/recovery-codes.ts';
import type { UserRow } from '../person/person.ts';
import {
  completeChallenge,
  countChallengeTry,
  findChallenge,
  recordingFailure,
  type Challenge,
} from './challenge.ts';

/** @throws DomainError InvalidTwoFactorCode, ChallengeExpired, AccountFrozen, RateLimitExceeded */
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

/**
 * For a person who lost the authenticator. Spends the code, and the session may set up two-factor anew.
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

/**
 * The password was right, so a touch is enough as the second factor. The challenge is bound to this sign-in, and a new
 * request replaces it.
 * @throws DomainError ChallengeExpired
 */
export async function offerPasskeys(
  { db, config }: Pick<Services, 'db' | 'config'>,
  tempToken: string,
): Promise<PasskeyOptions> {
  const { tokenHash, user } = await findChallenge(db, tempToken);
  const { rows } = await db.pool.query<{ credential_id: string; transports: string[] }>(
    'select credential_id, transports from passkey where user_id = $1 order by id',
    [user.id],
  );
  const { options, challenge } = await createAssertionOptions(config, {
    userVerification: 'preferred',
    allowCredentials: rows.map((row) => ({ id: row.credential_id, transports: row.transports })),
  });
  const { rowCount } = await db.pool.query(
    'update sign_in_challenge set passkey_challenge = $2 where token_hash = $1',
    [tokenHash, challenge],
  );
  if (rowCount !== 1) throw new DomainError('ChallengeExpired');
  return options;
}

/**
 * A wrong passkey costs a try of this sign-in. It helps no guessing, so wrong codes elsewhere don't block a passkey.
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
