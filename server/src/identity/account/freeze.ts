import type { AccountPart } from '../../account-part.ts';
import type { Transaction } from '../../db/database.ts';
import { lockBalances } from '../../ledger/ledger.ts';
import type { SessionsEndedEvent } from '../../realtime/publisher.ts';
import { endSessions } from '../sessions/end-sessions.ts';

/**
 * Deletes passkeys too: a password reset would not keep out a thief who added one. Each feature takes back what must stop,
 * for example withdrawals that have not left yet. Links that undo an email change stay: the person takes the account back
 * with them. The caller holds the account's row lock.
 */
export async function freeze(
  trx: Transaction,
  accountParts: readonly AccountPart[],
  { userId, by }: { userId: string; by: 'link' | 'operator' },
): Promise<SessionsEndedEvent> {
  // A concurrent transfer commits first, or finds the account frozen.
  await lockBalances(trx, { userIds: [userId] });
  // A link must not turn the operator's freeze into one that ends by itself.
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
  return endSessions(trx, { userId, reason: 'account_frozen' });
}

/** The account is frozen already: a person who finds another freeze link later must not freeze it again. */
export async function endFreezeLinks(trx: Transaction, userId: string): Promise<void> {
  await trx.client.query(`delete from account_link where user_id = $1 and purpose = 'freeze'`, [userId]);
}
