import type { Transaction } from '../../db/database.ts';
import { recordSecurityEvent } from '../events/security-events.ts';

/**
 * All keys of a person, when the protection of the account changes: whoever was in it may have made one, and a key outlives every
 * session. The mail about the change tells of it. The caller holds the person's row lock.
 */
export async function endKeys(trx: Transaction, userId: string): Promise<void> {
  const { rows } = await trx.client.query('delete from api_key where user_id = $1 returning id', [userId]);
  for (let count = 0; count < rows.length; count += 1) {
    await recordSecurityEvent(trx, userId, { kind: 'api_key_ended', actor: 'product' });
  }
}
