import type { PasskeyAssertion, PasskeyOptions } from '@mercury/contract/api/passkeys.ts';
import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  type AuthenticationResponseJSON,
  type VerifiedAuthenticationResponse,
} from '@simplewebauthn/server';
import type { Config } from '../../config.ts';
import type { Transaction } from '../../db/database.ts';
import { passkeyTimeoutMs, relyingPartyOf } from './passkey-ceremony.ts';
import type { PasskeyRow } from './passkeys.ts';

interface AssertionWish {
  readonly userVerification: 'required' | 'preferred';
  /** Absent: the browser offers any passkey that it finds, and the passkey names its account. */
  readonly allowCredentials?: { id: string; transports: string[] }[];
}

export async function createAssertionOptions(
  config: Pick<Config, 'publicUrl'>,
  wish: AssertionWish,
): Promise<{ options: PasskeyOptions; challenge: string }> {
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(config).id,
    timeout: passkeyTimeoutMs,
    ...wish,
  });
  return { options: { ...options }, challenge: options.challenge };
}

interface AssertionCheck {
  readonly passkey: Omit<PasskeyRow, 'user_id'>;
  readonly credential: PasskeyAssertion;
  readonly challenge: string;
  /** By finger, face or PIN. The passkey is then two factors in one. */
  readonly isUserVerificationRequired: boolean;
}

export interface VerifiedAssertion {
  readonly passkeyId: string;
  readonly signatureCount: number;
  readonly isSynced: boolean;
}

/**
 * Checks a browser's answer against a passkey (WebAuthn, 7.2): type, challenge, origin, relying party, flags, signature and
 * counter. Undefined if anything is wrong.
 */
export async function verifyAssertion(
  config: Pick<Config, 'publicUrl'>,
  { passkey, credential, challenge, isUserVerificationRequired }: AssertionCheck,
): Promise<VerifiedAssertion | undefined> {
  const relyingParty = relyingPartyOf(config);
  let outcome: VerifiedAuthenticationResponse;
  try {
    outcome = await verifyAuthenticationResponse({
      // The contract's schema is the same JSON. Its type allows `undefined` where the library's type wants absent keys.
      response: credential as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: isUserVerificationRequired,
      credential: {
        id: passkey.credential_id,
        publicKey: Uint8Array.from(passkey.public_key),
        counter: Number(passkey.signature_count),
        transports: passkey.transports,
      },
    });
  } catch {
    // The library throws a plain Error for everything that is wrong with the answer, and for no other reason.
    return undefined;
  }
  if (!outcome.verified) return undefined;
  const { newCounter, credentialBackedUp } = outcome.authenticationInfo;
  return { passkeyId: passkey.id, signatureCount: newCounter, isSynced: credentialBackedUp };
}

/** Keeps the counter. False if a parallel use (a cloned passkey's, for example) had it already, or the passkey was removed. */
export async function noteUse(trx: Transaction, verified: VerifiedAssertion): Promise<boolean> {
  const { rowCount } = await trx.client.query(
    `update passkey set signature_count = $2, is_synced = $3, last_used_at = now()
     where id = $1 and (signature_count < $2 or (signature_count = 0 and $2 = 0))`,
    [verified.passkeyId, verified.signatureCount, verified.isSynced],
  );
  return rowCount === 1;
}
