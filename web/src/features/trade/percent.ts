/** Hundredths of a percent as their reader writes them: "0.25%". */
export function formatBps(bps: number, formatTag: string): string {
  return new Intl.NumberFormat(formatTag, { style: 'percent', maximumFractionDigits: 2 }).format(
    bps / 10_000,
  );
}
