import type { MailOf } from '../mail/templates.ts';

export const historyId = '019a0000-0000-7000-8000-000000000000';
const at = '2026-11-21T13:30:05.000Z';
const moved = {
  username: 'ada',
  at,
  transactionId: historyId,
  currency: 'BTC',
  amount: '0.50000000',
} as const;
/** Each mail about money. */
export const moneyNotices: readonly MailOf<'money-notice'>[] = [
  { template: 'money-notice', values: { ...moved, kind: 'transfer_received', sender: 'grace' } },
  { template: 'money-notice', values: { ...moved, kind: 'transfer_received', sender: '' } },
  { template: 'money-notice', values: { ...moved, kind: 'deposit_credited' } },
  { template: 'money-notice', values: { ...moved, kind: 'topup_credited' } },
  { template: 'money-notice', values: { ...moved, kind: 'withdrawal_cancelled' } },
  { template: 'money-notice', values: { ...moved, kind: 'withdrawal_expired' } },
  ...(['BUY', 'SELL', 'EXCHANGE'] as const).map((type): MailOf<'money-notice'> => ({
    template: 'money-notice',
    values: {
      username: 'ada',
      at,
      transactionId: historyId,
      kind: 'trade_done',
      type,
      fromCurrency: 'BTC',
      fromAmount: '0.00012500',
      toCurrency: 'USD',
      toAmount: '8.109999',
      tradeCount: type === 'EXCHANGE' ? '12' : '1',
    },
  })),
  { template: 'money-notice', values: { ...moved, kind: 'correction_in' } },
  { template: 'money-notice', values: { ...moved, kind: 'correction_out' } },
];

export const announcement = {
  template: 'announcement',
  values: {
    username: 'ada',
    announcementId: historyId,
    text: 'Closed on Sunday.\n\nAll day',
    language: 'en',
  },
} as const satisfies MailOf;
