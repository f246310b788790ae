import type { Services } from '../../services.ts';
import { applyPayments, observeTopUp } from './observe-top-up.ts';
import { findTopUp } from './queries.ts';

/**
 * The time to pay is over. The rail is asked first: what was paid in time must not be missed because a callback was lost.
 * One that the present rail can't be asked about, or that no rail ever opened, closes by what is known of it.
 * @throws RailUnavailableError
 */
export async function expireTopUp(services: Services, { topUpId }: { topUpId: string }): Promise<void> {
  const topUp = await findTopUp(services.db.pool, topUpId);
  if (topUp === undefined) return;
  if (topUp.rail === services.rail.name && topUp.external_id !== null) {
    await observeTopUp(services, topUp.external_id);
  } else {
    await applyPayments(services, topUp, []);
  }
}
