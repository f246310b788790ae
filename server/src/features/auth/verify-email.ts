import { inTransaction, type Database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { registrationPurpose } from './issue-verification.ts';
import { lockEmail } from './lock-email.ts';
import { proveEmail } from './prove-email.ts';
import { hashToken } from './secrets.ts';

/**
 * Proves an account's email by the token of the mailed link, once. Signs nobody in, and out whoever was: the link may
 * be opened on another device, by a mail program, or for an account that a stranger registered.
 * @throws DomainError InvalidOrExpiredToken
 */
export async function verifyEmail(db: Database, token: string): Promise<void> {
  const tokenHash = hashToken(token);
  const isProved = await inTransaction(db, async (trx) => {
    const { rows } = await trx.client.query<{ email: string }>(
      'select email from email_verification where token_hash = $1 and purpose = $2 and token_expires_at > now()',
      [tokenHash, registrationPurpose],
    );
    const email = rows[0]?.email;
    if (email === undefined) return false;
    await lockEmail(trx, email);
    const spent = await trx.client.query<{ user_id: string }>(
      'delete from email_verification where token_hash = $1 returning user_id',
      [tokenHash],
    );
    const userId = spent.rows[0]?.user_id;
    return userId !== undefined && proveEmail(trx, { userId, email });
  });
  if (!isProved) throw new DomainError('InvalidOrExpiredToken');
}
