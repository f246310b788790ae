import type { StaffInvitation, StaffMember } from '@mercury/contract/console/staff.ts';
import { appendEntry, type Actor } from '../../audit/append-entry.ts';
import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import { maybeOne } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import { lockMember, type StaffRow } from './members.ts';
import type { InvitationRow } from './invitations.ts';
import { endStaffSessions } from './sessions.ts';

/** Members first, newest first; removed ones stay in the list. */
export async function listStaff({
  pool,
}: Database): Promise<{ staff: StaffMember[]; invitations: StaffInvitation[] }> {
  const { rows: members } = await pool.query<StaffRow & { passkey_count: number; last_seen_at: Date | null }>(
    `select member.*,
       (select count(*)::integer from staff_passkey where staff_id = member.id) as passkey_count,
       (select max(at) from audit_entry where action = 'session.start' and subject_id = member.id::text) as last_seen_at
     from staff_member member
     order by member.removed_at is not null, member.joined_at desc, member.id`,
  );
  const { rows: invitations } = await pool.query<InvitationRow>(
    `select * from staff_invitation
     where accepted_at is null and withdrawn_at is null and expires_at > now()
     order by created_at desc, id`,
  );
  return { staff: members.map(presentMember), invitations: invitations.map(presentInvitation) };
}

function presentMember(row: StaffRow & { passkey_count: number; last_seen_at: Date | null }): StaffMember {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    hasPassword: row.password_hash !== null,
    passkeyCount: row.passkey_count,
    joinedAt: row.joined_at.toISOString(),
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    removedAt: row.removed_at?.toISOString() ?? null,
  };
}

function presentInvitation(row: InvitationRow): StaffInvitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    invitedBy: row.invited_by,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}

interface Removal {
  readonly id: string;
  readonly actor: Actor;
  readonly reason: string;
}

/**
 * Nothing lets the person in again: sessions, passkeys, password and authenticator go.
 * @throws DomainError NotFound, LastOwner
 */
export async function removeMember(db: Database, { id, actor, reason }: Removal): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockOwners(trx);
    const member = await lockMember(trx, id);
    if (member === undefined) throw new DomainError('NotFound');
    if (member.role === 'owner' && (await countOwners(trx)) === 1) throw new DomainError('LastOwner');
    await endStaffSessions(trx, { staffId: id });
    await trx.client.query('delete from staff_passkey where staff_id = $1', [id]);
    await trx.client.query(
      'update staff_member set removed_at = now(), password_hash = null, secret_sealed = null where id = $1',
      [id],
    );
    const { email, name, role } = member;
    await appendEntry(trx, {
      actor,
      action: 'staff.remove',
      subject: { kind: 'staff', id },
      before: { email, name, role },
      reason,
    });
  });
}

/** Two owners who remove each other at once must not both succeed. */
async function lockOwners({ client }: Transaction): Promise<void> {
  await client.query(
    `select from staff_member where role = 'owner' and removed_at is null order by id for no key update`,
  );
}

async function countOwners({ client }: Transaction): Promise<number> {
  const { rowCount } = await client.query(
    `select from staff_member where role = 'owner' and removed_at is null`,
  );
  return rowCount ?? 0;
}

/** @throws DomainError NotFound */
export async function withdrawInvitation(db: Database, { id, actor, reason }: Removal): Promise<void> {
  await inTransaction(db, async (trx) => {
    const invitation = maybeOne(
      await trx.client.query<Pick<InvitationRow, 'email' | 'role'>>(
        `update staff_invitation set withdrawn_at = now(), pending_secret_sealed = null
         where id = $1 and accepted_at is null and withdrawn_at is null
         returning email, role`,
        [id],
      ),
    );
    if (invitation === undefined) throw new DomainError('NotFound');
    await appendEntry(trx, {
      actor,
      action: 'invitation.withdraw',
      subject: { kind: 'staff', id },
      before: { ...invitation },
      reason,
    });
  });
}
