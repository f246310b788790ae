/** UTF-8's byte order mark: without it a spreadsheet takes Persian or Chinese for another encoding. */
const byteOrderMark = '\uFEFF';

/**
 * A table as RFC 4180 writes it: commas, CRLF after every record, quotes where a cell needs them. A cell that a
 * spreadsheet would run as a formula gets an apostrophe before it, which the spreadsheet shows as text (OWASP, "CSV
 * Injection"): notes are written by other people.
 */
export function writeCsv(records: readonly (readonly string[])[]): string {
  const lines = records.map((cells) => `${cells.map(writeCell).join(',')}\r\n`);
  return byteOrderMark + lines.join('');
}

/** In half and in full width, since some spreadsheets read both. */
const formulaStart = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

function writeCell(text: string): string {
  const cell = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
