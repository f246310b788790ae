import type { Transaction } from '../../db/database.ts';
import { addJob, removeJob } from '../../jobs/queue.ts';
import type { RecurringBuyRow } from './queries.ts';

const jobKeyOf = (id: string): string => `recurring-buy ${id}`;

/**
 * Adds the job of the next time in the transaction that set it, and replaces a waiting job. The job names its time and does
 * nothing at any other time.
 */
export async function arrangeRun(
  trx: Transaction,
  { id, next_at }: Pick<RecurringBuyRow, 'id' | 'next_at'>,
): Promise<void> {
  const payload = { recurringBuyId: id, dueAt: next_at.toISOString() };
  await addJob(trx, 'run-recurring-buy', payload, { runAt: next_at, key: jobKeyOf(id) });
}

/** Removes the waiting job until the next arrangeRun. */
export async function takeBackRun(trx: Transaction, { id }: Pick<RecurringBuyRow, 'id'>): Promise<void> {
  await removeJob(trx, jobKeyOf(id));
}
