import type { PasskeyAssertion, PasskeyAttestation } from '@mercury/contract/api/passkeys.ts';
import type { Passkey } from '@mercury/contract/api/passkey-shape.ts';
import { limits } from '@mercury/contract/limits.ts';
import { appendEntry } from '../../audit/append-entry.ts';
import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Origin } from '../../http/caller.ts';
import { presentPasskey } from '../../identity/factors/passkeys.ts';
import { createTotpSecret, findTotpStep, presentTotpSecret } from '../../identity/factors/totp.ts';
import { hashPassword } from '../../identity/secrets/password.ts';
import type { Services } from '../../services.ts';
import { spendStaffCode, staffTotpPurpose } from './codes.ts';
import { lockMember, type StaffRow } from './members.ts';
import {
  identifyByPasskey,
  keepStaffPasskey,
  listStaffPasskeys,
  noteStaffPasskeyUse,
  readMadePasskey,
} from './passkeys.ts';
import { actorOf, endStaffSession, endStaffSessions, type StaffSession } from './sessions.ts';

// What a member of staff does with their own ways in. Each is written down, since each is a way into everybody's money.

interface Site {
  readonly publicUrl: URL;
}

/** Both are a proof: the session is fresh again. @throws DomainError PasskeyRefused */
export async function proveByPasskey(
  db: Database,
  site: Site,
  { session, ...shown }: { session: StaffSession; challengeToken: string; credential: PasskeyAssertion },
): Promise<void> {
  const known = await identifyByPasskey(db, site, { ...shown, staffId: session.staffId });
  if (known === undefined) throw new DomainError('PasskeyRefused');
  await inTransaction(db, async (trx) => {
    if (!(await noteStaffPasskeyUse(trx, known.verified))) throw new DomainError('PasskeyRefused');
    await refresh(trx, session);
  });
}

/** @throws DomainError InvalidTwoFactorCode, RateLimitExceeded */
export async function proveByCode(
  { db, secretBox }: Pick<Services, 'db' | 'secretBox'>,
  { session, code }: { session: StaffSession; code: string },
): Promise<void> {
  const isRight = await spendStaffCode(db.pool, secretBox, { staffId: session.staffId, code });
  if (!isRight) throw new DomainError('InvalidTwoFactorCode');
  await inTransaction(db, (trx) => refresh(trx, session));
}

async function refresh({ client }: Transaction, { id }: StaffSession): Promise<void> {
  await client.query('update staff_session set proved_at = now() where id = $1', [id]);
}

/** Ends this browser's session. */
export async function signOut(db: Database, session: StaffSession, origin: Origin): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (!(await endStaffSession(trx, { staffId: session.staffId, sessionId: session.id }))) return;
    await record(trx, { session, origin, action: 'session.end' });
  });
}

/** Ends another of one's own; nothing if it has ended. */
export async function endOther(
  db: Database,
  { session, origin, sessionId }: { session: StaffSession; origin: Origin; sessionId: string },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (!(await endStaffSession(trx, { staffId: session.staffId, sessionId }))) return;
    await record(trx, { session, origin, action: 'session.end', after: { sessionId } });
  });
}

interface NewPasskey {
  readonly session: StaffSession;
  readonly origin: Origin;
  readonly challengeToken: string;
  readonly label: string;
  readonly credential: PasskeyAttestation;
}

/** @throws DomainError PasskeyRefused, PasskeyExists, TooManyPasskeys */
export async function addPasskey(
  db: Database,
  site: Site,
  { session, origin, label, ...answer }: NewPasskey,
): Promise<Passkey> {
  const { staffId } = session;
  const made = await readMadePasskey(db, site, { ...answer, owner: { staffId } });
  return inTransaction(db, async (trx) => {
    await lockOwn(trx, session);
    const { rowCount } = await trx.client.query('select from staff_passkey where staff_id = $1', [staffId]);
    if ((rowCount ?? 0) >= limits.passkeysMax) throw new DomainError('TooManyPasskeys');
    const kept = await keepStaffPasskey(trx, { staffId, label, made });
    await record(trx, { session, origin, action: 'passkey.add', after: { passkeyId: kept.id, label } });
    return presentPasskey(kept);
  });
}

