import type { PasskeyAttestation } from '@mercury/contract/api/passkeys.ts';
import type { Locale } from '@mercury/contract/locales.ts';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { appendEntry, type Actor } from '../../audit/append-entry.ts';
import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import type { Config } from '../../config.ts';
import { maybeOne, type Row } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import type { Origin } from '../../http/caller.ts';
import { createTotpSecret, findTotpStep, presentTotpSecret } from '../../identity/factors/totp.ts';
import { hashPassword } from '../../identity/secrets/password.ts';
import { createToken, hashToken } from '../../identity/secrets/tokens.ts';
import { securityParameters } from '../../security-parameters.ts';
import type { Services } from '../../services.ts';
import { consolePath, consoleUrlOf } from '../place.ts';
import { endNeedlessDelays } from '../proposals/delays.ts';
import { takeTurn } from '../proposals/queries.ts';
import { staffTotpPurpose } from './codes.ts';
import { findActiveMember } from './members.ts';
import { keepStaffPasskey, offerPasskeyCreation, readMadePasskey } from './passkeys.ts';
import { actorOf, startStaffSession } from './sessions.ts';

export type InvitationRow = Row<'staff_invitation'>;

interface ToInvite {
  readonly email: string;
  readonly role: string;
  readonly invitedBy: string;
}

/**
 * Invites somebody at once, as only the operator's command may. Returns the token of the link, which is stored nowhere; undefined
 * if the email is a member's already.
 */
export async function inviteStaff(
  db: Database,
  { actor, ...invited }: ToInvite & { actor: Actor },
): Promise<string | undefined> {
  return inTransaction(db, async (trx) => {
    await takeTurn(trx);
    const { email, role } = invited;
    if (await findActiveMember(trx.client, email)) return undefined;
    const { id, token } = await makeInvitation(trx, invited);
    await appendEntry(trx, {
      actor,
      action: 'staff.invite',
      subject: { kind: 'staff', id },
      after: { email, role },
    });
    return token;
  });
}

/** In the place of an open invitation of theirs. The caller holds the turn: the role must not go meanwhile. */
export async function makeInvitation(
  { client }: Transaction,
  { email, role, invitedBy }: ToInvite,
): Promise<{ id: string; token: string }> {
  await client.query(
    `update staff_invitation set withdrawn_at = now()
     where lower(email) = lower($1) and accepted_at is null and withdrawn_at is null`,
    [email],
  );
  const token = createToken();
  const id = uuidv7();
  await client.query(
    `insert into staff_invitation (id, token_hash, email, role, invited_by, expires_at)
     values ($1, $2, $3, $4, $5, now() + make_interval(hours => $6))`,
    [id, hashToken(token), email, role, invitedBy, securityParameters.staffInvitationHours],
  );
  return { id, token };
}

/** After "#", so that no server or proxy writes the token into a log. */
export function invitationLink(config: Pick<Config, 'publicUrl' | 'consoleHost'>, token: string): string {
  return new URL(`${consolePath}/invitation#${token}`, consoleUrlOf(config)).href;
}

/** @throws DomainError InvalidOrExpiredToken */
export async function readInvitation({ pool }: Database, token: string): Promise<InvitationRow> {
  return findOpen(pool, token);
}

async function findOpen(
  connection: Pick<pg.Pool, 'query'>,
  token: string,
  lock: '' | 'for update' = '',
): Promise<InvitationRow> {
  const row = maybeOne(
    await connection.query<InvitationRow>(
      `select * from staff_invitation
       where token_hash = $1 and accepted_at is null and withdrawn_at is null and expires_at > now() ${lock}`,
      [hashToken(token)],
    ),
  );
  if (row === undefined) throw new DomainError('InvalidOrExpiredToken');
  return row;
}

/** @throws DomainError InvalidOrExpiredToken */
export async function offerInvitedPasskey(
  db: Database,
  site: { readonly publicUrl: URL },
  { token, name }: { token: string; name: string },
) {
  const { id, email } = await findOpen(db.pool, token);
  return offerPasskeyCreation(db, site, { owner: { invitationId: id }, ownerId: id, email, name });
}

