import type { QueryOf } from '@mercury/contract/api/endpoint.ts';
import type { exportTransactions as endpoint, Transaction } from '@mercury/contract/api/transactions.ts';
import { limits } from '@mercury/contract/limits.ts';
import { DomainError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { writeCsv } from './csv.ts';
import { presentTransaction } from './present.ts';
import { findTransactionsOfPeriod } from './queries.ts';

/** Column by column. Their names and words are the API's, so that a program reads the file in every language alike. */
const columns: Readonly<Record<string, (transaction: Transaction) => string | null>> = {
  date: ({ date }) => date,
  id: ({ id }) => id,
  type: ({ type }) => type,
  direction: ({ direction }) => direction,
  currency: ({ currency }) => currency,
  amount: ({ amount }) => amount,
  fee: ({ fee }) => fee,
  net: ({ netAmount }) => netAmount,
  usd_value: ({ usdValue }) => usdValue,
  status: ({ status }) => status,
  counterparty: ({ counterparty }) => counterparty,
  memo: ({ memo }) => memo,
  note: ({ note }) => note,
  reference: ({ externalReference }) => externalReference,
};

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
  const records = rows.map((row) => {
    const transaction = presentTransaction(row);
    return Object.values(columns).map((cellOf) => cellOf(transaction) ?? '');
  });
  return writeCsv([Object.keys(columns), ...records]);
}
