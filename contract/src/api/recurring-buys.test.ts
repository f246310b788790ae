import { expect, it } from 'vitest';
import { createRecurringBuy } from './recurring-buys.ts';

const order = { fromCurrency: 'USD', amount: '50', toCurrency: 'BTC', every: 'week' } as const;
const takes = (timeZone: string) => createRecurringBuy.body.safeParse({ ...order, timeZone }).success;

it('takes every time zone that a browser can name', () => {
  const named = [...Intl.supportedValuesOf('timeZone'), 'America/Port-au-Prince', 'Etc/GMT+3', 'UTC'];
  expect(named.filter((timeZone) => !takes(timeZone))).toEqual([]);
});

it.each(['', 'Europe/Berlin; drop', 'x'.repeat(65), 'Ö'])('takes no %j for one', (timeZone) => {
  expect(takes(timeZone)).toBe(false);
});
