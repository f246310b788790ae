import type { SandboxPayment } from '@mercury/contract/api/sandbox.ts';
import type { TopUpPayment } from '@mercury/contract/api/transactions.ts';
import { expect, it } from 'vitest';
import { nextCheckMs } from './payment-queries.ts';

const at = '2026-01-01T00:00:00.000Z';

function paymentIn(state: SandboxPayment['state'], payments: TopUpPayment[] = []): SandboxPayment {
  return {
    state,
    amountUsd: '25.00',
    creditAmount: '43.85964912',
    creditCurrency: 'MRCY',
    createdAt: at,
    expiresAt: at,
    paidWith: null,
    missingUsd: '25.00',
    payments,
    offers: [],
    timeline: [{ state, at }],
  };
}

function coinIn(state: TopUpPayment['state']): TopUpPayment {
  const payment = { currency: 'BTC', amount: '0.001', usdValue: '25.00', problem: 'late' } as const;
  return { ...payment, state, isPriced: state === 'confirmed', isCredited: false, seenAt: at };
}

it('asks often while a payment is being confirmed, also one that came too late', () => {
  expect(nextCheckMs(paymentIn('payment_seen', [coinIn('seen')]))).toBe(1500);
  expect(nextCheckMs(paymentIn('expired', [coinIn('seen')]))).toBe(1500);
});

it('asks now and then while what came waits for a price', () => {
  expect(nextCheckMs(paymentIn('expired', [{ ...coinIn('confirmed'), isPriced: false }]))).toBe(5000);
});

it.each(['awaiting_payment', 'underpaid'] as const)('asks now and then while %s', (state) => {
  expect(nextCheckMs(paymentIn(state))).toBe(5000);
});

it.each(['completed', 'expired'] as const)(
  'stops asking once it is %s and nothing is on its way',
  (state) => {
    expect(nextCheckMs(paymentIn(state, [coinIn('confirmed')]))).toBe(false);
  },
);
