import type { Database } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import type { Session } from '../../http/caller.ts';
import { emailChangePurpose } from '../email/issue-verification.ts';

export interface ProtectionRow {
  readonly is_two_factor_on: boolean;
  readonly recovery_codes_left: number;
  readonly can_renew_two_factor: boolean;
  readonly phrase: string | null;
  readonly pending_email: string | null;
  readonly transfer_limit_usd: bigint | null;
}

export async function findProtection(db: Database, session: Session): Promise<ProtectionRow> {
  return one(
    await db.pool.query<ProtectionRow>(
      `select
       two_factor_enabled_at is not null as is_two_factor_on,
       case when two_factor_enabled_at is null then 0 else (
         select count(*)::integer from recovery_code where recovery_code.user_id = app_user.id
       ) end as recovery_codes_left,
       exists (
         select from session where session.id = $2 and renews_two_factor_until > now()
       ) as can_renew_two_factor,
       phrase,
       transfer_limit_usd,
       (
         select email_verification.email from email_verification
         where email_verification.user_id = app_user.id and purpose = $3 and token_expires_at > now()
       ) as pending_email
     from app_user where id = $1`,
      [session.userId, session.id, emailChangePurpose],
    ),
  );
}
