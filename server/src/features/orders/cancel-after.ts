import { inTransaction } from '../../db/database.ts';
import { addJob, removeJob } from '../../jobs/queue.ts';
import type { Services } from '../../services.ts';
import { requireMarket } from './use-orders.ts';

/**
 * Starts the countdown anew, or ends it. The job queue keeps it, so it outlives this process. The same key means the same job: it
 * has one time.
 *
 * @throws DomainError NotFound
 */
export async function cancelOrdersAfter(
  services: Pick<Services, 'db'>,
  { userId, market, seconds }: { userId: string; market: string | undefined; seconds: number },
): Promise<Date | undefined> {
  if (market !== undefined) await requireMarket(services, market);
  const key = `cancel-orders ${userId} ${market ?? 'all'}`;
  return inTransaction(services.db, async (trx) => {
    if (seconds === 0) {
      await removeJob(trx, key);
      return undefined;
    }
    const runAt = new Date(Date.now() + seconds * 1000);
    await addJob(trx, 'cancel-orders', { userId, ...(market !== undefined && { market }) }, { runAt, key });
    return runAt;
  });
}
