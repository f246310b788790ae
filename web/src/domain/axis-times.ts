import { latestMonths, startOfDay } from '../i18n/calendar.ts';

/** The range of a chart. */
export type ChartRange = 'day' | 'week' | 'month' | 'year' | 'all';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** Axis label format per range: enough to tell neighbours apart, and no more. */
const axisFormats: Readonly<Record<ChartRange, Intl.DateTimeFormatOptions>> = {
  day: { hour: '2-digit', minute: '2-digit' },
  week: { weekday: 'short' },
  month: { day: 'numeric', month: 'short' },
  year: { month: 'short' },
  all: { month: 'short', year: 'numeric' },
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
  if (range === 'all') return monthTimes({ fromMs, toMs }, formatTag).filter(isInside);
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
  const dayCount = Math.ceil((toMs - fromMs) / dayMs) + 1;
  const days = Array.from({ length: Math.ceil(dayCount / stepDays) }, (_, index) =>
    midnight(index * stepDays + 1),
  );
  return days.filter(isInside);
}

const monthTicksMax = 7;
const monthSteps = [1, 2, 3, 6, 12, 24, 60];

/** First days of months, as far apart as a span of any length needs: from one month to five years. */
function monthTimes({ fromMs, toMs }: Span, formatTag: string): number[] {
  // No calendar has a month of fewer than 28 days.
  const monthCount = Math.ceil((toMs - fromMs) / (28 * dayMs)) + 1;
  const step = monthSteps.find((each) => monthCount / each <= monthTicksMax) ?? 120;
  return latestMonths(new Date(toMs), formatTag, monthCount)
    .toReversed()
    .flatMap(({ firstDay }) => {
      const first = startOfDay(firstDay);
      return first !== undefined && monthNumberOf(first, formatTag) % step === 0 ? [first.getTime()] : [];
    });
}

/** Counts the months of the reader's calendar. The first month of a year is a multiple of twelve. */
function monthNumberOf(moment: Date, formatTag: string): number {
  const format = new Intl.DateTimeFormat(formatTag, {
    year: 'numeric',
    month: 'numeric',
    numberingSystem: 'latn',
  });
  const parts = format.formatToParts(moment);
  const numberOf = (wanted: 'year' | 'month') =>
    Number(parts.find(({ type }) => type === wanted)?.value ?? 1);
  return numberOf('year') * 12 + numberOf('month') - 1;
}
