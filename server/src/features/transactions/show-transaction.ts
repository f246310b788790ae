import type { Transaction } from '@mercury/contract/api/transactions.ts';
import type { Services } from '../../services.ts';
import { presentTransaction } from './present.ts';
import { findTransaction } from './queries.ts';

/** A person's transaction as the API shows it; undefined also for somebody else's. */
export async function showTransaction(
  { db }: Services,
  place: { userId: string; id: string },
): Promise<Transaction | undefined> {
  const row = await findTransaction(db, place.userId, place.id);
  return row && presentTransaction(row);
}
