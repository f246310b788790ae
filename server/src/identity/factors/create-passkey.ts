import type { PasskeyAttestation, PasskeyOptions } from '@mercury/contract/api/passkeys.ts';
import type { Proof } from '@mercury/contract/api/security.ts';
import { limits } from '@mercury/contract/limits.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import type { Origin, RequestContext, Session } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { tellPerson } from '../events/tell-person.ts';
import { lockCheckedUser } from '../person/locks.ts';
import { getUser } from '../person/person.ts';
import { checkProof } from './check-proof.ts';
import { createAttestationOptions, verifyAttestation, type MadePasskey } from './passkey-attestation.ts';
import { keepChallenge, takeChallenge } from './passkey-ceremony.ts';
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
  const { options, challenge } = await createAttestationOptions(config, {
    ownerId: userId,
    userName: user.username,
    displayName: user.name,
    existing,
  });
  const challengeToken = await inTransaction(db, async (trx) => {
    await lockCheckedUser(trx, session, user);
    return keepChallenge(trx.client, { challenge, userId });
  });
  return { options, challengeToken };
}

interface PasskeyCreation {
  readonly challengeToken: string;
  readonly name: string;
  readonly credential: PasskeyAttestation;
  readonly origin: Origin;
}

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
  if (!made) throw new DomainError('PasskeyRefused');
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
  { userId, name, made }: { userId: string; name: string; made: MadePasskey },
): Promise<PasskeyRow | undefined> {
  return trx.kysely
    .insertInto('passkey')
    .values({ id: uuidv7(), user_id: userId, name, ...made })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst();
}
