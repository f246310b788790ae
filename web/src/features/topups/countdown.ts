/** Minutes and seconds that are left, in the reader's digits: "29:05". Never below zero. */
export function formatCountdown(remainingMs: number, formatTag: string): string {
  const seconds = Math.max(0, Math.ceil(remainingMs / 1000));
  const minutes = new Intl.NumberFormat(formatTag, { useGrouping: false });
  const twoDigits = new Intl.NumberFormat(formatTag, { minimumIntegerDigits: 2 });
  return `${minutes.format(Math.floor(seconds / 60))}:${twoDigits.format(seconds % 60)}`;
}
