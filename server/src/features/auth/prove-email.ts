import type { Transaction } from '../../db/database.ts';

/**
 * Makes an email an account's own, once it is shown to be. Whoever used the account before may have been anybody, so
 * all its sessions end; others who registered with the address can't prove it any more.
 * The caller holds the email's lock. False where the account has another email by now, or somebody else has this one.
 */
export async function proveEmail(
  trx: Transaction,
  { userId, email }: { userId: string; email: string },
): Promise<boolean> {
  const { rowCount } = await trx.client.query(
    `update app_user set email_verified_at = now()
     where id = $1 and email = $2 and email_verified_at is null and not exists (
       select from app_user owner where lower(owner.email) = lower($2) and owner.email_verified_at is not null
     )`,
    [userId, email],
  );
  if (rowCount !== 1) return false;
  // Nobody unverified has a live stream, so that there is none to end with them.
  await trx.client.query('delete from session where user_id = $1', [userId]);
  await trx.client.query('delete from email_verification where lower(email) = lower($1) and user_id <> $2', [
    email,
    userId,
  ]);
  return true;
}
