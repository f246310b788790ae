import { inTransaction } from '../../db/database.ts';
import { recordTransactions } from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { lockTopUp } from './queries.ts';
import { recordOfTopUp } from './record.ts';

/** Closes a top-up that nobody paid in time. One that was paid, or is closed, stays as it is. */
export async function expireTopUp(services: Services, payload: { topUpId: string }): Promise<void> {
  const userId = await inTransaction(services.db, async (trx) => {
    const topUp = await lockTopUp(trx.client, payload.topUpId);
    if (topUp?.state !== 'awaiting_payment' || !topUp.is_past_due) return undefined;
    await trx.client.query(`update topup set state = 'expired', closed_at = now() where id = $1`, [topUp.id]);
    await recordTransactions(trx, [recordOfTopUp(topUp, 'expired')]);
    return topUp.user_id;
  });
  if (userId !== undefined) services.events.publish([{ userId, topics: ['transactions'] }]);
}
