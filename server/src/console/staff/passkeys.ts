import type { PasskeyAssertion, PasskeyAttestation, PasskeyOptions } from '@mercury/contract/api/passkeys.ts';
import { limits } from '@mercury/contract/limits.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Transaction } from '../../db/database.ts';
import { maybeOne, type Row } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import {
  createAssertionOptions,
  verifyAssertion,
  type VerifiedAssertion,
} from '../../identity/factors/passkey-assertion.ts';
import {
  createAttestationOptions,
  verifyAttestation,
  type MadePasskey,
} from '../../identity/factors/passkey-attestation.ts';
import { userHandleOf } from '../../identity/factors/passkey-ceremony.ts';
import { createToken, hashToken } from '../../identity/secrets/tokens.ts';
import { securityParameters } from '../../security-parameters.ts';

type StaffPasskeyRow = Row<'staff_passkey'>;

/** The site of the console's passkeys. */
interface Site {
  readonly publicUrl: URL;
}

/** Whose challenge it is: an invitation's, a member's, or nobody's, for somebody who is about to sign in. */
export type ChallengeOwner = { readonly invitationId: string } | { readonly staffId: string } | undefined;

interface Offer {
  readonly options: PasskeyOptions;
  readonly challengeToken: string;
}

export async function offerPasskeyUse(db: Database, site: Site, staffId?: string): Promise<Offer> {
  const { options, challenge } = await createAssertionOptions(site, {
    userVerification: 'required',
    ...(staffId !== undefined && {
      allowCredentials: (await listStaffPasskeys(db, staffId)).map((row) => ({
        id: row.credential_id,
        transports: row.transports,
      })),
    }),
  });
  const owner = staffId === undefined ? undefined : { staffId };
  return { options, challengeToken: await keepChallenge(db, { challenge, owner }) };
}

export async function offerPasskeyCreation(
  db: Database,
  site: Site,
  wish: { owner: NonNullable<ChallengeOwner>; ownerId: string; email: string; name: string },
): Promise<Offer> {
  const existing = await listStaffPasskeys(db, wish.ownerId);
  if (existing.length >= limits.passkeysMax) throw new DomainError('TooManyPasskeys');
  const { options, challenge } = await createAttestationOptions(site, {
    ownerId: wish.ownerId,
    userName: wish.email,
    displayName: wish.name,
    existing,
  });
  return { options, challengeToken: await keepChallenge(db, { challenge, owner: wish.owner }) };
}

async function keepChallenge(
  { pool }: Database,
  { challenge, owner }: { challenge: string; owner: ChallengeOwner },
): Promise<string> {
  const token = createToken();
  const { invitationId, staffId } = idsOf(owner);
  await pool.query(
    `insert into staff_challenge (token_hash, invitation_id, staff_id, challenge, expires_at)
     values ($1, $2, $3, $4, now() + make_interval(mins => $5))`,
    [hashToken(token), invitationId, staffId, challenge, securityParameters.passkeyChallengeMinutes],
  );
  return token;
}

function idsOf(owner: ChallengeOwner): { invitationId: string | null; staffId: string | null } {
  return { invitationId: null, staffId: null, ...owner };
}

/** Spends and commits the challenge before the answer is checked, whether the answer is right or wrong. */
async function takeChallenge(
  { pool }: Database,
  { token, owner }: { token: string; owner: ChallengeOwner },
): Promise<string | undefined> {
  const { invitationId, staffId } = idsOf(owner);
  const taken = maybeOne(
    await pool.query<{ challenge: string }>(
      `delete from staff_challenge
       where token_hash = $1 and invitation_id is not distinct from $2 and staff_id is not distinct from $3
         and expires_at > now()
       returning challenge`,
      [hashToken(token), invitationId, staffId],
    ),
  );
  return taken?.challenge;
}

/** @throws DomainError PasskeyRefused */
export async function readMadePasskey(
  db: Database,
  site: Site,
  made: { owner: NonNullable<ChallengeOwner>; challengeToken: string; credential: PasskeyAttestation },
): Promise<MadePasskey> {
  const challenge = await takeChallenge(db, { token: made.challengeToken, owner: made.owner });
  const passkey = challenge && (await verifyAttestation(site, { credential: made.credential, challenge }));
  if (!passkey) throw new DomainError('PasskeyRefused');
  return passkey;
}

/** @throws DomainError PasskeyExists */
export async function keepStaffPasskey(
  { kysely }: Transaction,
  { staffId, label, made }: { staffId: string; label: string; made: MadePasskey },
): Promise<StaffPasskeyRow> {
  const kept = await kysely
    .insertInto('staff_passkey')
    .values({ id: uuidv7(), staff_id: staffId, name: label, ...made })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (kept === undefined) throw new DomainError('PasskeyExists');
  return kept;
}

export interface ShownPasskey {
  readonly staffId: string;
  readonly verified: VerifiedAssertion;
}

/**
 * Who shows a passkey that verified its person; undefined if anything is wrong. With `staffId`, only that member's.
 */
export async function identifyByPasskey(
  db: Database,
  site: Site,
  shown: { challengeToken: string; credential: PasskeyAssertion; staffId?: string },
): Promise<ShownPasskey | undefined> {
  const { challengeToken, credential, staffId } = shown;
  const owner = staffId === undefined ? undefined : { staffId };
  const challenge = await takeChallenge(db, { token: challengeToken, owner });
  if (challenge === undefined) return undefined;
  const passkey = await db.kysely
    .selectFrom('staff_passkey')
    .selectAll()
    .where('credential_id', '=', credential.id)
    .executeTakeFirst();
  if (passkey === undefined || (staffId !== undefined && passkey.staff_id !== staffId)) return undefined;
  // WebAuthn, 7.2, step 6: a passkey that was offered without a name must name its owner.
  const handle = Buffer.from(userHandleOf(passkey.staff_id)).toString('base64url');
  if (staffId === undefined && credential.response.userHandle !== handle) return undefined;
  const verified = await verifyAssertion(site, {
    passkey,
    credential,
    challenge,
    isUserVerificationRequired: true,
  });
  return verified && { staffId: passkey.staff_id, verified };
}

/** Keeps the counter. False if a parallel use had it already, or the passkey was removed. */
export async function noteStaffPasskeyUse(
  { client }: Transaction,
  verified: VerifiedAssertion,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update staff_passkey set signature_count = $2, is_synced = $3, last_used_at = now()
     where id = $1 and (signature_count < $2 or (signature_count = 0 and $2 = 0))`,
    [verified.passkeyId, verified.signatureCount, verified.isSynced],
  );
  return rowCount === 1;
}

/** Oldest first. */
export async function listStaffPasskeys({ kysely }: Database, staffId: string): Promise<StaffPasskeyRow[]> {
  return kysely
    .selectFrom('staff_passkey')
    .selectAll()
    .where('staff_id', '=', staffId)
    .orderBy('id')
    .execute();
}
