/** A file begins with it: without it spreadsheets read Persian or Chinese in a wrong encoding. */
export const byteOrderMark = '\uFEFF';

/** A number of ours. It is no formula though it may be below zero, and a spreadsheet must be able to add it up. */
interface DecimalCell {
  readonly decimal: string;
}
export type Cell = string | DecimalCell;

/** A file that is small enough to be written at once. */
export function writeCsv(records: readonly (readonly Cell[])[]): string {
  return byteOrderMark + writeLines(records);
}

/**
 * RFC 4180. Other people write notes, so a cell that a spreadsheet would run as a formula gets an apostrophe (OWASP, "CSV
 * Injection").
 */
export function writeLines(records: readonly (readonly Cell[])[]): string {
  return records.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('');
}

/**
 * Half and full width, since some spreadsheets read both. With semicolons or tabs as separators our quotes do not count: each
 * separator and line break of a note begins a new cell.
 */
const formulaStart = /^(?=[\t\r\n])|(?<=^|[,;|\t\r\n])(?="*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

function writeCell(written: Cell): string {
  if (typeof written !== 'string') return writeDecimal(written);
  const cell = written.replaceAll(formulaStart, "'");
  return /[",;|\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function writeDecimal({ decimal }: DecimalCell): string {
  if (!/^-?[0-9]+(\.[0-9]+)?$/.test(decimal)) throw new Error('this is no decimal');
  return decimal;
}