/** A secret that counts once a code of it is shown. Asking again replaces it. @throws DomainError InvalidOrExpiredToken */
export async function offerInvitedAuthenticator(
  { db, secretBox }: Pick<Services, 'db' | 'secretBox'>,
  token: string,
): Promise<{ secretKey: string; qrCodeUrl: string }> {
  const { id, email } = await findOpen(db.pool, token);
  const secret = createTotpSecret();
  await db.pool.query('update staff_invitation set pending_secret_sealed = $2 where id = $1', [
    id,
    secretBox.seal(secret, staffTotpPurpose(id)),
  ]);
  return presentTotpSecret(secret, email);
}

interface Joining {
  readonly token: string;
  readonly name: string;
  readonly locale: Locale;
  readonly origin: Origin;
}

/** @returns the token of a session. @throws DomainError InvalidOrExpiredToken, PasskeyRefused, PasskeyExists */
export async function joinWithPasskey(
  db: Database,
  site: { readonly publicUrl: URL },
  joining: Joining & { challengeToken: string; label: string; credential: PasskeyAttestation },
): Promise<string> {
  const { id } = await findOpen(db.pool, joining.token);
  const made = await readMadePasskey(db, site, { ...joining, owner: { invitationId: id } });
  return inTransaction(db, async (trx) => {
    await takeTurn(trx);
    const invitation = await takeInvitation(trx, joining.token);
    await insertMember(trx, invitation, joining);
    await keepStaffPasskey(trx, { staffId: id, label: joining.label, made });
    return completeJoining(trx, invitation, { ...joining, way: 'passkey' });
  });
}

/** @returns the token of a session. @throws DomainError InvalidOrExpiredToken, InvalidTwoFactorCode, Busy */
export async function joinWithPassword(
  { db, secretBox }: Pick<Services, 'db' | 'secretBox'>,
  joining: Joining & { password: string; twoFactorCode: string },
): Promise<string> {
  const { id, pending_secret_sealed: sealed } = await findOpen(db.pool, joining.token);
  const step = sealed && findTotpStep(secretBox.unseal(sealed, staffTotpPurpose(id)), joining.twoFactorCode);
  if (!sealed || !step) throw new DomainError('InvalidTwoFactorCode');
  const passwordHash = await hashPassword(joining.password);
  return inTransaction(db, async (trx) => {
    await takeTurn(trx);
    const invitation = await takeInvitation(trx, joining.token);
    // Another secret was asked for meanwhile: the code was not of it.
    if (invitation.pending_secret_sealed?.equals(sealed) !== true)
      throw new DomainError('InvalidTwoFactorCode');
    await insertMember(trx, invitation, joining);
    await trx.client.query(
      'update staff_member set password_hash = $2, secret_sealed = $3, last_step = $4 where id = $1',
      [id, passwordHash, sealed, step],
    );
    return completeJoining(trx, invitation, { ...joining, way: 'password' });
  });
}

/** An invitation opens once, also for two callers at once. The caller holds the turn. */
async function takeInvitation({ client }: Transaction, token: string): Promise<InvitationRow> {
  const invitation = await findOpen(client, token, 'for update');
  await client.query(
    'update staff_invitation set accepted_at = now(), pending_secret_sealed = null where id = $1',
    [invitation.id],
  );
  return invitation;
}

/** The member has the invitation's id: a passkey that is made before the member exists names its owner by it. */
async function insertMember(
  { client }: Transaction,
  { id, email, role }: InvitationRow,
  { name, locale }: Joining,
): Promise<void> {
  const { rowCount } = await client.query(
    `insert into staff_member (id, email, name, role, locale) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [id, email, name, role, locale],
  );
  if (rowCount !== 1) throw new DomainError('InvalidOrExpiredToken');
}

async function completeJoining(
  trx: Transaction,
  { id, email, role }: InvitationRow,
  { name, origin, way }: Joining & { way: string },
): Promise<string> {
  const { token, sessionId } = await startStaffSession(trx, { staffId: id, origin });
  await endNeedlessDelays(trx);
  await appendEntry(trx, {
    actor: actorOf({ staffId: id, id: sessionId, email, role }, origin),
    action: 'staff.join',
    subject: { kind: 'staff', id },
    after: { email, name, role, way },
  });
  return token;
}
