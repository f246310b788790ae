import type { PasskeyAttestation } from '@mercury/contract/api/passkeys.ts';
import {
  verifyRegistrationResponse,
  type RegistrationResponseJSON,
  type VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { Config } from '../../config.ts';
import { passkeyAlgorithms, relyingPartyOf } from './relying-party.ts';

export type NewPasskey = Required<VerifiedRegistrationResponse>['registrationInfo'];

/**
 * Holds what a browser made against what it was asked for (WebAuthn, 7.1). Undefined for whatever is wrong with it.
 */
export async function verifyAttestation(
  config: Pick<Config, 'publicUrl'>,
  { credential, challenge }: { credential: PasskeyAttestation; challenge: string },
): Promise<NewPasskey | undefined> {
  const relyingParty = relyingPartyOf(config);
  try {
    if (namesItsMaker(credential)) return undefined;
    const outcome = await verifyRegistrationResponse({
      // The contract's schema is that very JSON; only its type says `undefined` where the library's says absent.
      response: credential as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: passkeyAlgorithms,
    });
    return outcome.registrationInfo;
  } catch {
    // The library throws a plain Error for each thing that is wrong with the answer, and has no other reason to.
    return undefined;
  }
}

/**
 * No browser sends what was not asked for: certificates come from somebody who wants them read. That is much code for
 * nothing, and it may ask the network for lists of revoked ones.
 */
function namesItsMaker({ response }: PasskeyAttestation): boolean {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const format = attestation.get('fmt');
  // An authenticator that signs with the new key itself may do so unasked (WebAuthn, 5.1.3).
  const isSelfSigned = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  return format !== 'none' && !isSelfSigned;
}
