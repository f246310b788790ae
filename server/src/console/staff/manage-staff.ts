import { localeSchema } from '@mercury/contract/api/shapes.ts';
import type { StaffInvitation, StaffMember } from '@mercury/contract/console/staff.ts';
import { appendEntry, nameOf, type Actor } from '../../audit/append-entry.ts';
import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import { maybeOne } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import type { Services } from '../../services.ts';
import { cancelProposalsOf } from '../proposals/decide.ts';
import { beginMissingDelays } from '../proposals/delays.ts';
import { takeTurn } from '../proposals/queries.ts';
import { lockMember, requireOtherOwner, type StaffRow } from './members.ts';
import type { InvitationRow } from './invitations.ts';
import { endStaffSessions, readSessionAgain, type StaffSession } from './sessions.ts';

/** Members first, newest first; removed ones stay in the list. */
export async function listStaff({
  pool,
}: Database): Promise<{ staff: StaffMember[]; invitations: StaffInvitation[] }> {
  const { rows: members } = await pool.query<MemberRow>(
    `select member.*,
       (select count(*)::integer from staff_passkey where staff_id = member.id) as passkey_count,
       greatest(
         joined_at,
         (select max(last_used_at) from staff_session where staff_id = member.id),
         (select max(at) from audit_entry where action = 'session.start' and subject_id = member.id::text)
       ) as last_seen_at
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

interface MemberRow extends StaffRow {
  readonly passkey_count: number;
  readonly last_seen_at: Date;
}

function presentMember(row: MemberRow): StaffMember {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    hasPassword: row.password_hash !== null,
    passkeyCount: row.passkey_count,
    joinedAt: row.joined_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
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
 * Nothing lets the person in again: sessions, passkeys, password and authenticator go. What they proposed is cancelled. They are told:
 * one person does it alone, and may mean to be the only one.
 * With a session, it must still be one that may: of two who remove each other at once, the first stays.
 * @throws DomainError NotFound, LastOwner, Unauthenticated, PermissionMissing
 */
export async function removeMember(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { id, actor, reason, session }: Removal & { session?: StaffSession },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await takeTurn(trx);
    if (session !== undefined) await requireStillPermitted(trx, session);
    const member = await lockMember(trx, id);
    if (member === undefined) throw new DomainError('NotFound');
    if (member.role === 'owner') await requireOtherOwner(trx, id);
    await cancelProposalsOf(trx, { id, actor });
    await endStaffSessions(trx, { staffId: id });
    await trx.client.query('delete from staff_passkey where staff_id = $1', [id]);
    await trx.client.query(
      'update staff_member set removed_at = now(), password_hash = null, secret_sealed = null where id = $1',
      [id],
    );
    const { email, name, role } = member;
    await enqueueMail(
      trx,
      { userId: null, email, locale: localeSchema.parse(member.locale) },
      {
        template: 'staff-removed',
        values: { username: name, removedBy: nameOf(actor) },
      },
    );
    await appendEntry(trx, {
      actor,
      action: 'staff.remove',
      subject: { kind: 'staff', id },
      before: { email, name, role },
      reason,
    });
    await beginMissingDelays(trx, { config }, actor);
  });
}

async function requireStillPermitted(trx: Transaction, session: StaffSession): Promise<void> {
  const { permissions } = await readSessionAgain(trx, session);
  if (!permissions.includes('staff.remove')) throw new DomainError('PermissionMissing');
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
