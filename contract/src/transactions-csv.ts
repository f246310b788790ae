import type { Transaction } from './api/transactions.ts';
import { writeCsv } from './csv.ts';

/** The API's names, so that programs read the file alike in every language. */
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
  // A file can't fold a stranger's note.
  note: ({ note, isNoteFromStranger }) => (isNoteFromStranger ? null : note),
  reference: ({ externalReference }) => externalReference,
  // Both sides of a trade; empty for other kinds.
  from_currency: ({ trade }) => trade?.fromCurrency ?? null,
  from_amount: ({ trade }) => trade?.fromAmount ?? null,
  from_fee: ({ trade }) => (trade?.feeCurrency === trade?.fromCurrency ? (trade?.fee ?? null) : null),
  to_currency: ({ trade }) => trade?.toCurrency ?? null,
  to_amount: ({ trade }) => trade?.toAmount ?? null,
  // Last: whoever reads the columns before by their place goes on doing so.
  counterparty_username: ({ counterpartyUsername }) => counterpartyUsername,
  // Of a trade in a market.
  to_fee: ({ trade }) => (trade?.feeCurrency === trade?.toCurrency ? (trade?.fee ?? null) : null),
  market: ({ trade }) => trade?.market ?? null,
};

/** In the given order, with a header row. */
export function writeTransactionsCsv(transactions: readonly Transaction[]): string {
  const records = transactions.map((transaction) =>
    Object.values(columns).map((cellOf) => cellOf(transaction) ?? ''),
  );
  return writeCsv([Object.keys(columns), ...records]);
}
