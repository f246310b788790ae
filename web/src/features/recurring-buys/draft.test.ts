import { limits } from '@mercury/contract/limits.ts';
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { type Draft, fieldTextOf, firstAtOf, nextMorning, orderOf, problemsOf, rhythmText } from './draft.ts';

const now = new Date(2026, 10, 21, 23, 30);
const draft: Draft = {
  amount: '50',
  fromCurrency: 'USD',
  toCurrency: 'BTC',
  every: 'week',
  start: 'now',
  firstAt: '',
};

it.each(['', '0', '0.00', '1.234', 'x'])('finds no amount of dollars in "%s"', (amount) => {
  expect(problemsOf({ ...draft, amount }, now).isAmountMissing).toBe(true);
});

it('finds nothing wrong with an amount that begins at once, and names no time', () => {
  expect(problemsOf(draft, now)).toEqual({ isAmountMissing: false, isFirstAtWrong: false });
  expect(orderOf(draft, now)).toEqual({
    amount: '50',
    fromCurrency: 'USD',
    toCurrency: 'BTC',
    every: 'week',
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
});

it('what begins at once names no time, though one was chosen before', () => {
  const changed: Draft = { ...draft, start: 'now', firstAt: '2026-11-22T09:00' };
  expect(orderOf(changed, now)).not.toHaveProperty('firstAt');
  expect(problemsOf({ ...changed, firstAt: '2000-01-01T09:00' }, now).isFirstAtWrong).toBe(false);
});

it('a later start is a moment of the person’s own time zone, and travels as one of all', () => {
  const later: Draft = { ...draft, start: 'later', firstAt: '2026-11-22T09:00' };
  expect(orderOf(later, now).firstAt).toBe(new Date(2026, 10, 22, 9).toISOString());
});

it('takes a first time from now on and up to a year ahead, and no other', () => {
  const at = (ms: number) => fieldTextOf(new Date(now.getTime() + ms));
  expect(firstAtOf({ firstAt: at(60_000) }, now)).toBeDefined();
  expect(firstAtOf({ firstAt: at(0) }, now)).toBeUndefined();
  expect(firstAtOf({ firstAt: at(limits.recurringFirstAtMaxMs) }, now)).toBeDefined();
  expect(firstAtOf({ firstAt: at(limits.recurringFirstAtMaxMs + 60_000) }, now)).toBeUndefined();
  expect(firstAtOf({ firstAt: '' }, now)).toBeUndefined();
  expect(problemsOf({ ...draft, start: 'later' }, now).isFirstAtWrong).toBe(true);
});

it('offers the next morning, also at the end of a month', () => {
  expect(fieldTextOf(nextMorning(new Date(2026, 10, 30, 23, 59)))).toBe('2026-12-01T09:00');
});

/** Says which text is asked for, and with what in it. */
const t = ((key: string, options?: object) =>
  `${key} ${JSON.stringify(options ?? {})}`) as unknown as TFunction;

const monday = new Date(2026, 10, 23, 9);

it('names the weekday of a weekly buy in the reader’s language', () => {
  expect(rhythmText({ every: 'week', at: monday }, t, 'en-GB')).toContain('"weekday":"Monday"');
  expect(rhythmText({ every: 'week', at: monday }, t, 'fa-IR')).toContain('"weekday":"دوشنبه"');
});

it('names the day of a monthly buy by the calendar that it is counted by, in the reader’s digits', () => {
  expect(rhythmText({ every: 'month', at: monday }, t, 'en-GB')).toContain('"day":"23"');
  expect(rhythmText({ every: 'month', at: monday }, t, 'fa-IR')).toContain('"day":"۲۳"');
});

it('says no more than the period where no time is known, and of every day', () => {
  expect(rhythmText({ every: 'week', at: null }, t, 'en-GB')).toBe('recurringBuys.every.week {}');
  expect(rhythmText({ every: 'day', at: monday }, t, 'en-GB')).toBe('recurringBuys.every.day {}');
});
