import type { Transaction } from '../../db/database.ts';
import type { SessionsEndedEvent } from '../../realtime/publisher.ts';

/**
 * Ends a person's sessions, all or all but one, and what was begun in them and would else outlive the one who began it:
 * sign-ins that wait for their second factor, a change of the email that waits to be proved, a passkey and a second factor
 * that are being made. Answers the news to publish after the commit, which ends the streams that they opened.
 */
export async function endSessions(
  trx: Transaction,
  { userId, exceptId }: { userId: string; exceptId?: string },
): Promise<SessionsEndedEvent> {
  await trx.client.query('delete from sign_in_challenge where user_id = $1', [userId]);
  await trx.client.query("delete from email_verification where user_id = $1 and purpose = 'email-change'", [
    userId,
  ]);
  await trx.client.query('delete from passkey_challenge where user_id = $1', [userId]);
  await trx.client.query(
    `update two_factor set pending_sealed = null, pending_expires_at = null
     where user_id = $1 and pending_sealed is not null`,
    [userId],
  );
  const { rows } = await trx.client.query<{ id: string }>(
    'delete from session where user_id = $1 and ($2::uuid is null or id <> $2) returning id',
    [userId, exceptId ?? null],
  );
  return { endedSessionIds: rows.map(({ id }) => id) };
}
