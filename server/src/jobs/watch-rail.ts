import { watchDeposits } from '../features/deposits/watch-deposits.ts';
import { watchTopUps } from '../features/topups/watch-top-ups.ts';
import { watchWithdrawals } from '../features/withdrawals/watch-withdrawals.ts';
import type { Services } from '../services.ts';

const parts = [watchWithdrawals, watchTopUps, watchDeposits];

/** Every minute: what the rail's callbacks should have told is asked for, since any of them can be lost. */
export async function watchRail(services: Services): Promise<void> {
  for (const watch of parts) {
    try {
      await watch(services);
    } catch (error) {
      // The others have their own money to look after, and the next minute comes.
      services.log.error({ err: error }, `${watch.name} failed`);
    }
  }
}
