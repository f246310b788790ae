import { latestMonths, startOfDay } from '../i18n/calendar.ts';

/** The range of a chart. */
export type ChartRange = 'day' | 'week' | 'month' | 'year';

const hourMs = 60 * 60 * 1000;

/** Axis label format per range: enough to tell neighbours apart, and no more. */
const axisFormats: Readonly<Record<ChartRange, Intl.DateTimeFormatOptions>> = {
  day: { hour: '2-digit', minute: '2-digit' },
  week: { weekday: 'short' },
  month: { day: 'numeric', month: 'short' },
  year: { month: 'short' },
};

export function formatAxisTime(atMs: number, range: ChartRange, formatTag: string): string {
  return new Intl.DateTimeFormat(formatTag, axisFormats[range]).format(atMs);
}

interface Span {
  fromMs: number;
  toMs: number;
}

/** Axis ticks on round hours, days and months of the reader's own time zone and calendar. */
export function axisTimes({ fromMs, toMs }: Span, range: ChartRange, formatTag: string): number[] {
  const isInside = (atMs: number) => atMs >= fromMs && atMs <= toMs;
  if (range === 'year') {
    const months = latestMonths(new Date(toMs), formatTag, 13).toReversed();
    // Every other month: twelve names would not fit.
    const everyOther = months.filter((_month, index) => index % 2 === 0);
    return everyOther.flatMap(({ firstDay }) => startOfDay(firstDay)?.getTime() ?? []).filter(isInside);
  }
  const from = new Date(fromMs);
  const midnight = (daysLater: number, hour = 0) =>
    new Date(from.getFullYear(), from.getMonth(), from.getDate() + daysLater, hour).getTime();
  if (range === 'day') {
    const hours = Array.from({ length: 12 }, (_, index) => midnight(0, index * 4));
    return hours.filter(isInside);
  }
  const stepDays = range === 'week' ? 1 : 6;
  const dayCount = Math.ceil((toMs - fromMs) / (24 * hourMs)) + 1;
  const days = Array.from({ length: Math.ceil(dayCount / stepDays) }, (_, index) =>
    midnight(index * stepDays + 1),
  );
  return days.filter(isInside);
}
