import {
  queueCountMax,
  queueKinds,
  queues,
  type Queue,
  type QueueKind,
} from '@mercury/contract/console/today.ts';
import { waitsForOwner } from '../../features/deposits/queries.ts';
import type { Services } from '../../services.ts';
import type { StaffSession } from '../staff/sessions.ts';

/** As often as a job is tried within some minutes: it fails by more than a moment's trouble. */
const attemptsMin = 5;

const isByHand = 'withdrawal.rail is distinct from asked.paying_rail';

/** Since when each waits, oldest first. `asked` is who asks, and the rail that pays by itself. */
const waiting: Readonly<Record<QueueKind, string>> = {
  // By proposal_open.
  approvals: `
    select proposed_at as since from proposal, asked
     where state = 'open' and expires_at > now() and proposed_by <> asked.staff_id
       and kind = any (asked.permissions) and needs <@ asked.permissions
     order by proposed_at`,
  // By withdrawal_by_state, as the next; then by withdrawal_held.
  payouts_by_hand: `
    select coalesce(released_at, created_at) as since from withdrawal, asked
     where state = 'queued' and (held_at is null or released_at is not null) and ${isByHand}
     order by withdrawal.id`,
  payouts_to_report: `
    select sent_at as since from withdrawal, asked where state = 'sending' and ${isByHand} order by withdrawal.id`,
  payouts_unclear: `select sent_at as since from withdrawal where state = 'unclear' order by id`,
  payouts_held: `
    select held_at as since from withdrawal
     where closed_at is null and held_at is not null and released_at is null order by id`,
  // By unassigned_deposit_waiting and unassigned_deposit_assigned.
  deposits_unassigned: `
    select created_at as since from unassigned_deposit kept where ${waitsForOwner} and not has_failed order by number`,
  // By contact_message_unread_first.
  messages_unread: `select created_at as since from contact_message where (read_at is not null) = false order by id`,
  // A row an asset.
  prices_jumped: `select candidate_since as since from price_reference where candidate_since is not null`,
  trading_halted: `select halted_at as since from trading_halt`,
  // All jobs that wait; one that is done has no row.
  jobs_failed: `
    select created_at as since from graphile_worker.jobs
     where last_error is not null and (attempts >= max_attempts or attempts >= ${attemptsMin})
     order by created_at`,
  // The newest proof that read the books, by books_check_pkey: one finding a row.
  books_wrong: `
    select ended_at as since
      from (select * from books_check where outcome in ('right', 'wrong') order by id desc limit 1) newest
     cross join lateral jsonb_array_elements(newest.findings)`,
  // By staff_invitation_open.
  invitations_open: `
    select created_at as since from staff_invitation
     where accepted_at is null and withdrawn_at is null and expires_at > now() order by created_at`,
  one_way_in: `
    select null::timestamptz as since from staff_member, asked
     where id = asked.staff_id
       and (password_hash is not null)::integer
         + (select count(*) from (select from staff_passkey where staff_passkey.staff_id = asked.staff_id limit 2) known) = 1`,
};

/** What waits for this member of staff, or for those who may see the same: oldest first, and what has no age last. */
export async function listQueues(
  { db, rail }: Pick<Services, 'db' | 'rail'>,
  { staffId, permissions }: Pick<StaffSession, 'staffId' | 'permissions'>,
): Promise<Queue[]> {
  const shown = queueKinds.filter((kind) => {
    const needed = queues[kind];
    return needed === null || permissions.includes(needed);
  });
  const { rows } = await db.pool.query<{ kind: QueueKind; count: number; oldest_at: Date | null }>(
    `with asked as (select $1::uuid as staff_id, $2::text[] as permissions, $3::text as paying_rail)
     select * from (${shown.map(countOf).join(' union all ')}) counted
      where count > 0 order by oldest_at nulls last, kind`,
    [staffId, permissions, rail.canPayOut ? rail.name : null],
  );
  return rows.map(({ kind, count, oldest_at }) => ({
    kind,
    count,
    oldestAt: oldest_at?.toISOString() ?? null,
  }));
}

function countOf(kind: QueueKind): string {
  return `select '${kind}' as kind, count(*)::integer as count, min(since) as oldest_at
            from (${waiting[kind]} limit ${queueCountMax}) listed`;
}
