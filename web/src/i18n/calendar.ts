/** In the person's time zone, as in `<input type="date">` and our addresses: "2026-03-21". */
export type Day = string;

const dayMs = 24 * 60 * 60 * 1000;

const twoDigits = (part: number): string => String(part).padStart(2, '0');

export function dayOf(moment: Date): Day {
  return `${moment.getFullYear()}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`;
}

/**
 * Midnight; undefined if the text is no day. The API takes times of this millennium: without its first and last year, no time
 * zone leaves it.
 */
export function startOfDay(day: Day, daysLater = 0): Date | undefined {
  const match = /^(2(?!000|999)\d{3})-(\d{2})-(\d{2})$/.exec(day);
  if (match === null) return undefined;
  const [year, month, date] = match.slice(1).map(Number) as [number, number, number];
  if (dayOf(new Date(year, month - 1, date)) !== day) return undefined;
  return new Date(year, month - 1, date + daysLater);
}

export interface CalendarMonth {
  /** In the reader's calendar: "March 2026", "فروردین ۱۴۰۵". */
  label: string;
  firstDay: Day;
  lastDay: Day;
}

/** The latest months of the reader's calendar, the present one first. */
export function latestMonths(now: Date, formatTag: string, count: number): CalendarMonth[] {
  const months: CalendarMonth[] = [];
  let first = firstOfMonth(now, formatTag);
  let next = firstOfMonth(new Date(first.getTime() + 32 * dayMs), formatTag);
  for (let index = 0; index < count; index += 1) {
    months.push({
      label: labelOf(first, formatTag),
      firstDay: dayOf(first),
      lastDay: dayOf(dayBefore(next)),
    });
    next = first;
    first = firstOfMonth(dayBefore(first), formatTag);
  }
  return months;
}

function labelOf(first: Date, formatTag: string): string {
  const format = new Intl.DateTimeFormat(formatTag, { month: 'long', year: 'numeric' });
  if (!hasOwnCalendar(formatTag)) return format.format(first);
  // For other calendars Intl puts the year first. Readers expect "فروردین ۱۴۰۵".
  const parts = format.formatToParts(first);
  const textOf = (type: 'month' | 'year') => parts.find((part) => part.type === type)?.value ?? '';
  return `${textOf('month')} ${textOf('year')}`;
}

/** Months have at most 31 days in every calendar. */
function firstOfMonth(moment: Date, formatTag: string): Date {
  const ordinal = new Intl.DateTimeFormat(formatTag, { day: 'numeric', numberingSystem: 'latn' });
  const dayPart = ordinal.formatToParts(moment).find(({ type }) => type === 'day');
  const dayOfMonth = Number(dayPart?.value ?? 1);
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate() - (dayOfMonth - 1));
}

function dayBefore(moment: Date): Date {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate() - 1);
}

/** Browsers' date fields know only the international calendar, so these readers get fields of ours. */
export function hasOwnCalendar(formatTag: string): boolean {
  return new Intl.DateTimeFormat(formatTag).resolvedOptions().calendar !== 'gregory';
}
