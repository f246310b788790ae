import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { createRecurringBuy, RecurringPeriod } from '@mercury/contract/api/recurring-buys.ts';
import { limits } from '@mercury/contract/limits.ts';
import { parseAmountOutside } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { TFunction } from 'i18next';
import { formatCount } from '../../i18n/formats.ts';

/** The input so far. */
export interface Draft {
  /** A plain decimal of fromCurrency, or empty. */
  amount: string;
  fromCurrency: AssetCode;
  toCurrency: AssetCode;
  every: RecurringPeriod;
  start: 'now' | 'later';
  /** For a later start, in the browser field's format: "2026-03-21T09:00", in the person's own time zone. */
  firstAt: string;
}

export interface DraftProblems {
  isAmountMissing: boolean;
  isFirstAtWrong: boolean;
}

/** The chosen time; undefined if missing, past or too far ahead. */
export function firstAtOf({ firstAt }: Pick<Draft, 'firstAt'>, now: Date): Date | undefined {
  const atMs = Date.parse(firstAt);
  const isInTime = atMs > now.getTime() && atMs <= now.getTime() + limits.recurringFirstAtMaxMs;
  return isInTime ? new Date(atMs) : undefined;
}

export function problemsOf(draft: Draft, now: Date): DraftProblems {
  const amount = parseAmountOutside(draft.fromCurrency, draft.amount);
  return {
    isAmountMissing: amount === undefined || amount.minorUnits === 0n,
    isFirstAtWrong: draft.start === 'later' && firstAtOf(draft, now) === undefined,
  };
}

/** The request of a valid draft. */
export function orderOf(draft: Draft, now: Date): BodyOf<typeof createRecurringBuy> {
  const { amount, fromCurrency, toCurrency, every, start } = draft;
  const firstAt = start === 'later' ? firstAtOf(draft, now) : undefined;
  return {
    amount,
    fromCurrency,
    toCurrency,
    every,
    ...(firstAt && { firstAt: firstAt.toISOString() }),
    // The person saw days of this browser's time zone.
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

const twoDigits = (part: number): string => String(part).padStart(2, '0');

/** A moment in the browser field's format. */
export function fieldTextOf(moment: Date): string {
  const day = `${moment.getFullYear()}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`;
  return `${day}T${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}`;
}

/** The next morning at nine: the default of a later start. */
export function nextMorning(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9);
}

interface Rhythm {
  every: RecurringPeriod;
  /** One of its times; null if none is known. */
  at: Date | null;
}

/** "Every week on Monday". Months follow the server's calendar, whichever calendar the reader's language has. */
export function rhythmText({ every, at }: Rhythm, t: TFunction, formatTag: string): string {
  if (at === null || every === 'day') return t(`recurringBuys.every.${every}`);
  if (every === 'week') {
    const weekday = new Intl.DateTimeFormat(formatTag, { weekday: 'long' }).format(at);
    return t('recurringBuys.everyWeekOn', { weekday });
  }
  return t('recurringBuys.everyMonthOn', { day: formatCount(at.getDate(), formatTag) });
}
