import type { AccountPart } from '../../account-part.ts';
import type { Transaction } from '../../db/database.ts';
import { lockBalances } from '../../ledger/ledger.ts';
import type { SessionsEndedEvent } from '../../realtime/publisher.ts';
import { endSessions } from '../sessions/end-sessions.ts';

/**
 * Freezes an account: nobody is signed in, no browser is known, no passkey opens it any more (a reset of the password
 * would not keep out whoever added one), nothing that was mailed changes its email or password, and each feature takes back
 * what must not go on, such as withdrawals that wait to leave. Links that undo a change of its email stay, because they are
 * how its person takes it back. The caller holds the account's row.
 */
export async function freeze(
  trx: Transaction,
  accountParts: readonly AccountPart[],
  { userId, by }: { userId: string; by: 'link' | 'operator' },
): Promise<SessionsEndedEvent> {
  // A transfer that is under way is committed before, or finds the account frozen.
  await lockBalances(trx, { userIds: [userId] });
  // What the operator froze, a link does not turn into something that opens by itself.
  await trx.client.query(
    `update app_user
     set frozen_at = now(), unfreezes_at = null, frozen_by = case when frozen_by = 'operator' then frozen_by else $2 end
     where id = $1`,
    [userId, by],
  );
  for (const { onFreeze } of accountParts) await onFreeze?.(trx, userId);
  await trx.client.query('delete from known_device where user_id = $1', [userId]);
  await trx.client.query('delete from password_reset where user_id = $1', [userId]);
  await trx.client.query('delete from passkey where user_id = $1', [userId]);
  return endSessions(trx, { userId });
}

/** The other links that freeze: the account is frozen already, and whoever finds them later freezes nothing. */
export async function endFreezeLinks(trx: Transaction, userId: string): Promise<void> {
  await trx.client.query(`delete from account_link where user_id = $1 and purpose = 'freeze'`, [userId]);
}
