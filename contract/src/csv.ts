/** UTF-8's byte order mark: without it a spreadsheet takes Persian or Chinese for another encoding. */
const byteOrderMark = '\uFEFF';

/**
 * A table as RFC 4180 writes it: commas, CRLF after every record, quotes where a cell needs them. Where a spreadsheet would
 * run a formula it gets an apostrophe before it, which the spreadsheet shows as text (OWASP, "CSV Injection"): notes are
 * written by other people.
 */
export function writeCsv(records: readonly (readonly string[])[]): string {
  const lines = records.map((cells) => `${cells.map(writeCell).join(',')}\r\n`);
  return byteOrderMark + lines.join('');
}

/**
 * In half and in full width, since some spreadsheets read both. Not only at the start: where semicolons or tabs separate, our
 * quotes stand amid a cell and count for nothing, so that each separator and line break of a note begins a cell.
 */
const formulaStart = /^(?=[\t\r\n])|(?<=^|[,;|\t\r\n])(?="*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

function writeCell(text: string): string {
  const cell = text.replaceAll(formulaStart, "'");
  return /[",;|\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
