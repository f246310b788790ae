import type { Database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { registrationPurpose } from './issue-verification.ts';
import { hashToken } from './secrets.ts';

/**
 * Proves an account's email by the token of the mailed link, once. Signs nobody in: whoever opens a link may be on
 * another device, or be a mail program.
 * @throws DomainError InvalidOrExpiredToken
 */
export async function verifyEmail(db: Database, token: string): Promise<void> {
  // One statement, and so one transaction: the token is spent exactly if the email is proved by it.
  const { rowCount } = await db.pool.query(
    `with spent as (
       delete from email_verification
       where token_hash = $1 and purpose = $2 and token_expires_at > now()
       returning user_id, email
     )
     update app_user set email_verified_at = now()
     from spent
     where app_user.id = spent.user_id and app_user.email = spent.email and app_user.email_verified_at is null`,
    [hashToken(token), registrationPurpose],
  );
  if (rowCount !== 1) throw new DomainError('InvalidOrExpiredToken');
}
