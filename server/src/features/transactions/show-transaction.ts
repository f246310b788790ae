import type { Transaction } from '@mercury/contract/api/transactions.ts';
import type { Services } from '../../services.ts';
import { presentTransaction } from './present.ts';
import { findTransaction } from './queries.ts';

/** Undefined for another person's transaction. */
export async function showTransaction(
  { db }: Services,
  place: { userId: string; id: string },
): Promise<Transaction | undefined> {
  const row = await findTransaction(db, place.userId, place.id);
  return row && presentTransaction(row);
}
