import type { PasskeyAttestation, PasskeyOptions } from '@mercury/contract/api/passkeys.ts';
import type { Proof } from '@mercury/contract/api/security.ts';
import { limits } from '@mercury/contract/limits.ts';
import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type RegistrationResponseJSON,
  type VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import { v7 as uuidv7 } from 'uuid';
import type { Config } from '../../config.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import type { Origin, RequestContext, Session } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { tellPerson } from '../events/tell-person.ts';
import { lockCheckedUser } from '../person/locks.ts';
import { getUser } from '../person/person.ts';
import { checkProof } from './check-proof.ts';
import {
  keepChallenge,
  passkeyAlgorithms,
  passkeyTimeoutMs,
  relyingPartyOf,
  takeChallenge,
  userHandleOf,
} from './passkey-ceremony.ts';
import { findPasskeysOf, type PasskeyRow } from './passkeys.ts';

/**
 * Needs its own proof, for which the challenge then stands: a passkey outlives the session, so a thief of a session token must
 * not get one.
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
    // The maker of the device is the person's own business.
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

interface PasskeyCreation {
  readonly challengeToken: string;
  readonly name: string;
  readonly credential: PasskeyAttestation;
  readonly origin: Origin;
}

// WebAuthn, 4: at most 1023 bytes, 1364 characters in base64url.
const credentialIdLengthMax = 1364;

/**
 * The proof must still hold: a new password or second factor ends the challenge, even in the same moment.
 * @throws DomainError PasskeyRefused, PasskeyExists, TooManyPasskeys, WrongPassword, InvalidTwoFactorCode
 */
export async function createPasskey(
  { db, config, events }: Pick<Services, 'db' | 'config' | 'events'>,
  session: Session,
  { challengeToken, name, credential, origin }: PasskeyCreation,
): Promise<PasskeyRow> {
  const { userId } = session;
  const asOffered = await getUser(db.kysely, userId);
  const challenge = await takeChallenge(db, { token: challengeToken, userId });
  const made = challenge && (await verifyAttestation(config, { credential, challenge }));
  if (!made || made.credential.id.length > credentialIdLengthMax) throw new DomainError('PasskeyRefused');
  const passkey = await inTransaction(db, async (trx) => {
    const user = await lockCheckedUser(trx, session, asOffered);
    await requireRoom(trx, userId);
    const kept = await keep(trx, { userId, name, made });
    if (kept === undefined) throw new DomainError('PasskeyExists');
    await tellPerson(trx, user, { kind: 'passkey_added', actor: 'person', origin });
    return kept;
  });
  events.publish([{ userId, topics: ['account'] }]);
  return passkey;
}

async function requireRoom(trx: Transaction, userId: string): Promise<void> {
  const { count } = one(
    await trx.client.query<{ count: number }>(
      'select count(*)::integer as count from passkey where user_id = $1',
      [userId],
    ),
  );
  if (count >= limits.passkeysMax) throw new DomainError('TooManyPasskeys');
}

/** Undefined if any account has that passkey. */
async function keep(
  trx: Transaction,
  { userId, name, made }: { userId: string; name: string; made: NewPasskey },
): Promise<PasskeyRow | undefined> {
  const { credential, credentialBackedUp } = made;
  return trx.kysely
    .insertInto('passkey')
    .values({
      id: uuidv7(),
      user_id: userId,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      signature_count: BigInt(credential.counter),
      transports: knownTransports(credential.transports ?? []),
      name,
      is_synced: credentialBackedUp,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** A hint for browsers: how they may reach the authenticator (WebAuthn, 5.8.4). */
const transportNames = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

function knownTransports(transports: readonly string[]): string[] {
  return transportNames.filter((name) => transports.includes(name));
}

type NewPasskey = Required<VerifiedRegistrationResponse>['registrationInfo'];

/** WebAuthn, 7.1. Undefined if anything is wrong. */
async function verifyAttestation(
  config: Pick<Config, 'publicUrl'>,
  { credential, challenge }: { credential: PasskeyAttestation; challenge: string },
): Promise<NewPasskey | undefined> {
  const relyingParty = relyingPartyOf(config);
  try {
    if (namesItsMaker(credential)) return undefined;
    const outcome = await verifyRegistrationResponse({
      // The same JSON. Its type allows `undefined` where the library wants absent keys.
      response: credential as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: passkeyAlgorithms,
    });
    return outcome.registrationInfo;
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
