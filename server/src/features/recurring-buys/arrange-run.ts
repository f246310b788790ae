import type { Transaction } from '../../db/database.ts';
import { addJob } from '../../jobs/queue.ts';
import type { RecurringBuyRow } from './queries.ts';

/** The job of its next time, in the transaction that set it. It names the time, and does nothing at any other. */
export async function arrangeRun(
  trx: Transaction,
  { id, next_at }: Pick<RecurringBuyRow, 'id' | 'next_at'>,
): Promise<void> {
  const payload = { recurringBuyId: id, dueAt: next_at.toISOString() };
  await addJob(trx, 'run-recurring-buy', payload, { runAt: next_at });
}
