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
