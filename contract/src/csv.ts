/** Without it spreadsheets read Persian or Chinese in a wrong encoding. */
const byteOrderMark = '\uFEFF';

/**
 * RFC 4180. Other people write notes, so a cell that a spreadsheet would run as a formula gets an apostrophe (OWASP, "CSV
 * Injection").
 */
export function writeCsv(records: readonly (readonly string[])[]): string {
  const lines = records.map((cells) => `${cells.map(writeCell).join(',')}\r\n`);
  return byteOrderMark + lines.join('');
}

/**
 * Half and full width, since some spreadsheets read both. With semicolons or tabs as separators our quotes do not count: each
 * separator and line break of a note begins a new cell.
 */
const formulaStart = /^(?=[\t\r\n])|(?<=^|[,;|\t\r\n])(?="*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

function writeCell(text: string): string {
  const cell = text.replaceAll(formulaStart, "'");
  return /[",;|\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
