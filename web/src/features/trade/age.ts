const secondMs = 1000;
const minuteMs = 60 * secondMs;

/** How old a price is: "20 sec. ago", and from two minutes on by the minute. */
export function formatAge(ageMs: number, formatTag: string): string {
  const format = new Intl.RelativeTimeFormat(formatTag, { style: 'short', numeric: 'auto' });
  const age = Math.max(0, ageMs);
  if (age < 2 * minuteMs) return format.format(-Math.floor(age / secondMs), 'second');
  return format.format(-Math.floor(age / minuteMs), 'minute');
}
