import { inTransaction } from '../../db/database.ts';
import { addJob, putOffJob, removeJob, type JobPayloads } from '../../jobs/queue.ts';
import type { Services } from '../../services.ts';
import { cancelAllOrders, requireMarket, type OrderServices } from './use-orders.ts';

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
  const key = keyOf({ userId, market });
  return inTransaction(services.db, async (trx) => {
    if (seconds === 0) {
      await removeJob(trx, key);
      return undefined;
    }
    const runAt = new Date(Date.now() + seconds * 1000);
    const payload = { userId, seconds, ...(market !== undefined && { market }) };
    await addJob(trx, 'cancel-orders', payload, { runAt, key });
    return runAt;
  });
}

const keyOf = ({ userId, market = 'all' }: { userId: string; market?: string | undefined }): string =>
  `cancel-orders ${userId} ${market}`;

/** While Mercury was down nobody could call again: a process that has just begun leaves a countdown its whole time. */
export async function cancelOrdersOf(
  services: OrderServices,
  payload: JobPayloads['cancel-orders'],
): Promise<void> {
  const { userId, market, seconds = 0 } = payload;
  const missingMs = (seconds - process.uptime()) * 1000;
  if (missingMs <= 0) {
    await cancelAllOrders(services, { userId, market });
    return;
  }
  const runAt = new Date(Date.now() + missingMs);
  await inTransaction(services.db, (trx) =>
    putOffJob(trx, 'cancel-orders', payload, { runAt, key: keyOf(payload) }),
  );
}
