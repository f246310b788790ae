const numberFormats = new Map<string, Intl.NumberFormat>();

/** Each is made once: making one costs a browser far more than using it, and a page writes dozens of amounts. */
export function numberFormat(formatTag: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${formatTag} ${JSON.stringify(options)}`;
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(formatTag, options);
  numberFormats.set(key, format);
  return format;
}

const dayMs = 24 * 60 * 60 * 1000;

const timeSteps: readonly { unit: Intl.RelativeTimeFormatUnit; lengthMs: number }[] = [
  { unit: 'day', lengthMs: dayMs },
  { unit: 'hour', lengthMs: 60 * 60 * 1000 },
  { unit: 'minute', lengthMs: 60 * 1000 },
];

/** A longer age says less than a date. */
const agesShownUpToMs = 7 * dayMs;

export function formatDateTime(at: string, formatTag: string, { hasTime }: { hasTime: boolean }): string {
  return new Intl.DateTimeFormat(formatTag, {
    dateStyle: 'medium',
    ...(hasTime && { timeStyle: 'short' }),
  }).format(new Date(at));
}

/** A moment in its shortest form: only the clock if it is today. */
export function formatMoment(at: string, formatTag: string, now = new Date()): string {
  const moment = new Date(at);
  if (moment.toDateString() !== now.toDateString()) return formatDateTime(at, formatTag, { hasTime: true });
  return new Intl.DateTimeFormat(formatTag, { timeStyle: 'short' }).format(moment);
}

/** The same to the second. The year goes without saying. */
export function formatSecondOf(at: string, formatTag: string, now = new Date()): string {
  const moment = new Date(at);
  const isToday = moment.toDateString() === now.toDateString();
  return new Intl.DateTimeFormat(formatTag, {
    ...(!isToday && { month: 'short', day: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  }).format(moment);
}

export function formatTimeAgo(at: string, formatTag: string, nowMs: number): string {
  const ageMs = nowMs - Date.parse(at);
  if (ageMs >= agesShownUpToMs) return formatDateTime(at, formatTag, { hasTime: false });
  const format = new Intl.RelativeTimeFormat(formatTag, { numeric: 'auto' });
  for (const { unit, lengthMs } of timeSteps) {
    if (ageMs >= lengthMs) return format.format(-Math.floor(ageMs / lengthMs), unit);
  }
  return format.format(0, 'second');
}

/** A count in the reader's own digits. */
export function formatCount(count: number, formatTag: string): string {
  return numberFormat(formatTag).format(count);
}

/** A waiting time as m:ss, in the reader's own digits. */
export function formatCountdown(seconds: number, formatTag: string): string {
  const twoDigits = numberFormat(formatTag, { minimumIntegerDigits: 2 });
  return `${formatCount(Math.floor(seconds / 60), formatTag)}:${twoDigits.format(seconds % 60)}`;
}

/** Seconds with one decimal, as in `0.1`; never zero. */
export function formatSeconds(durationMs: number, formatTag: string): string {
  const format = numberFormat(formatTag, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return format.format(Math.max(durationMs, 100) / 1000);
}
