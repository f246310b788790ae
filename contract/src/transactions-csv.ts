import type { Transaction } from './api/transactions.ts';

/** UTF-8's byte order mark. Without it a spreadsheet reads Persian or Chinese in a wrong encoding. */
const byteOrderMark = '\uFEFF';

/**
 * A table in RFC 4180 format: commas, CRLF after every record, quotes where a cell needs them. Other people write notes, so a
 * cell that a spreadsheet would run as a formula gets an apostrophe before it (OWASP, "CSV Injection").
 */
export function writeCsv(records: readonly (readonly string[])[]): string {
  const lines = records.map((cells) => `${cells.map(writeCell).join(',')}\r\n`);
  return byteOrderMark + lines.join('');
}

/**
 * Half and full width, since some spreadsheets read both. Not only at the start of a cell: with semicolons or tabs as separators
 * our quotes do not count, so each separator and line break of a note begins a new cell.
 */
const formulaStart = /^(?=[\t\r\n])|(?<=^|[,;|\t\r\n])(?="*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

function writeCell(text: string): string {
  const cell = text.replaceAll(formulaStart, "'");
  return /[",;|\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Columns use the API's names and words, so a program reads the file the same way in every language. */
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
  from_fee: ({ trade }) => trade?.fee ?? null,
  to_currency: ({ trade }) => trade?.toCurrency ?? null,
  to_amount: ({ trade }) => trade?.toAmount ?? null,
  // Last: whoever reads the columns before by their place goes on doing so.
  counterparty_username: ({ counterpartyUsername }) => counterpartyUsername,
};

/** Transactions as CSV, in the given order, with a header row. */
export function writeTransactionsCsv(transactions: readonly Transaction[]): string {
  const records = transactions.map((transaction) =>
    Object.values(columns).map((cellOf) => cellOf(transaction) ?? ''),
  );
  return writeCsv([Object.keys(columns), ...records]);
}
