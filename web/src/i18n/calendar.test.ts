import { expect, it } from 'vitest';
import { dayOf, hasOwnCalendar, latestMonths, startOfDay } from './calendar.ts';

it('gives midnight of a day in the own time zone, and of the day after it', () => {
  expect(startOfDay('2026-03-01')).toEqual(new Date(2026, 2, 1));
  expect(startOfDay('2026-02-28', 1)).toEqual(new Date(2026, 2, 1));
  expect(dayOf(new Date(2026, 2, 1, 23, 59))).toBe('2026-03-01');
});

it.each(['2026-02-30', '2026-13-01', '2000-12-31', '2999-01-01', '2026-1-1', 'yesterday', ''])(
  'knows no day %j',
  (day) => {
    expect(startOfDay(day)).toBeUndefined();
  },
);

it('lists the months of a year that ends and begins, newest first', () => {
  const months = latestMonths(new Date(2026, 1, 14), 'en-GB', 3);
  expect(months).toEqual([
    { label: 'February 2026', firstDay: '2026-02-01', lastDay: '2026-02-28' },
    { label: 'January 2026', firstDay: '2026-01-01', lastDay: '2026-01-31' },
    { label: 'December 2025', firstDay: '2025-12-01', lastDay: '2025-12-31' },
  ]);
});

it('goes by the Persian calendar for readers of Persian, whose year begins in spring', () => {
  const [april, march] = latestMonths(new Date(2026, 3, 1), 'fa-IR', 2);
  expect(april).toEqual({ label: 'فروردین ۱۴۰۵', firstDay: '2026-03-21', lastDay: '2026-04-20' });
  expect(march).toEqual({ label: 'اسفند ۱۴۰۴', firstDay: '2026-02-20', lastDay: '2026-03-20' });
  expect([hasOwnCalendar('fa-IR'), hasOwnCalendar('zh-CN')]).toEqual([true, false]);
});

it.each(['en-GB', 'fa-IR'])('leaves no day out and counts none twice in %s', (formatTag) => {
  const months = latestMonths(new Date(2026, 10, 21), formatTag, 60);
  const daysAfter = months.slice(1).map(({ lastDay }) => startOfDay(lastDay, 1));
  expect(daysAfter).toEqual(months.slice(0, -1).map(({ firstDay }) => startOfDay(firstDay)));
});
