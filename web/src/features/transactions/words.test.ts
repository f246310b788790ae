import { transactionStates, type Transaction } from '@mercury/contract/api/transactions.ts';
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { addressLabel, attentionText, signedAmount, statusText } from './words.ts';

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
    note: null,
    memo: null,
    netAmount: '0.99500000',
    usdValue: null,
    externalReference: null,
    confirmations: null,
    waitsUntil: null,
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
