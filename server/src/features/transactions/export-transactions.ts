import type { QueryOf } from '@mercury/contract/api/endpoint.ts';
import type { exportTransactions as endpoint } from '@mercury/contract/api/transactions.ts';
import { limits } from '@mercury/contract/limits.ts';
import { writeTransactionsCsv } from '@mercury/contract/transactions-csv.ts';
import { DomainError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { presentTransaction } from './present.ts';
import { findTransactionsOfPeriod } from './queries.ts';

/**
 * The person's transactions of a period by their date, oldest first, as CSV. A missing bound is open.
 * @throws DomainError TooManyTransactions
 */
export async function exportTransactions(
  { db }: Pick<Services, 'db'>,
  { userId, period }: { userId: string; period: QueryOf<typeof endpoint> },
): Promise<string> {
  // One row more than the limit shows that there are too many.
  const rows = await findTransactionsOfPeriod(db, { userId, ...period, limit: limits.statementLinesMax + 1 });
  if (rows.length > limits.statementLinesMax) throw new DomainError('TooManyTransactions');
  return writeTransactionsCsv(rows.map(presentTransaction));
}
