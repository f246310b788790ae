import { toAsciiDigit } from './typed-amount.ts';
import { type Day, startOfDay } from '../i18n/calendar.ts';

/** A day of the Iranian calendar: 1405/9/2. */
export interface JalaliDay {
  year: number;
  month: number;
  date: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Days are counted in UTC: it has no changes of the clock, and a day's name does not depend on a place. */
const jalali = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  timeZone: 'UTC',
});

function momentOf(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function dayAt(moment: number): Day {
  return new Date(moment).toISOString().slice(0, 10);
}

export function addDays(day: Day, count: number): Day {
  return dayAt(momentOf(day) + count * dayMs);
}

export function toJalali(day: Day): JalaliDay {
  const parts = jalali.formatToParts(momentOf(day));
  const numberOf = (type: 'year' | 'month' | 'day') =>
    Number(parts.find((part) => part.type === type)?.value);
  return { year: numberOf('year'), month: numberOf('month'), date: numberOf('day') };
}

function isSame(first: JalaliDay, second: JalaliDay): boolean {
  return first.year === second.year && first.month === second.month && first.date === second.date;
}

/** Undefined if the calendar has no such day: 1404/12/30, but not 1403/12/30, because 1403 is a leap year. */
export function fromJalali(wanted: JalaliDay): Day | undefined {
  const { year, month, date } = wanted;
  if (!(year >= 1300 && year <= 2300 && month >= 1 && month <= 12 && date >= 1 && date <= 31)) {
    return undefined;
  }
  // Six months of 31 days, then months of 30. The year begins within two days of 20 March: Intl knows which one it is.
  const daysBefore = month <= 7 ? (month - 1) * 31 : 186 + (month - 7) * 30;
  const about = dayAt(Date.UTC(year + 621, 2, 18));
  return [0, 1, 2, 3, 4, 5]
    .map((later) => addDays(about, later + daysBefore + date - 1))
    .find((day) => isSame(toJalali(day), wanted));
}

/** The days of a month, the first one first. */
export function daysOfJalaliMonth({ year, month }: Pick<JalaliDay, 'year' | 'month'>): Day[] {
  const dates = Array.from({ length: 31 }, (_, index) => index + 1);
  return dates.flatMap((date) => fromJalali({ year, month, date }) ?? []);
}

/** The same date so many months later, or the last day of a shorter month. */
export function addJalaliMonths(day: Day, count: number): Day {
  const { year, month, date } = toJalali(day);
  const months = year * 12 + (month - 1) + count;
  const days = daysOfJalaliMonth({ year: Math.floor(months / 12), month: (months % 12) + 1 });
  return days[Math.min(date, days.length) - 1] ?? day;
}

/** Columns since Saturday, with which the Iranian week begins. */
export function columnOf(day: Day): number {
  return (new Date(momentOf(day)).getUTCDay() + 1) % 7;
}

/** As forms have it: "۱۴۰۵/۰۹/۰۲". */
export function writeJalali(day: Day): string {
  const { year, month, date } = toJalali(day);
  const digits = new Intl.NumberFormat('fa-IR', { useGrouping: false, minimumIntegerDigits: 2 });
  return [year, month, date].map((part) => digits.format(part)).join('/');
}

/**
 * A typed day, in the digits of any script: "۱۴۰۵/۹/۲", "1405-09-02", "14050902". A year from 2001 on is of the international
 * calendar: such a day was pasted. Undefined if it is no day, or none that the API takes.
 */
export function readJalali(text: string): Day | undefined {
  const ascii = Array.from(text.trim(), toAsciiDigit).join('');
  const match =
    /^(\d{4})\s*[/.٫\-\s]\s*(\d{1,2})\s*[/.٫\-\s]\s*(\d{1,2})$/.exec(ascii) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(ascii);
  if (match === null) return undefined;
  const [year, month, date] = match.slice(1).map(Number) as [number, number, number];
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  const day =
    year > 2000 ? `${year}-${twoDigits(month)}-${twoDigits(date)}` : fromJalali({ year, month, date });
  return day !== undefined && startOfDay(day) ? day : undefined;
}

/** No more can be typed to make it another day. */
export function isFullJalali(text: string): boolean {
  const ascii = Array.from(text.trim(), toAsciiDigit).join('');
  return /^\d{4}\D\d{1,2}\D\d{2}$|^\d{8}$/.test(ascii);
}
