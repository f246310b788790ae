import { limits } from '@mercury/contract/limits.ts';
import type { PasskeyAttestation } from '@mercury/contract/api/passkeys.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Origin, Session } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { tellPerson } from '../events/tell-person.ts';
import { lockCheckedUser } from '../person/locks.ts';
import { getUser } from '../person/person.ts';
import type { PasskeyRow } from './find-passkey.ts';
import { takeChallenge } from './passkey-challenge.ts';
import { verifyAttestation, type NewPasskey } from './verify-attestation.ts';

export interface PasskeyCreation {
  readonly challengeToken: string;
  readonly name: string;
  readonly credential: PasskeyAttestation;
  readonly origin: Origin;
}

// WebAuthn, 4: a credential's id has at most 1023 bytes; in base64url they are this long.
const credentialIdLengthMax = 1364;

/**
 * Keeps a passkey that the caller's browser has made for options which were offered to it. What was shown for them still holds:
 * a new password, or another second factor, ends the challenge, also where it comes at the same moment.
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
  const { rows } = await trx.client.query<{ count: number }>(
    'select count(*)::integer as count from passkey where user_id = $1',
    [userId],
  );
  if ((rows[0]?.count ?? 0) >= limits.passkeysMax) throw new DomainError('TooManyPasskeys');
}

/** Undefined where somebody has that very passkey already. */
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

/** How a browser may reach the authenticator (WebAuthn, 5.8.4); a hint, given back to browsers only. */
const transportNames = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

function knownTransports(transports: readonly string[]): string[] {
  return transportNames.filter((name) => transports.includes(name));
}
