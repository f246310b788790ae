import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { rhythmText } from './rhythm.ts';

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
