import type { PasskeyAssertion } from '@mercury/contract/api/passkeys.ts';
import { inTransaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { RequestContext } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { noteUse, verifyAssertion, type VerifiedAssertion } from '../factors/passkey-assertion.ts';
import { takeChallenge, userHandleOf } from '../factors/passkey-ceremony.ts';
import { findPasskey } from '../factors/passkeys.ts';
import { getUser, type UserRow } from '../person/person.ts';
import { completeSignIn } from './complete-sign-in.ts';

export interface PasskeySignIn {
  readonly challengeToken: string;
  readonly credential: PasskeyAssertion;
  readonly rememberMe?: boolean | undefined;
}

/**
 * The passkey names its account and has verified its person, so no password and no code is needed. A refusal gives no
 * reason.
 * @throws DomainError InvalidCredentials, AccountFrozen
 */
export async function signInWithPasskey(
  services: Pick<Services, 'db' | 'config'>,
  { challengeToken, credential, rememberMe }: PasskeySignIn,
  context: RequestContext,
): Promise<{ token: string; user: UserRow }> {
  const refusal = new DomainError('InvalidCredentials', { textKey: 'auth.passkeyRefused' });
  const challenge = await takeChallenge(services.db, { token: challengeToken });
  const shown = challenge && (await identify(services, { credential, challenge }));
  if (!shown) throw refusal;
  const { user, verified } = shown;
  const token = await inTransaction(services.db, async (trx) => {
    const opened = await completeSignIn(trx, { user, isRemembered: rememberMe ?? false, context });
    if (!(await noteUse(trx, verified))) throw refusal;
    return opened;
  });
  return { token, user };
}

/** WebAuthn, 7.2, step 6: the caller named no account, so the authenticator must name the passkey's. */
async function identify(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { credential, challenge }: { credential: PasskeyAssertion; challenge: string },
): Promise<{ user: UserRow; verified: VerifiedAssertion } | undefined> {
  const passkey = await findPasskey(db, credential.id);
  if (passkey === undefined) return undefined;
  const handle = Buffer.from(userHandleOf(passkey.user_id)).toString('base64url');
  if (credential.response.userHandle !== handle) return undefined;
  const user = await getUser(db.kysely, passkey.user_id);
  if (user.deleted_at !== null || user.email_verified_at === null) return undefined;
  const verified = await verifyAssertion(config, {
    passkey,
    credential,
    challenge,
    isUserVerificationRequired: true,
  });
  return verified && { user, verified };
}
