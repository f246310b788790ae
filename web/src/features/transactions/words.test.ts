import { transactionStates, type Transaction } from '@mercury/contract/api/transactions.ts';
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import {
  addressLabel,
  attentionText,
  givenLabel,
  hasCost,
  otherSideOfTrade,
  signedAmount,
  statusText,
  statusWord,
  toneOf,
  tradedForKey,
  transactionTitle,
} from './words.ts';

// Answers the key itself: which text it is, is what matters here.
const t = ((key: string) => key) as TFunction;

function withdrawalIn(state: Transaction['state'], status: Transaction['status'] = 'PENDING'): Transaction {
  const at = '2026-01-01T00:00:00.000Z';
  return {
    id: '019a0000-0000-7000-8000-000000000000',
    userId: '019a0000-0000-7000-8000-000000000001',
    type: 'WITHDRAW',
    currency: 'MRCY',
    amount: '1.00000000',
    fee: '0.00500000',
    status,
    state,
    direction: 'out',
    counterparty: null,
    counterpartyUsername: null,
    note: null,
    isNoteFromStranger: false,
    memo: null,
    netAmount: '0.99500000',
    usdValue: null,
    externalReference: null,
    confirmations: null,
    waitsUntil: null,
    trade: null,
    canCancel: false,
    canClaim: false,
    timeline: [{ state, at }],
    paymentUrl: null,
    date: at,
    createdAt: at,
    completedAt: null,
  };
}

it('puts what wants attention beside the status, and nothing else', () => {
  const attended = transactionStates.filter((state) => attentionText(withdrawalIn(state), t) !== undefined);
  expect(attended).toEqual(['underpaid', 'claimable', 'unclear']);
  expect(statusText(withdrawalIn('unclear'), t)).toBe('transaction.status.pending');
});

it('says of a pending one what it waits for', () => {
  expect(statusText(withdrawalIn('queued'), t)).toBe('transaction.state.queued');
  expect(statusText(withdrawalIn('completed', 'COMPLETED'), t)).toBe('transaction.status.completed');
});

it('calls what was cancelled so, and shows no failure', () => {
  const cancelled = withdrawalIn('cancelled', 'FAILED');
  expect(toneOf(cancelled)).toBe('neutral');
  expect(statusWord(cancelled, t)).toBe('transaction.state.cancelled');
  expect(statusText(cancelled, t)).toBe('transaction.state.cancelled');
  const failed = withdrawalIn('failed', 'FAILED');
  expect(toneOf(failed)).toBe('failed');
  expect(statusWord(failed, t)).toBe('transaction.status.failed');
});

it('names no cost of a withdrawal that came back whole', () => {
  expect(hasCost(withdrawalIn('queued'))).toBe(true);
  expect(hasCost(withdrawalIn('completed', 'COMPLETED'))).toBe(true);
  for (const state of ['cancelled', 'expired', 'failed'] as const) {
    expect(hasCost(withdrawalIn(state, 'FAILED'))).toBe(false);
  }
  expect(hasCost({ type: 'TRANSFER', status: 'FAILED' })).toBe(true);
});

it('gives money that never left no sign', () => {
  expect(signedAmount(withdrawalIn('queued'))).toBe('-1.00000000');
  expect(signedAmount(withdrawalIn('cancelled', 'FAILED'))).toBe('1.00000000');
});

it('says whose the address is, and of a deposit that it is the own one', () => {
  const withdrawal = withdrawalIn('queued');
  expect(addressLabel(withdrawal, t)).toBe('transaction.to');
  expect(addressLabel({ ...withdrawal, type: 'TRANSFER', direction: 'in' }, t)).toBe('transaction.from');
  expect(addressLabel({ ...withdrawal, type: 'DEPOSIT', direction: 'in' }, t)).toBe(
    'transaction.toYourAddress',
  );
});

it('names a trade after what was bought, sold or exchanged, and tells the other side beside it', () => {
  const words = ((key: string, named?: object) =>
    [key, ...Object.values(named ?? {})].join(' ')) as unknown as TFunction;
  const trade = {
    fromCurrency: 'USD',
    fromAmount: '100.00',
    fee: '0.25',
    feeCurrency: 'USD',
    toCurrency: 'BTC',
    toAmount: '0.00150000',
    rate: { base: 'BTC', quote: 'USD', value: '66500.00' },
    isRecurring: false,
    market: null,
  } as const;
  const bought = { ...withdrawalIn('completed', 'COMPLETED'), type: 'BUY', trade } as const;
  expect(transactionTitle(bought, words)).toBe('trade.history.bought BTC');
  expect(tradedForKey(bought)).toBe('trade.history.for');
  expect(tradedForKey({ ...bought, trade: { ...trade, isRecurring: true } })).toBe(
    'trade.history.forRecurring',
  );
  for (const type of ['SELL', 'EXCHANGE'] as const) {
    expect(tradedForKey({ ...bought, type })).toBe('trade.history.gained');
  }
  expect(otherSideOfTrade(bought)).toEqual({ amount: '100.00', currency: 'USD' });
  expect(transactionTitle({ ...bought, type: 'SELL' }, words)).toBe('trade.history.sold USD');
  expect(otherSideOfTrade({ ...bought, type: 'SELL' })).toEqual({ amount: '0.00150000', currency: 'BTC' });
  expect(transactionTitle({ ...bought, type: 'EXCHANGE' }, words)).toBe('trade.history.exchanged USD BTC');
  expect(otherSideOfTrade(withdrawalIn('queued'))).toBeNull();
});

it('says of a trade that money was paid, and a coin sold or exchanged', () => {
  const words = ((key: string) => key) as unknown as TFunction;
  const types = ['BUY', 'SELL', 'EXCHANGE'] as const;
  expect(types.map((type) => givenLabel(type, words))).toEqual([
    'trade.history.given.buy',
    'trade.history.given.sell',
    'trade.history.given.exchange',
  ]);
});
