import type { PasskeyAttestation, PasskeyOptions } from '@mercury/contract/api/passkeys.ts';
import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { Config } from '../../config.ts';
import { passkeyAlgorithms, passkeyTimeoutMs, relyingPartyOf, userHandleOf } from './passkey-ceremony.ts';
import type { PasskeyRow } from './passkeys.ts';

interface AttestationWish {
  /** A UUID. */
  readonly ownerId: string;
  readonly userName: string;
  readonly displayName: string;
  /** An authenticator that has one of these makes no other. */
  readonly existing: readonly Pick<PasskeyRow, 'credential_id' | 'transports'>[];
}

export async function createAttestationOptions(
  config: Pick<Config, 'publicUrl'>,
  { ownerId, userName, displayName, existing }: AttestationWish,
): Promise<{ options: PasskeyOptions; challenge: string }> {
  const relyingParty = relyingPartyOf(config);
  const options = await generateRegistrationOptions({
    rpID: relyingParty.id,
    rpName: relyingParty.name,
    userID: userHandleOf(ownerId),
    userName,
    userDisplayName: displayName,
    timeout: passkeyTimeoutMs,
    supportedAlgorithmIDs: passkeyAlgorithms,
    // The maker of the device is the person's own business.
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: existing.map((row) => ({ id: row.credential_id, transports: row.transports })),
  });
  return { options: { ...options }, challenge: options.challenge };
}

/** What is kept of a new passkey. */
export type MadePasskey = Pick<
  PasskeyRow,
  'credential_id' | 'public_key' | 'signature_count' | 'transports' | 'is_synced'
>;

// WebAuthn, 4: at most 1023 bytes, 1364 characters in base64url.
const credentialIdLengthMax = 1364;

/** WebAuthn, 7.1. Undefined if anything is wrong. */
export async function verifyAttestation(
  config: Pick<Config, 'publicUrl'>,
  { credential, challenge }: { credential: PasskeyAttestation; challenge: string },
): Promise<MadePasskey | undefined> {
  const relyingParty = relyingPartyOf(config);
  try {
    if (namesItsMaker(credential)) return undefined;
    const { registrationInfo } = await verifyRegistrationResponse({
      // The same JSON. Its type allows `undefined` where the library wants absent keys.
      response: credential as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: passkeyAlgorithms,
    });
    if (!registrationInfo || registrationInfo.credential.id.length > credentialIdLengthMax) return undefined;
    const made = registrationInfo.credential;
    return {
      credential_id: made.id,
      public_key: Buffer.from(made.publicKey),
      signature_count: BigInt(made.counter),
      transports: knownTransports(made.transports ?? []),
      is_synced: registrationInfo.credentialBackedUp,
    };
  } catch {
    // The library throws a plain Error for a wrong answer, and for nothing else.
    return undefined;
  }
}

/**
 * No certificate is requested, and browsers send none unasked. Parsing one is much code for no gain and may fetch revocation
 * lists.
 */
function namesItsMaker({ response }: PasskeyAttestation): boolean {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const format = attestation.get('fmt');
  // An authenticator may sign with the new key without a request (WebAuthn, 5.1.3).
  const isSelfSigned = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  return format !== 'none' && !isSelfSigned;
}

/** A hint for browsers: how they may reach the authenticator (WebAuthn, 5.8.4). */
const transportNames = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

function knownTransports(transports: readonly string[]): string[] {
  return transportNames.filter((name) => transports.includes(name));
}
