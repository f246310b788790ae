import type { Transaction } from '../../db/database.ts';

/**
 * That an address ($2) is not, and can't become, anybody's but the account's ($1): nobody else has proved it, and nobody
 * whose email was changed can still have it back. Asked in the statement that takes the address, so that one moment
 * answers both.
 */
export const isFreeEmail = `
  not exists (
    select from app_user owner
    where lower(owner.email) = lower($2) and owner.email_verified_at is not null and owner.id <> $1
  )
  and not exists (
    select from account_link
    where purpose = 'undo-email-change' and lower(account_link.email) = lower($2)
      and account_link.user_id <> $1 and account_link.expires_at > now()
  )`;

/**
 * Makes an email an account's own, once it is shown to be. Whoever used the account before may have been anybody, so
 * all its sessions end; others who registered with the address can't prove it any more.
 * The caller holds the email's lock. False where the account has another email by now, or the address is not free.
 */
export async function proveEmail(
  trx: Transaction,
  { userId, email }: { userId: string; email: string },
): Promise<boolean> {
  const { rowCount } = await trx.client.query(
    `update app_user set email_verified_at = now()
     where id = $1 and email = $2 and email_verified_at is null and ${isFreeEmail}`,
    [userId, email],
  );
  if (rowCount !== 1) return false;
  // Nor is a browser known by what somebody did before.
  await trx.client.query('delete from known_device where user_id = $1', [userId]);
  // Nobody unverified has a live stream, so that there is none to end with them.
  await trx.client.query('delete from session where user_id = $1', [userId]);
  await endRivalProofs(trx, { userId, email });
  return true;
}

/** What was mailed to an address for other accounts opens nothing, once it is somebody's. */
export async function endRivalProofs(
  trx: Transaction,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await trx.client.query('delete from email_verification where lower(email) = lower($1) and user_id <> $2', [
    email,
    userId,
  ]);
}
