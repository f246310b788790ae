import type { Me, StaffSession as ShownSession } from '@mercury/contract/console/access.ts';
import type { Permission } from '@mercury/contract/console/permissions.ts';
import { limits } from '@mercury/contract/limits.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../audit/append-entry.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { maybeOne, type Row } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import type { Origin } from '../../http/caller.ts';
import { deviceNameOf } from '../../identity/events/security-events.ts';
import { createToken, hashToken } from '../../identity/secrets/tokens.ts';
import { securityParameters } from '../../security-parameters.ts';
import { permissionsFor, type StoredPermissions } from './roles.ts';

const { idleMinutes, absoluteMinutes, perPersonMax } = securityParameters.staffSession;

/** A live session of a member of staff, as a guard needs it. */
export interface StaffSession {
  readonly id: string;
  readonly staffId: string;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  /** What the role permits at this moment. */
  readonly permissions: readonly Permission[];
  /** Both factors were shown within the last minutes. */
  readonly isProved: boolean;
  readonly provedAt: Date;
  readonly endsAt: Date;
}

/** Returns the token, which is stored nowhere. Beyond the most that one may have, the oldest ends. The caller holds the member's row. */
export async function startStaffSession(
  { client }: Transaction,
  { staffId, origin }: { staffId: string; origin: Origin },
): Promise<{ token: string; sessionId: string }> {
  await client.query(
    `delete from staff_session where id in (
       select id from staff_session where staff_id = $1 order by created_at desc, id desc offset $2
     )`,
    [staffId, perPersonMax - 1],
  );
  const token = createToken();
  const sessionId = uuidv7();
  await client.query(
    `insert into staff_session (id, staff_id, token_hash, idle_expires_at, absolute_expires_at, user_agent, network_address)
     values ($1, $2, $3, now() + make_interval(mins => $4), now() + make_interval(mins => $5), $6, $7)`,
    [
      sessionId,
      staffId,
      hashToken(token),
      idleMinutes,
      absoluteMinutes,
      origin.userAgent,
      origin.networkAddress,
    ],
  );
  return { token, sessionId };
}

interface SessionRow {
  id: string;
  staff_id: string;
  email: string;
  name: string;
  role: string;
  role_permissions: StoredPermissions;
  is_proved: boolean;
  proved_at: Date;
  absolute_expires_at: Date;
}

const sessionColumns = `session.id, session.staff_id, member.email, member.name, member.role,
  staff_role.permissions as role_permissions, session.proved_at, session.absolute_expires_at`;
const memberWithRole = 'staff_member member join staff_role on staff_role.name = member.role';

/**
 * Undefined if it never was, has ended, was idle for too long or grew too old, or its person was removed. `keepsAlive`: somebody is
 * there, so its idle time begins anew.
 */
export async function findStaffSession(
  { pool }: Database,
  { token, keepsAlive }: { token: string; keepsAlive: boolean },
): Promise<StaffSession | undefined> {
  const row = maybeOne(
    await pool.query<SessionRow>(
      `update staff_session session
       set last_used_at = case when $4 then now() else session.last_used_at end,
           idle_expires_at = case when $4 then least(now() + make_interval(mins => $2), session.absolute_expires_at)
                                  else session.idle_expires_at end
       from ${memberWithRole}
       where session.token_hash = $1 and session.idle_expires_at > now()
         and member.id = session.staff_id and member.removed_at is null
       returning ${sessionColumns}, session.proved_at > now() - make_interval(secs => $3) as is_proved`,
      [hashToken(token), idleMinutes, limits.proofLifetimeMs / 1000, keepsAlive],
    ),
  );
  return row && sessionOf(row);
}

/** Of those that are live, what the role of their person permits. */
export async function findPermissionsOfSessions(
  { pool }: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Permission[]>> {
  const { rows } = await pool.query<Pick<SessionRow, 'id' | 'role' | 'role_permissions'>>(
    `select session.id, member.role, staff_role.permissions as role_permissions
     from staff_session session join (${memberWithRole}) on member.id = session.staff_id
     where session.id = any ($1) and session.idle_expires_at > now() and member.removed_at is null`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, permissionsFor(row.role, row.role_permissions)]));
}

/**
 * The session as it is now: since the guard looked, it may have ended, or its person's role may have changed.
 * @throws DomainError Unauthenticated
 */
export async function readSessionAgain(
  { client }: Transaction,
  { id, isProved }: StaffSession,
): Promise<StaffSession> {
  const row = maybeOne(
    await client.query<Omit<SessionRow, 'is_proved'>>(
      `select ${sessionColumns} from staff_session session join (${memberWithRole}) on member.id = session.staff_id
       where session.id = $1 and member.removed_at is null`,
      [id],
    ),
  );
  if (row === undefined) throw new DomainError('Unauthenticated');
  return sessionOf({ ...row, is_proved: isProved });
}

function sessionOf(row: SessionRow): StaffSession {
  return {
    id: row.id,
    staffId: row.staff_id,
    email: row.email,
    name: row.name,
    role: row.role,
    permissions: permissionsFor(row.role, row.role_permissions),
    isProved: row.is_proved,
    provedAt: row.proved_at,
    endsAt: row.absolute_expires_at,
  };
}

export function presentMe(session: StaffSession): Me {
  const { staffId, email, name, role, permissions, isProved, provedAt, endsAt } = session;
  return {
    id: staffId,
    email,
    name,
    role,
    permissions: [...permissions],
    provedUntil: isProved ? new Date(provedAt.getTime() + limits.proofLifetimeMs).toISOString() : null,
    endsAt: endsAt.toISOString(),
  };
}

export function actorOf(
  { staffId, id, email, role }: Pick<StaffSession, 'staffId' | 'id' | 'email' | 'role'>,
  { networkAddress }: Origin,
): Actor {
  return {
    kind: 'staff',
    staffId,
    sessionId: id,
    email,
    role,
    networkAddress,
  };
}

/** Newest first. */
export async function listStaffSessions(db: Database, session: StaffSession): Promise<ShownSession[]> {
  const rows = await db.kysely
    .selectFrom('staff_session')
    .selectAll()
    .where('staff_id', '=', session.staffId)
    .where('idle_expires_at', '>', new Date())
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row: Row<'staff_session'>) => ({
    id: row.id,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    networkAddress: row.network_address,
    device: deviceNameOf(row.user_agent),
    isCurrent: row.id === session.id,
  }));
}

/** Returns the ended ones. Challenges end too: what was begun in a session must not outlive it. */
export async function endStaffSessions(
  { client }: Transaction,
  { staffId, exceptId }: { staffId: string; exceptId?: string },
): Promise<void> {
  await client.query('delete from staff_challenge where staff_id = $1', [staffId]);
  await client.query('update staff_member set pending_secret_sealed = null where id = $1', [staffId]);
  await client.query('delete from staff_session where staff_id = $1 and ($2::uuid is null or id <> $2)', [
    staffId,
    exceptId ?? null,
  ]);
}

/** One of a member's own. False if it had ended. */
export async function endStaffSession(
  { client }: Transaction,
  { staffId, sessionId }: { staffId: string; sessionId: string },
): Promise<boolean> {
  const { rowCount } = await client.query('delete from staff_session where id = $1 and staff_id = $2', [
    sessionId,
    staffId,
  ]);
  return rowCount === 1;
}
