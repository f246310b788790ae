import type { QueryOf } from '@mercury/contract/api/endpoint.ts';
import type { exportTransactions as endpoint } from '@mercury/contract/api/transactions.ts';
import { limits } from '@mercury/contract/limits.ts';
import { writeTransactionsCsv } from '@mercury/contract/transactions-csv.ts';
import { DomainError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { presentTransaction } from './present.ts';
import { findTransactionsOfPeriod } from './queries.ts';

/**
 * The person's transactions whose date is within a time, oldest first, as CSV. One without an end has none.
 * @throws DomainError TooManyTransactions
 */
export async function exportTransactions(
  { db }: Pick<Services, 'db'>,
  { userId, period }: { userId: string; period: QueryOf<typeof endpoint> },
): Promise<string> {
  // One more than there may be tells whether there are too many.
  const rows = await findTransactionsOfPeriod(db, { userId, ...period, limit: limits.statementLinesMax + 1 });
  if (rows.length > limits.statementLinesMax) throw new DomainError('TooManyTransactions');
  return writeTransactionsCsv(rows.map(presentTransaction));
}
