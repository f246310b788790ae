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
    title: 'notices.price.below BTC \u2068market.usd 59,999.50\u2069',
    text: 'notices.line \u2068market.usd 60,000.00\u2069',
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

const money = { transactionId: 'x', currency: 'BTC', amount: '0.20000000' } as const;
const amount = '\u20660.20\u00a0BTC\u2069';
const sold = {
  kind: 'trade_done',
  transactionId: 'x',
  type: 'SELL',
  fromCurrency: 'BTC',
  fromAmount: '0.20000000',
  toCurrency: 'USD',
  toAmount: '12000.00',
  isRecurring: false,
  tradeCount: 1,
} as const;
const dollars = '\u206612,000.00\u00a0USD\u2069';

it.each<[News, string, string]>([
  [{ kind: 'transfer_received', ...money, sender: 'ada' }, `received ${amount}`, 'from \u2066ada\u2069'],
  [{ kind: 'transfer_received', ...money, sender: null }, `received ${amount}`, 'fromNobody'],
  [{ kind: 'deposit_credited', ...money }, `received ${amount}`, 'deposit'],
  [{ kind: 'topup_credited', ...money }, `received ${amount}`, 'topUp'],
  [{ kind: 'correction_in', ...money }, `received ${amount}`, 'corrected'],
  [{ kind: 'correction_out', ...money }, `taken ${amount}`, 'corrected'],
  [
    {
      kind: 'withdrawal_sent',
      ...money,
      arrives: '0.19900000',
      address: 'bc1qw508d6qejxtdg4y5r3zarv',
      reference: '',
    },
    'withdrawn \u20660.199\u00a0BTC\u2069',
    'to \u2066bc1qw508d6…r3zarv\u2069',
  ],
  [{ kind: 'withdrawal_failed', ...money }, `withdrawalFailed ${amount}`, 'moneyBack'],
  [{ kind: 'withdrawal_cancelled', ...money }, `withdrawalCancelled ${amount}`, 'moneyBack'],
  [{ kind: 'withdrawal_expired', ...money }, `withdrawalExpired ${amount}`, 'codeNotEntered'],
  [sold, `sold ${amount}`, `gained ${dollars}`],
  [{ ...sold, type: 'EXCHANGE' }, `exchanged ${amount}`, `gained ${dollars}`],
  [{ ...sold, type: 'BUY' }, `bought ${dollars}`, `inReturn ${amount}`],
  [{ ...sold, tradeCount: 12 }, `sold ${amount}`, `gained ${dollars} · notices.inTrades 12 12`],
  [{ ...sold, type: 'BUY', isRecurring: true }, `boughtAgain ${dollars}`, `inReturn ${amount}`],
  [{ kind: 'announcement', text: 'Away on Sunday' }, 'announcement Mercury', 'Away on Sunday'],
])('%j has words of its own', (news, title, text) => {
  const own = news.kind === 'announcement' ? text : `notices.${text}`;
  expect(noticeWords(news, t, 'en-GB')).toEqual({ title: `notices.${title}`, text: own });
});

it('security tells what happened, and who did it if the person did not', () => {
  const security = { kind: 'security', event: 'account_frozen', actor: 'person' } as const;
  const title = 'security.events.kinds.account_frozen';
  expect(noticeWords(security, t, 'en-GB')).toEqual({ title, text: 'notices.notYou' });
  expect(noticeWords({ ...security, actor: 'link' }, t, 'en-GB')).toEqual({
    title,
    text: 'security.events.actors.link Mercury',
  });
});
