import { writeTransactionsCsv } from '@mercury/contract/transactions-csv.ts';
import { describe, expect, test } from 'vitest';
import { nothingBehind, presentTransaction, type TransactionRow } from './present.ts';

const row: TransactionRow = {
  ...nothingBehind,
  id: '00000000-0000-4000-8000-000000000001',
  user_id: '00000000-0000-4000-8000-000000000002',
  type: 'TRANSFER',
  asset: 'USD',
  amount: 100_000_000n,
  fee: 0n,
  direction: 'in',
  status: 'COMPLETED',
  state: 'completed',
  counterparty: null,
  counterparty_username: null,
  note: null,
  timeline: [],
  created_at: new Date('2026-03-01T10:00:00Z'),
  completed_at: new Date('2026-03-02T10:00:00Z'),
  usd_value: null,
};

const bought = {
  type: 'BUY',
  asset: 'BTC',
  amount: 190_000n,
  trade_from_asset: 'USD',
  trade_from_amount: 100_000_000n,
  trade_fee_asset: 'USD',
  trade_fee: 250_000n,
  trade_to_asset: 'BTC',
  trade_to_amount: 190_000n,
  trade_rate_base: 'BTC',
  trade_rate_scaled: 50_000_000_000_000_000n,
  trade_is_recurring: false,
  trade_market: null,
} as const;

const sold = {
  ...bought,
  type: 'SELL',
  direction: 'out',
  amount: 100_000n,
  fee: 250n,
  trade_from_asset: 'BTC',
  trade_from_amount: 100_000n,
  trade_fee_asset: 'BTC',
  trade_fee: 250n,
  trade_to_asset: 'USD',
  trade_to_amount: 49_620_000n,
} as const;

const exchanged = {
  ...sold,
  type: 'EXCHANGE',
  trade_to_asset: 'ETH',
  trade_to_amount: 9_900_000_000_000_000n,
} as const;

/** The columns that say how much: direction, currency, amount, fee, net; then those of a trade. */
function moneyOf(changes: Partial<TransactionRow>): string {
  const text = writeTransactionsCsv([presentTransaction({ ...row, ...changes })]);
  const cells = (text.split('\r\n')[1] ?? '').split(',');
  return [...cells.slice(2, 8), ...cells.slice(14).filter((cell) => cell !== '')].join(' ');
}

describe('what arrives', () => {
  test.each([
    ['received', { direction: 'in' }, 'TRANSFER in USD 100.00 0.00 100.00'],
    ['sent', { direction: 'out' }, 'TRANSFER out USD 100.00 0.00 100.00'],
    ['sent with a fee', { direction: 'out', fee: 500_000n }, 'TRANSFER out USD 100.00 0.50 99.50'],
    ['received with a fee', { direction: 'in', fee: 500_000n }, 'TRANSFER in USD 100.00 0.50 100.00'],
    [
      'topped up',
      { type: 'TOPUP', asset: 'MRCY', amount: 10_000n },
      'TOPUP in MRCY 0.00010000 0.00000000 0.00010000',
    ],
    [
      'deposited',
      { type: 'DEPOSIT', asset: 'USDT', amount: 10_000n },
      'DEPOSIT in USDT 0.010000 0.000000 0.010000',
    ],
    [
      'withdrawn',
      { type: 'WITHDRAW', direction: 'out', asset: 'BTC', amount: 20_000_000n, fee: 100_000n },
      'WITHDRAW out BTC 0.20000000 0.00100000 0.19900000',
    ],
    [
      'withdrawn without a fee',
      { type: 'WITHDRAW', direction: 'out', asset: 'BTC', amount: 20_000_000n },
      'WITHDRAW out BTC 0.20000000 0.00000000 0.20000000',
    ],
    [
      'withdrawn for its fee alone',
      { type: 'WITHDRAW', direction: 'out', amount: 500_000n, fee: 500_000n },
      'WITHDRAW out USD 0.50 0.50 0.00',
    ],
    ['bought', bought, 'BUY in BTC 0.00190000 0.00000000 0.00190000 USD 100.00 0.25 BTC 0.00190000'],
    ['sold', sold, 'SELL out BTC 0.00100000 0.00000250 0.00099750 BTC 0.00100000 0.00000250 USD 49.62'],
    [
      'exchanged',
      exchanged,
      'EXCHANGE out BTC 0.00100000 0.00000250 0.00099750 BTC 0.00100000 0.00000250 ETH 0.009900000000000000',
    ],
  ] as const)('of money that was %s', (_kind, changes, expected) => {
    expect(moneyOf(changes)).toBe(expected);
  });
});

describe('a transaction', () => {
  test('is of the day on which it was completed, and until then of the day on which it was made', () => {
    expect(presentTransaction(row).date).toBe('2026-03-02T10:00:00.000Z');
    expect(presentTransaction({ ...row, completed_at: null }).date).toBe('2026-03-01T10:00:00.000Z');
  });

  test('is worth its dollars, and nothing is not the same as not known', () => {
    expect(presentTransaction({ ...row, usd_value: 57_050_000n }).usdValue).toBe('57.05');
    expect(presentTransaction({ ...row, usd_value: 0n }).usdValue).toBe('0.00');
    expect(presentTransaction(row).usdValue).toBeNull();
  });

  test('shows no memo that is empty', () => {
    expect(presentTransaction({ ...row, memo: '' }).memo).toBeNull();
    expect(presentTransaction({ ...row, memo: '7' }).memo).toBe('7');
  });

  test.each([
    ['awaiting_confirmation', true],
    ['waiting_period', true],
    ['queued', true],
    ['sending', false],
    ['unclear', false],
    ['completed', false],
    ['cancelled', false],
    ['failed', false],
  ] as const)('a withdrawal that is %s: taken back %s', (state, canCancel) => {
    const withdrawal = { ...row, type: 'WITHDRAW', direction: 'out', state };
    expect(presentTransaction(withdrawal).canCancel).toBe(canCancel);
    expect(presentTransaction({ ...withdrawal, type: 'DEPOSIT' }).canCancel).toBe(false);
  });

  test.each([
    ['awaiting_payment', true],
    ['underpaid', true],
    ['payment_seen', false],
    ['completed', false],
    ['expired', false],
    ['claimable', false],
  ] as const)('a top-up that is %s: paid at its page %s', (state, isPaidThere) => {
    const topUp = { ...row, type: 'TOPUP', state, payment_url: 'https://example.com/pay' };
    expect(presentTransaction(topUp).paymentUrl).toBe(isPaidThere ? topUp.payment_url : null);
    expect(presentTransaction(topUp).canClaim).toBe(state === 'claimable');
  });

  test('says how deep its chain has it only where both numbers are known', () => {
    const [seen, needed] = [{ confirmations: 2 }, { confirmations_needed: 6 }];
    expect(presentTransaction({ ...row, ...seen, ...needed }).confirmations).toEqual({ seen: 2, needed: 6 });
    expect(presentTransaction({ ...row, ...seen }).confirmations).toBeNull();
    expect(presentTransaction({ ...row, ...needed }).confirmations).toBeNull();
  });
});
