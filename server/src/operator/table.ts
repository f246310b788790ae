/** Plain columns with a header, for a terminal and for programs that read lines. */
export function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, ...rows].map((cells) => cells.map(printable));
  const widths = heads.map((_head, column) =>
    Math.max(...lines.map((cells) => (cells[column] ?? '').length)),
  );
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/**
 * Names of browsers and words of payers or visitors are anyone's text, and a terminal obeys control characters. The two joiners
 * of Persian and Indian scripts stay: they belong to letters and move nothing.
 */
export function printable(text: string): string {
  const shown = text.replaceAll(/(?![\u200c\u200d])\p{C}/gu, '?');
  return shown === '' ? '-' : shown;
}
