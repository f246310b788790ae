import type { Transaction } from '../../db/database.ts';
import type { SessionsEndedEvent } from '../../realtime/publisher.ts';
import { endSessions } from '../sessions/end-sessions.ts';

/**
 * SQL: no other account than $1 has proved the address ($2), or can have it back by undoing a change. Use it in the statement
 * that takes the address, so that one moment answers both.
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

/** Their rows open an account, or change who can, by `user_id`. Sessions end separately. */
const keysToAccount = [
  'account_link',
  'email_verification',
  'known_device',
  'passkey',
  'password_reset',
  'recovery_code',
  'two_factor',
] as const;

export interface FirstProof {
  readonly userId: string;
  readonly email: string;
  /** Of the browser with the proof: its person read the mail. */
  readonly keptSessionId?: string | undefined;
}

/**
 * A stranger may have used the account before, so nothing made before opens it. Other accounts with the address can no longer
 * prove it. The caller holds the email's lock. Returns the ended sessions, to publish after the commit; undefined if the account
 * has another email by now or the address is not free.
 */
export async function proveEmail(
  trx: Transaction,
  { userId, email, keptSessionId }: FirstProof,
): Promise<SessionsEndedEvent | undefined> {
  const { rowCount } = await trx.client.query(
    `update app_user set email_verified_at = now(), two_factor_enabled_at = null, phrase = null
     where id = $1 and email = $2 and email_verified_at is null and ${isFreeEmail}`,
    [userId, email],
  );
  if (rowCount !== 1) return undefined;
  for (const table of keysToAccount) {
    await trx.client.query(`delete from ${table} where user_id = $1`, [userId]);
  }
  await endRivalProofs(trx, { userId, email });
  const kept = keptSessionId === undefined ? {} : { exceptId: keptSessionId };
  return endSessions(trx, { userId, ...kept, reason: 'email_changed' });
}

export async function endRivalProofs(
  trx: Transaction,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await trx.client.query('delete from email_verification where lower(email) = lower($1) and user_id <> $2', [
    email,
    userId,
  ]);
}
