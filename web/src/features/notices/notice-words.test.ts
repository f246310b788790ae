import type { News } from '@mercury/contract/api/notices.ts';
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { noticeWords } from './notice-words.ts';

/** Says which text is asked for, and with what in it. */
const t = ((key: string, options: Record<string, string> = {}) =>
  [key, ...Object.values(options)].join(' ')) as unknown as TFunction;

const buy = {
  currency: 'BTC',
  amount: '50.00',
  amountCurrency: 'USD',
  reason: 'InsufficientBalance',
} as const;

it('an alert tells the price that reached the line, and the line', () => {
  const alert: News = {
    kind: 'price_alert',
    currency: 'BTC',
    direction: 'below',
    line: '60000.00',
    price: '59999.5',
  };
  expect(noticeWords(alert, t, 'en-GB')).toEqual({
    title: 'notices.price.below BTC \u2066$59,999.50\u2069',
    text: 'notices.line \u2066$60,000.00\u2069',
  });
});

it('a recurring buy that was refused tells what it was to spend, and why', () => {
  const refused: News = { ...buy, kind: 'recurring_buy_refused', nextAt: '2026-11-22T12:00:00.000Z' };
  expect(noticeWords(refused, t, 'en-GB')).toEqual({
    title: 'notices.buyRefused BTC',
    text: '\u206650.00\u00a0USD\u2069 · recurringBuys.refusals.InsufficientBalance',
  });
});

it('a reason that has no words of its own is told in general ones', () => {
  const paused: News = { ...buy, kind: 'recurring_buy_paused', reason: 'ServerError' };
  expect(noticeWords(paused, t, 'en-GB').text).toContain('· recurringBuys.refusals.other');
});
