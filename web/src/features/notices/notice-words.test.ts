import type { Notice } from '@mercury/contract/api/notices.ts';
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { noticeWords } from './notice-words.ts';

/** Says which text is asked for, and with what in it. */
const t = ((key: string, options: Record<string, string> = {}) =>
  [key, ...Object.values(options)].join(' ')) as unknown as TFunction;

const blank: Notice = {
  id: '01890000-0000-7000-8000-000000000000',
  kind: 'price_alert',
  currency: 'BTC',
  direction: null,
  line: null,
  price: null,
  amount: null,
  amountCurrency: null,
  reason: null,
  isRead: false,
  createdAt: '2026-11-21T12:00:00.000Z',
};

it('an alert tells the price that reached the line, and the line', () => {
  const alert: Notice = { ...blank, direction: 'below', line: '60000.00', price: '59999.5' };
  expect(noticeWords(alert, t, 'en-GB')).toEqual({
    title: 'notices.price.below BTC \u2066$59,999.50\u2069',
    text: 'notices.line \u2066$60,000.00\u2069',
  });
});

it('a recurring buy that was refused tells what it was to spend, and why', () => {
  const refused: Notice = {
    ...blank,
    kind: 'recurring_buy_refused',
    amount: '50.00',
    amountCurrency: 'USD',
    reason: 'InsufficientBalance',
  };
  expect(noticeWords(refused, t, 'en-GB')).toEqual({
    title: 'notices.buyRefused BTC',
    text: '\u206650.00\u00a0USD\u2069 · recurringBuys.refusals.InsufficientBalance',
  });
});

it('a reason that has no words of its own is told in general ones', () => {
  const paused: Notice = { ...blank, kind: 'recurring_buy_paused', reason: 'ServerError' };
  expect(noticeWords(paused, t, 'en-GB').text).toBe('recurringBuys.refusals.other');
});
