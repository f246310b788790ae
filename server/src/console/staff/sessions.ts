import type { Me, StaffSession as ShownSession } from '@mercury/contract/console/access.ts';
import { permissionsOf, type StaffRole } from '@mercury/contract/console/permissions.ts';
import { limits } from '@mercury/contract/limits.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../audit/append-entry.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { maybeOne, type Row } from '../../db/rows.ts';
import type { Origin } from '../../http/caller.ts';
import { createToken, hashToken } from '../../identity/secrets/tokens.ts';
import { securityParameters } from '../../security-parameters.ts';

const { idleMinutes, absoluteMinutes, perPersonMax } = securityParameters.staffSession;

/** A live session of a member of staff, as a guard needs it. */
export interface StaffSession {
  readonly id: string;
  readonly staffId: string;
  readonly email: string;
  readonly name: string;
  readonly role: StaffRole;
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

/** Undefined if it never was, has ended, was idle for too long or grew too old, or its person was removed. */
export async function findStaffSession({ pool }: Database, token: string): Promise<StaffSession | undefined> {
  const row = maybeOne(
    await pool.query<{
      id: string;
      staff_id: string;
      email: string;
      name: string;
      role: StaffRole;
      is_proved: boolean;
      proved_at: Date;
      absolute_expires_at: Date;
    }>(
      `update staff_session session
       set last_used_at = now(),
           idle_expires_at = least(now() + make_interval(mins => $2), session.absolute_expires_at)
       from staff_member member
       where session.token_hash = $1 and session.idle_expires_at > now()
         and member.id = session.staff_id and member.removed_at is null
       returning session.id, session.staff_id, member.email, member.name, member.role, session.proved_at,
         session.proved_at > now() - make_interval(secs => $3) as is_proved, session.absolute_expires_at`,
      [hashToken(token), idleMinutes, limits.proofLifetimeMs / 1000],
    ),
  );
  return (
    row && {
      id: row.id,
      staffId: row.staff_id,
      email: row.email,
      name: row.name,
      role: row.role,
      isProved: row.is_proved,
      provedAt: row.proved_at,
      endsAt: row.absolute_expires_at,
    }
  );
}

export function presentMe({ staffId, email, name, role, isProved, provedAt, endsAt }: StaffSession): Me {
  return {
    id: staffId,
    email,
    name,
    role,
    permissions: [...permissionsOf(role)],
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
    userAgent: row.user_agent,
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
