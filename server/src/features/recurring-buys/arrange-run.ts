import type { Transaction } from '../../db/database.ts';
import { addJob, removeJob } from '../../jobs/queue.ts';
import type { RecurringBuyRow } from './queries.ts';

const jobKeyOf = (id: string): string => `recurring-buy ${id}`;

/**
 * The job of its next time, in the transaction that set it, in the place of any that waits. It names the time, and does
 * nothing at any other.
 */
export async function arrangeRun(
  trx: Transaction,
  { id, next_at }: Pick<RecurringBuyRow, 'id' | 'next_at'>,
): Promise<void> {
  const payload = { recurringBuyId: id, dueAt: next_at.toISOString() };
  await addJob(trx, 'run-recurring-buy', payload, { runAt: next_at, key: jobKeyOf(id) });
}

/** It will not run again, or not until it is arranged anew. */
export async function takeBackRun(trx: Transaction, { id }: Pick<RecurringBuyRow, 'id'>): Promise<void> {
  await removeJob(trx, jobKeyOf(id));
}