/** @throws DomainError NotFound, LastWayIn */
export async function removePasskey(
  db: Database,
  { session, origin, passkeyId }: { session: StaffSession; origin: Origin; passkeyId: string },
): Promise<void> {
  const { staffId } = session;
  await inTransaction(db, async (trx) => {
    const member = await lockOwn(trx, session);
    const { rows } = await trx.client.query<{ id: string; name: string }>(
      'select id, name from staff_passkey where staff_id = $1',
      [staffId],
    );
    const passkey = rows.find(({ id }) => id === passkeyId);
    if (passkey === undefined) throw new DomainError('NotFound');
    if (rows.length === 1 && member.password_hash === null) throw new DomainError('LastWayIn');
    await trx.client.query('delete from staff_passkey where id = $1', [passkeyId]);
    await record(trx, {
      session,
      origin,
      action: 'passkey.remove',
      before: { passkeyId, label: passkey.name },
    });
  });
}

/** A secret that counts once `setPassword` shows a code of it. */
export async function offerAuthenticator(
  { db, secretBox }: Pick<Services, 'db' | 'secretBox'>,
  { staffId, email }: StaffSession,
): Promise<{ secretKey: string; qrCodeUrl: string }> {
  const secret = createTotpSecret();
  await db.pool.query('update staff_member set pending_secret_sealed = $2 where id = $1', [
    staffId,
    secretBox.seal(secret, staffTotpPurpose(staffId)),
  ]);
  return presentTotpSecret(secret, email);
}

/** Password and authenticator change together. Other sessions end. @throws DomainError InvalidTwoFactorCode, Busy */
export async function setPassword(
  { db, secretBox }: Pick<Services, 'db' | 'secretBox'>,
  given: { session: StaffSession; origin: Origin; password: string; code: string },
): Promise<void> {
  const { session, origin, password, code } = given;
  const { staffId } = session;
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (trx) => {
    const { pending_secret_sealed: sealed, password_hash: before } = await lockOwn(trx, session);
    const step = sealed && findTotpStep(secretBox.unseal(sealed, staffTotpPurpose(staffId)), code);
    if (!step) throw new DomainError('InvalidTwoFactorCode');
    await trx.client.query(
      `update staff_member
       set password_hash = $2, secret_sealed = $3, last_step = $4, failures = 0, blocked_until = null
       where id = $1`,
      [staffId, passwordHash, sealed, step],
    );
    await endStaffSessions(trx, { staffId, exceptId: session.id });
    await record(trx, { session, origin, action: 'password.set', before: { hadPassword: before !== null } });
  });
}

export async function readOwnAccess(db: Database, { staffId }: StaffSession) {
  const member = await db.kysely
    .selectFrom('staff_member')
    .select('password_hash')
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow();
  const passkeys = await listStaffPasskeys(db, staffId);
  return { hasPassword: member.password_hash !== null, passkeys: passkeys.map(presentPasskey) };
}

/** The session must still be there: it could have ended since the guard looked. @throws DomainError Unauthenticated */
async function lockOwn(trx: Transaction, { id, staffId }: StaffSession): Promise<StaffRow> {
  const member = await lockMember(trx, staffId);
  const { rowCount } = await trx.client.query('select from staff_session where id = $1', [id]);
  if (member === undefined || rowCount !== 1) throw new DomainError('Unauthenticated');
  return member;
}

async function record(
  trx: Transaction,
  {
    session,
    origin,
    ...act
  }: { session: StaffSession; origin: Origin; action: string } & Partial<
    Record<'before' | 'after', Readonly<Record<string, unknown>>>
  >,
): Promise<void> {
  await appendEntry(trx, {
    actor: actorOf(session, origin),
    subject: { kind: 'staff', id: session.staffId },
    ...act,
  });
}
