import { RailRefusedError } from '../../rails/rail.ts';
import type { Services } from '../../services.ts';
import { applyLook, observeTopUp } from './observe-top-up.ts';
import { findTopUp } from './queries.ts';

/**
 * The time to pay is over. The rail is asked first: what was paid in time must not be missed because a callback was lost.
 * One that the present rail can't say anything of, or that no rail ever opened, closes by what is known of it.
 * @throws RailUnavailableError where it may say something later.
 */
export async function expireTopUp(services: Services, { topUpId }: { topUpId: string }): Promise<void> {
  const topUp = await findTopUp(services.db.pool, topUpId);
  if (topUp === undefined) return;
  if (topUp.rail !== services.rail.name || topUp.external_id === null) {
    await applyLook(services, topUp);
    return;
  }
  try {
    await observeTopUp(services, topUp.external_id);
  } catch (error) {
    if (!(error instanceof RailRefusedError)) throw error;
    services.log.error({ err: error, topUpId }, 'a top-up ended without word from the rail');
  }
}
