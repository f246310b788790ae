import type { SecurityEventKind, securityEventActors } from '@mercury/contract/api/security.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { Database } from '../../db/database.ts';
import type { Session } from '../../http/caller.ts';
import { emailChangePurpose } from '../email/issue-verification.ts';

export interface ProtectionRow {
  readonly is_two_factor_on: boolean;
  readonly recovery_codes_left: number;
  readonly can_renew_two_factor: boolean;
  readonly phrase: string | null;
  readonly pending_email: string | null;
  readonly transfer_limit_cents: bigint | null;
}

/** How the account of a session is protected. */
export async function findProtection(db: Database, session: Session): Promise<ProtectionRow> {
  const { rows } = await db.pool.query<ProtectionRow>(
    `select
       two_factor_enabled_at is not null as is_two_factor_on,
       case when two_factor_enabled_at is null then 0 else (
         select count(*)::integer from recovery_code where recovery_code.user_id = app_user.id
       ) end as recovery_codes_left,
       exists (
         select from session where session.id = $2 and renews_two_factor_until > now()
       ) as can_renew_two_factor,
       phrase,
       transfer_limit_cents,
       (
         select email_verification.email from email_verification
         where email_verification.user_id = app_user.id and purpose = $3 and token_expires_at > now()
       ) as pending_email
     from app_user where id = $1`,
    [session.userId, session.id, emailChangePurpose],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a session of nobody');
  return row;
}

export interface SessionRow {
  readonly id: string;
  readonly user_agent: string;
  readonly network_address: string;
  readonly created_at: Date;
  readonly last_used_at: Date;
}

/** A person's live sessions: the one that asks first, then the latest used. */
export async function findSessions(db: Database, { id, userId }: Session): Promise<SessionRow[]> {
  const { rows } = await db.pool.query<SessionRow>(
    `select id, user_agent, network_address, created_at, last_used_at from session
     where user_id = $1 and idle_expires_at > now() and absolute_expires_at > now()
     order by id = $2 desc, last_used_at desc, id desc`,
    [userId, id],
  );
  return rows;
}

export interface SecurityEventRow {
  readonly id: string;
  readonly kind: SecurityEventKind;
  readonly actor: (typeof securityEventActors)[number];
  readonly user_agent: string;
  readonly network_address: string;
  readonly created_at: Date;
}

/** A page of what happened to an account, newest first, after the event `afterId`; `hasMore` where there is another. */
export async function findSecurityEvents(
  db: Database,
  { userId, afterId }: { userId: string; afterId: string | undefined },
): Promise<{ rows: SecurityEventRow[]; hasMore: boolean }> {
  const pageSize = limits.securityEventPageSize;
  // The place is compared inside the database: its times are finer than a Date.
  const { rows } = await db.pool.query<SecurityEventRow>(
    `select id, kind, actor, user_agent, network_address, created_at from security_event
     where user_id = $1 and ($2::uuid is null or (created_at, id) < (
       select place.created_at, place.id from security_event place where place.id = $2 and place.user_id = $1
     ))
     order by created_at desc, id desc
     limit $3`,
    [userId, afterId ?? null, pageSize + 1],
  );
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize };
}
